import { z } from 'zod';
import { endpoint, type ResourceContract } from './endpoint.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';

/** A language model that every service of the specification supports. */
export interface BuiltInLlm {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Specification, "Built-in LLM ids". llmId also accepts former brainType values and custom LLM ids. */
export const BUILT_IN_LLMS: readonly BuiltInLlm[] = [
  {
    id: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
    name: 'GPT-4 mini',
    description: 'A small OpenAI GPT-4 class model.',
  },
  {
    id: 'SERVICE_LLAMA_v3_3_70B_V1',
    name: 'Llama 3.3 70B',
    description: 'A Llama 3.3 70B model.',
  },
  {
    id: 'CUSTOMER_CLIENT_V1',
    name: 'Client side',
    description: 'LLM processing on the client; disables the server-side LLM.',
  },
];

/** Known API formats of LLMs. @assumed Other values are accepted. */
export const LLM_FORMATS = ['openai', 'azure_openai', 'groq_openai', 'gemini'] as const;

const hasCredentials = (url: string) => {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return username !== '' || password !== '';
};

const endpointUrl = z
  .url({
    protocol: /^https?$/,
    error: 'The URL of the LLM must be an absolute http or https URL.',
  })
  .refine((url) => !hasCredentials(url), {
    error:
      'The URL of the LLM must not contain a user name or password, because responses include the URL.',
  });

const label = z.string().min(1).max(50);

const fields = {
  displayName: z
    .string()
    .min(1)
    .max(100)
    .regex(/\S/, 'The name must not be blank.')
    .describe('Name of the LLM (1 to 100 characters).'),
  description: z.string().max(1000).describe('Description of the LLM.'),
  llmFormat: label.describe(`API format of the LLM, for example ${LLM_FORMATS.join(', ')}.`),
  urls: z
    .array(
      z.strictObject({
        url: endpointUrl.describe('URL of the LLM API.'),
        region: label.describe('Region of the URL.').optional(),
      }),
    )
    .min(1)
    .max(10)
    .describe('URLs of the LLM API (1 to 10).'),
  modelName: z.string().min(1).max(200).describe('Model name in requests to the LLM API.'),
  secret: z
    .string()
    .min(1)
    .max(4096)
    .describe('API key of the LLM. Write-only: the key is stored encrypted and never returned.'),
  temperature: z.number().min(0).max(2).describe('Sampling temperature (0 to 2).').optional(),
  maxTokens: z.int().min(1).describe('Maximum number of output tokens.').optional(),
  deploymentName: z
    .string()
    .min(1)
    .max(200)
    .describe('Deployment name, for azure_openai.')
    .optional(),
  apiVersion: z.string().min(1).max(50).describe('API version, for azure_openai.').optional(),
  metadata: z.record(z.string(), z.unknown()).describe('Custom metadata.').optional(),
  reasoningEffort: label
    .describe('Reasoning effort, for example default, low, medium or high.')
    .optional(),
  reasoningFormat: label
    .describe('Reasoning format, for example parsed, raw or hidden.')
    .optional(),
};

/** Minimum length of a secret to search for in JSON. Shorter ones occur there by chance. */
export const MIN_SECRET_LENGTH = 8;

/** Returns a secret as it appears in a JSON string, to search for it. */
export const escapeSecret = (secret: string): string => JSON.stringify(secret).slice(1, -1);

/** Rejects fields that repeat the secret, at their path: they are neither encrypted nor left out of responses. */
function rejectRepeatedSecret(
  { secret = '', ...shown }: { secret?: string | undefined },
  context: z.RefinementCtx,
) {
  if (secret.length < MIN_SECRET_LENGTH) return;
  const escaped = escapeSecret(secret);
  for (const [field, value] of Object.entries(shown)) {
    if (!JSON.stringify(value)?.includes(escaped)) continue;
    const message = 'The field must not contain the API key, because responses include it.';
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

/**
 * Body of POST /v1/llms, an extension: a custom LLM. Unknown fields are rejected, so that an API key in an unknown field
 * is never stored and returned.
 */
export const CreateLlm = z
  .strictObject({ ...fields, description: fields.description.optional() })
  .superRefine(rejectRepeatedSecret);
export type CreateLlm = z.output<typeof CreateLlm>;

/** Body of PUT /v1/llms/{id}, an extension. Omitted fields are not changed; null removes an optional field. */
export const UpdateLlm = z
  .strictObject({
    ...fields,
    displayName: fields.displayName.optional(),
    description: fields.description.nullable().optional(),
    temperature: fields.temperature.nullable(),
    maxTokens: fields.maxTokens.nullable(),
    deploymentName: fields.deploymentName.nullable(),
    apiVersion: fields.apiVersion.nullable(),
    metadata: fields.metadata.nullable(),
    reasoningEffort: fields.reasoningEffort.nullable(),
    reasoningFormat: fields.reasoningFormat.nullable(),
    llmFormat: fields.llmFormat.optional(),
    urls: fields.urls.optional(),
    modelName: fields.modelName.optional(),
    secret: fields.secret.optional(),
  })
  .superRefine(rejectRepeatedSecret);
export type UpdateLlm = z.output<typeof UpdateLlm>;

/** Query of GET /v1/llms, an extension. */
export const LlmsQuery = z.strictObject({
  ...pageQuery('Returns only LLMs whose name or description contains this text.'),
  includeDefaults: z
    .boolean()
    .describe('If true, the list includes built-in LLMs. Default: false.')
    .optional(),
});
export type LlmsQuery = z.output<typeof LlmsQuery>;

/** @assumed "Fields of a custom LLM record: not shown". No field contains the API key. */
export const llmShape = {
  id: Id,
  displayName: tolerant(z.string()).describe('Name of the LLM.'),
  description: tolerant(z.string()).describe('Description of the LLM.'),
  llmFormat: tolerant(z.string()).describe('API format of the LLM, for example openai.'),
  urls: tolerant(
    z.array(z.looseObject({ url: z.string(), region: tolerant(z.string()) })),
  ).describe('URLs of the LLM API.'),
  modelName: tolerant(z.string()).describe('Model name in requests to the LLM API.'),
  temperature: tolerant(z.number()).describe('Sampling temperature.'),
  maxTokens: tolerant(z.int()).describe('Maximum number of output tokens.'),
  deploymentName: tolerant(z.string()).describe('Deployment name, for azure_openai.'),
  apiVersion: tolerant(z.string()).describe('API version, for azure_openai.'),
  metadata: tolerant(z.record(z.string(), z.unknown())).describe('Custom metadata.'),
  displayTags: tolerant(z.array(z.string())).describe('Tags of the LLM.'),
  isDefault: tolerant(z.boolean()).describe(
    'Whether the LLM is built-in. Built-in LLMs cannot be changed.',
  ),
  isGlobal: tolerant(z.boolean()).describe('Whether the LLM is available to all accounts.'),
  isZdr: tolerant(z.boolean()).describe('Whether the LLM supports zero data retention.'),
  reasoningEffort: tolerant(z.string()).describe('Reasoning effort.'),
  reasoningFormat: tolerant(z.string()).describe('Reasoning format.'),
  createdByOrganizationId: tolerant(z.string()).describe(
    'Account that created the LLM; null for built-in LLMs.',
  ),
  ...Timestamps,
};

export const Llm = record(llmShape);
export type Llm = z.output<typeof Llm>;

export const LlmPage = page(Llm);
export type LlmPage = z.output<typeof LlmPage>;

/** Endpoints of LLMs. All are extensions. */
export const llmEndpoints = {
  llms: endpoint({
    method: 'GET',
    path: '/v1/llms',
    tag: 'LLMs',
    summary: 'Returns a list of all LLMs, with pagination.',
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
    summary: 'Deletes a custom LLM. Personas that reference it are not changed.',
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
  description: 'Language models of personas: built-in and custom LLMs.',
  endpoints: llmEndpoints,
  requests: { CreateLlm, UpdateLlm },
  responses: { Llm, LlmPage },
} satisfies ResourceContract;
