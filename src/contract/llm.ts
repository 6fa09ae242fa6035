import { z } from 'zod';
import { field, ID, inputField, shapeIn, TIMESTAMPS } from './field.ts';
import { page, pageQuery } from './page.ts';
import { ForeignId, SecretText, tolerant } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';

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

const MAX_LLM_URLS = 10;

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

/** @assumed "Fields of a custom LLM record: not shown". No field of a response contains the API key. */
const llmFields = {
  id: ID,
  displayName: field(z.string(), 'Name of the LLM.', {
    in: ['create', 'update'],
    input: [
      z.string().min(1).max(100).regex(/\S/, 'The name must not be blank.'),
      'Name of the LLM (1 to 100 characters).',
    ],
    required: 'create',
    isSearched: true,
  }),
  description: field(z.string(), 'Description of the LLM.', {
    in: ['create', 'update'],
    input: z.string().max(1000),
    isSearched: true,
  }),
  llmFormat: field(z.string(), 'API format of the LLM, for example openai.', {
    in: ['create', 'update'],
    input: [label, `API format of the LLM, for example ${LLM_FORMATS.join(', ')}.`],
    required: 'create',
  }),
  urls: field(
    z.array(z.looseObject({ url: z.url(), region: tolerant(z.string()) })),
    'URLs of the LLM API.',
    {
      in: ['create', 'update'],
      input: [
        z
          .array(
            z.strictObject({
              url: endpointUrl.describe('URL of the LLM API.'),
              region: label.describe('Region of the URL.').optional(),
            }),
          )
          .min(1)
          .max(MAX_LLM_URLS),
        `URLs of the LLM API (1 to ${MAX_LLM_URLS}).`,
      ],
      required: 'create',
    },
  ),
  modelName: field(z.string(), 'Model name in requests to the LLM API.', {
    in: ['create', 'update'],
    input: z.string().min(1).max(200),
    required: 'create',
  }),
  secret: inputField(
    SecretText,
    'API key of the LLM. Write-only: the key is stored encrypted and never returned.',
    { in: ['create', 'update'], required: 'create' },
  ),
  temperature: field(z.number(), 'Sampling temperature.', {
    in: ['create', 'update'],
    input: [z.number().min(0).max(2), 'Sampling temperature (0 to 2).'],
  }),
  maxTokens: field(z.int32(), 'Maximum number of output tokens.', {
    in: ['create', 'update'],
    input: z.int32().min(1),
  }),
  deploymentName: field(z.string(), 'Deployment name, for azure_openai.', {
    in: ['create', 'update'],
    input: z.string().min(1).max(200),
  }),
  apiVersion: field(z.string(), 'API version, for azure_openai.', {
    in: ['create', 'update'],
    input: z.string().min(1).max(50),
  }),
  metadata: field(z.record(z.string(), z.unknown()), 'Custom metadata.', {
    in: ['create', 'update'],
  }),
  displayTags: field(z.array(z.string()), 'Tags of the LLM.'),
  isDefault: field(z.boolean(), 'Whether the LLM is built in. Built-in LLMs cannot be changed.'),
  isGlobal: field(z.boolean(), 'Whether the LLM is available to all accounts.'),
  isZdr: field(z.boolean(), 'Whether the LLM supports zero data retention.', {
    alias: 'zeroDataRetention',
  }),
  reasoningEffort: field(z.string(), 'Reasoning effort.', {
    in: ['create', 'update'],
    input: [label, 'Reasoning effort, for example default, low, medium or high.'],
  }),
  reasoningFormat: field(z.string(), 'Reasoning format.', {
    in: ['create', 'update'],
    input: [label, 'Reasoning format, for example parsed, raw or hidden.'],
  }),
  createdByOrganizationId: field(
    ForeignId,
    'Account that created the LLM; null for built-in LLMs.',
    { alias: 'organizationId' },
  ),
  ...TIMESTAMPS,
};

/** Minimum length of a secret to search for in JSON. Shorter ones occur there by chance. */
export const MIN_SECRET_LENGTH = 8;

/** Returns a secret as it appears in a JSON string, to search for it. */
export const escapeSecret = (secret: string): string => JSON.stringify(secret).slice(1, -1);

/** How much of a secret is searched for in other fields. The time of a search is the product of both lengths. */
const MAX_SEARCH_LENGTH = 64;

/** Rejects fields that repeat the secret, at their path: they are neither encrypted nor left out of responses. */
function rejectRepeatedSecret(
  { secret = '', ...shown }: { secret?: string | undefined },
  context: z.RefinementCtx,
) {
  if (secret.length < MIN_SECRET_LENGTH) return;
  const escaped = escapeSecret(secret).slice(0, MAX_SEARCH_LENGTH);
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
  .strictObject(shapeIn('create', llmFields))
  .superRefine(rejectRepeatedSecret);
export type CreateLlm = z.output<typeof CreateLlm>;

/** Changes to a custom LLM. Omitted fields are not changed, and null clears none. */
export const LlmChanges = z
  .strictObject(shapeIn('update', llmFields))
  .superRefine(rejectRepeatedSecret);

/**
 * Body of PUT /v1/llms/{id}, an extension.
 * @assumed Live services update one `url` instead of `urls`, so clients send both.
 */
const UpdateLlm = LlmChanges.safeExtend({
  url: endpointUrl
    .describe('The only URL of the LLM API, instead of urls. urls takes precedence.')
    .optional(),
});

/** Query of GET /v1/llms, an extension. */
export const LlmsQuery = z.strictObject({
  ...pageQuery('Returns only LLMs whose name or description contains this text.'),
  includeDefaults: z
    .boolean()
    .describe('If true, the list includes built-in LLMs. Default: false.')
    .optional(),
});
export type LlmsQuery = z.output<typeof LlmsQuery>;

export const Llm = record(llmFields);
export type Llm = z.output<typeof Llm>;

const LlmPage = page(Llm);

/** The contract of LLMs. All endpoints are extensions. */
export const llmContract = defineResource(
  {
    collection: 'llms',
    noun: 'LLM',
    description: 'Language models of personas: built-in and custom LLMs.',
    record: Llm,
    fields: llmFields,
  },
  ({ list, get, create, update, remove }) => ({
    endpoints: {
      llms: list({ query: LlmsQuery, page: LlmPage }, { isExtension: true }),
      createLlm: create(
        { json: CreateLlm },
        { isExtension: true, summary: 'Creates a custom LLM.', errors: [409] },
      ),
      llm: get({ isExtension: true }),
      updateLlm: update(UpdateLlm, {
        isExtension: true,
        summary: 'Updates a custom LLM.',
        description: 'Built-in LLMs cannot be changed.',
        errors: [403, 409],
      }),
      deleteLlm: remove(204, {
        isExtension: true,
        summary: 'Deletes a custom LLM. Personas that use it keep the id.',
        description: 'Built-in LLMs cannot be deleted.',
        errors: [403],
      }),
    },
    requests: { CreateLlm, UpdateLlm },
    responses: { Llm, LlmPage },
  }),
);
