import { z } from 'zod';
import { endpoint, type ResourceContract } from './endpoint.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';

/** A language model that every service of this specification knows by id. */
export interface BuiltInLlm {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Specification, "Built-in LLM ids". Old brainType values and custom LLM ids are accepted as llmId besides these. */
export const BUILT_IN_LLMS: readonly BuiltInLlm[] = [
  {
    id: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
    name: 'GPT-4 mini',
    description: 'A small OpenAI GPT-4 class model.',
  },
  {
    id: 'SERVICE_LLAMA_v3_3_70B_V1',
    name: 'Llama 3.3 70B',
    description: 'Llama 3.3 70B model.',
  },
  {
    id: 'CUSTOMER_CLIENT_V1',
    name: 'Client side',
    description: 'LLM processing on the client side: the server-side LLM is disabled.',
  },
];

/** Formats in which services speak to an LLM. @assumed Other words pass. */
export const LLM_FORMATS = ['openai', 'azure_openai', 'groq_openai', 'gemini'] as const;

const endpointUrl = z
  .url({
    protocol: /^https?$/,
    error: 'The address of an LLM is a complete http or https address.',
  })
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, {
    error:
      'The address of an LLM holds no user or password: it is shown to everyone who sees the LLM.',
  });

const word = z.string().min(1).max(50);

const fields = {
  displayName: z.string().trim().min(1).max(100).describe('Name of the LLM, 1 to 100 characters.'),
  description: z.string().max(1000).describe('What it is good for.'),
  llmFormat: word.describe(`Format of its API, such as ${LLM_FORMATS.join(', ')}.`),
  urls: z
    .array(
      z.strictObject({
        url: endpointUrl.describe('Address of its API.'),
        region: word.describe('Region that the address is for.').optional(),
      }),
    )
    .min(1)
    .max(10)
    .describe('Addresses of its API, 1 to 10.'),
  modelName: z.string().min(1).max(200).describe('Model that requests to it name.'),
  secret: z
    .string()
    .min(1)
    .max(4096)
    .describe('API key of the LLM. Write-only: it is stored encrypted, and no response has it.'),
  temperature: z.number().min(0).max(2).describe('Sampling temperature, 0 to 2.').optional(),
  maxTokens: z.int().min(1).describe('Tokens of an answer, at most.').optional(),
  deploymentName: z.string().min(1).max(200).describe('Deployment, with azure_openai.').optional(),
  apiVersion: z.string().min(1).max(50).describe('API version, with azure_openai.').optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .describe('Whatever the caller keeps with it.')
    .optional(),
  reasoningEffort: word.describe('Such as default, low, medium or high.').optional(),
  reasoningFormat: word.describe('Such as parsed, raw or hidden.').optional(),
};

/**
 * Body of POST /v1/llms, an extension: a custom LLM. It is closed, so that no key is kept by mistake in a field that
 * responses show.
 */
export const CreateLlm = z.strictObject({ ...fields, description: fields.description.optional() });
export type CreateLlm = z.output<typeof CreateLlm>;

/** Body of PUT /v1/llms/{id}, an extension. Omitted fields stay as they are. */
export const UpdateLlm = z.strictObject({
  ...fields,
  displayName: fields.displayName.optional(),
  description: fields.description.nullable().optional(),
  llmFormat: fields.llmFormat.optional(),
  urls: fields.urls.optional(),
  modelName: fields.modelName.optional(),
  secret: fields.secret.optional(),
});
export type UpdateLlm = z.output<typeof UpdateLlm>;

/** Query of GET /v1/llms, an extension. */
export const LlmsQuery = z.strictObject({
  ...pageQuery('Keeps LLMs whose name or description contains this text.'),
  includeDefaults: z
    .boolean()
    .describe('Whether built-in LLMs are listed as well. Default false.')
    .optional(),
});
export type LlmsQuery = z.output<typeof LlmsQuery>;

