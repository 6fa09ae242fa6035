import { z } from 'zod';
import { pageQuery } from './page.ts';
import { creatorOf, isZdr, Json, nullish, record, SecretText, TIMESTAMPS } from './record.ts';
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

/** What creations and updates share. */
const settings = {
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
    .max(MAX_LLM_URLS)
    .describe(`URLs of the LLM API (1 to ${MAX_LLM_URLS}). An update replaces the saved list.`),
  modelName: z.string().min(1).max(200).describe('Model name in requests to the LLM API.'),
  secret: SecretText.describe('API key of the LLM. It is stored encrypted and never returned.'),
  temperature: z.number().min(0).max(2).describe('Sampling temperature (0 to 2).'),
  maxTokens: z.int32().min(1).describe('Maximum number of output tokens.'),
  deploymentName: z.string().min(1).max(200).describe('Deployment name, for azure_openai.'),
  apiVersion: z.string().min(1).max(50).describe('API version, for azure_openai.'),
  metadata: Json.describe('Custom metadata. An update replaces the saved object.'),
  reasoningEffort: label.describe('Reasoning effort, for example default, low, medium or high.'),
  reasoningFormat: label.describe('Reasoning format, for example parsed, raw or hidden.'),
};

/** @assumed "Fields of a custom LLM record: not shown". No field of a response contains the API key. */
export const Llm = record({
  displayName: z.string().describe('Name of the LLM.'),
  description: z.string().describe('Description of the LLM.'),
  llmFormat: z.string().describe('API format of the LLM, for example openai.'),
  urls: z
    .array(z.object({ url: z.url(), ...nullish({ region: z.string() }) }))
    .describe('URLs of the LLM API.'),
  modelName: z.string().describe('Model name in requests to the LLM API.'),
  temperature: z.number().describe('Sampling temperature.'),
  maxTokens: z.int32().describe('Maximum number of output tokens.'),
  deploymentName: z.string().describe('Deployment name, for azure_openai.'),
  apiVersion: z.string().describe('API version, for azure_openai.'),
  metadata: Json.describe('Custom metadata.'),
  displayTags: z.array(z.string()).describe('Tags of the LLM.'),
  isDefault: z.boolean().describe('Whether the LLM is built in. Built-in LLMs cannot be changed.'),
  isGlobal: z.boolean().describe('Whether the LLM is available to all accounts.'),
  isZdr: isZdr('LLM'),
  reasoningEffort: z.string().describe('Reasoning effort.'),
  reasoningFormat: z.string().describe('Reasoning format.'),
  createdByOrganizationId: creatorOf('LLM'),
  ...TIMESTAMPS,
}).meta({ id: 'Llm', description: 'An LLM.' });
export type Llm = z.output<typeof Llm>;

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
  .strictObject(settings)
  .partial({
    description: true,
    temperature: true,
    maxTokens: true,
    deploymentName: true,
    apiVersion: true,
    metadata: true,
    reasoningEffort: true,
    reasoningFormat: true,
  })
  .superRefine(rejectRepeatedSecret);
export type CreateLlm = z.output<typeof CreateLlm>;

/** Changes to a custom LLM. Omitted fields are not changed, and null clears none. */
export const LlmChanges = z.strictObject(settings).partial().superRefine(rejectRepeatedSecret);

/**
 * Body of PUT /v1/llms/{id}, an extension.
 * @assumed Live services update one `url` instead of `urls`, so clients send both.
 */
const UpdateLlm = LlmChanges.safeExtend({
  url: endpointUrl
    .describe('The only URL of the LLM API, instead of urls. urls takes precedence.')
    .optional(),
});

/** The contract of LLMs. All endpoints are extensions. */
export const llmContract = defineResource(
  {
    collection: 'llms',
    noun: 'LLM',
    description: 'Language models of personas: built-in and custom LLMs.',
    record: Llm,
    searched: ['displayName', 'description'],
  },
  ({ list, get, create, update, remove }) => ({
    llms: list({
      ...pageQuery('Returns only LLMs whose name or description contains this text.'),
      includeDefaults: z
        .boolean()
        .describe('If true, the list includes built-in LLMs. Default: false.'),
    }),
    createLlm: create({ json: CreateLlm }, { summary: 'Creates a custom LLM.', errors: [409] }),
    llm: get(),
    updateLlm: update(UpdateLlm, {
      summary: 'Updates a custom LLM.',
      description: 'Built-in LLMs cannot be changed.',
      errors: [409],
    }),
    deleteLlm: remove(204, {
      summary: 'Deletes a custom LLM. Personas keep its id.',
      description: 'Built-in LLMs cannot be deleted.',
      errors: [409],
    }),
  }),
);