/** @assumed "Fields of a custom LLM record: not shown". No field holds its API key. */
export const llmShape = {
  id: Id,
  displayName: tolerant(z.string()).describe('Name of the LLM.'),
  description: tolerant(z.string()).describe('What it is good for.'),
  llmFormat: tolerant(z.string()).describe('Format of its API, such as openai.'),
  urls: tolerant(
    z.array(z.looseObject({ url: z.string(), region: tolerant(z.string()) })),
  ).describe('Addresses of its API.'),
  modelName: tolerant(z.string()).describe('Model that requests to it name.'),
  temperature: tolerant(z.number()).describe('Sampling temperature.'),
  maxTokens: tolerant(z.int()).describe('Tokens of an answer, at most.'),
  deploymentName: tolerant(z.string()).describe('Deployment, with azure_openai.'),
  apiVersion: tolerant(z.string()).describe('API version, with azure_openai.'),
  metadata: tolerant(z.record(z.string(), z.unknown())).describe('Whatever was kept with it.'),
  displayTags: tolerant(z.array(z.string())).describe('Tags of the LLM.'),
  isDefault: tolerant(z.boolean()).describe('Whether it is built in, and cannot be changed.'),
  isGlobal: tolerant(z.boolean()).describe('Whether every account has it.'),
  isZdr: tolerant(z.boolean()).describe('Whether it may be used where no data is retained.'),
  reasoningEffort: tolerant(z.string()).describe('How much it reasons.'),
  reasoningFormat: tolerant(z.string()).describe('How its reasoning is shown.'),
  createdByOrganizationId: tolerant(z.string()).describe(
    'Account that created it; null for built-in LLMs.',
  ),
  ...Timestamps,
};

export const Llm = record(llmShape);
export type Llm = z.output<typeof Llm>;

export const LlmPage = page(Llm);
export type LlmPage = z.output<typeof LlmPage>;

/** Endpoints of LLMs, all of them extensions. */
export const llmEndpoints = {
  llms: endpoint({
    method: 'GET',
    path: '/v1/llms',
    tag: 'LLMs',
    summary: 'Returns LLMs, page by page.',
    extension: 'llms',
    query: LlmsQuery,
    status: 200,
    response: LlmPage,
    errors: [400, 401, 429, 500],
    emptyResponse: EMPTY_PAGE,
  }),
  createLlm: endpoint({
    method: 'POST',
    path: '/v1/llms',
    tag: 'LLMs',
    summary: 'Creates a custom LLM.',
    extension: 'llms',
    body: { json: CreateLlm },
    status: 201,
    response: Llm,
    errors: [400, 401, 409, 413, 415, 429, 500],
  }),
  llm: endpoint({
    method: 'GET',
    path: '/v1/llms/{id}',
    tag: 'LLMs',
    summary: 'Returns an LLM by id.',
    extension: 'llms',
    params: IdParams,
    status: 200,
    response: Llm,
    errors: [400, 401, 404, 429, 500],
  }),
  updateLlm: endpoint({
    method: 'PUT',
    path: '/v1/llms/{id}',
    tag: 'LLMs',
    summary: 'Updates a custom LLM.',
    description: 'Built-in LLMs cannot be changed.',
    extension: 'llms',
    params: IdParams,
    body: { json: UpdateLlm },
    status: 200,
    response: Llm,
    errors: [400, 401, 403, 404, 409, 413, 415, 429, 500],
  }),
  deleteLlm: endpoint({
    method: 'DELETE',
    path: '/v1/llms/{id}',
    tag: 'LLMs',
    summary: 'Deletes a custom LLM. Personas that use it keep its id.',
    description: 'Built-in LLMs cannot be deleted.',
    extension: 'llms',
    params: IdParams,
    status: 204,
    response: z.unknown(),
    errors: [400, 401, 403, 404, 429, 500],
  }),
};

/** The contract of LLMs. */
export const llmContract = {
  tag: 'LLMs',
  description: 'The language models that personas think with.',
  endpoints: llmEndpoints,
  requests: { CreateLlm, UpdateLlm },
  responses: { Llm, LlmPage },
} satisfies ResourceContract;
