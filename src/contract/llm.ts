import { z } from 'zod';
import {
  count,
  flag,
  Name,
  reference,
  SecretText,
  TIMESTAMPS,
  text,
  texts,
  webUrl,
} from './fields.ts';
import { pageQuery } from './page.ts';
import { Json, nullish, optional, record } from './record.ts';
import { defineResource } from './resource.ts';

/** Specification, "Built-in LLM ids". llmId also accepts former brainType values and custom LLM ids. */
export const BUILT_IN_LLMS = [
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

const endpointUrl = webUrl('The URL of the LLM').refine((url) => !hasCredentials(url), {
  error:
    'The URL of the LLM must not contain a user name or password, because responses include the URL.',
});

const label = z.string().min(1).max(50);

/** What creations require. */
const required = {
  displayName: Name.describe('Name of the LLM (1 to 100 characters).'),
  llmFormat: label.describe(`API format, for example ${LLM_FORMATS.join(', ')}.`),
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
};

/** What creations can have. */
const settings = {
  description: z.string().max(1000).describe('Description of the LLM.'),
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
  displayName: text('Name of the LLM.'),
  description: text('Description of the LLM.'),
  llmFormat: text('API format of the LLM, for example openai.'),
  urls: z
    .array(z.object({ url: z.url(), ...nullish({ region: z.string() }) }))
    .describe('URLs of the LLM API.'),
  modelName: text('Model name in requests to the LLM API.'),
  temperature: z.number().describe('Sampling temperature.'),
  maxTokens: count('Maximum number of output tokens.'),
  deploymentName: text('Deployment name, for azure_openai.'),
  apiVersion: text('API version, for azure_openai.'),
  metadata: Json.describe('Custom metadata.'),
  displayTags: texts('Tags of the LLM.'),
  isDefault: flag('Whether the LLM is built in. Built-in LLMs cannot be changed.'),
  isGlobal: flag('Whether the LLM is available to all accounts.'),
  isZdr: flag('Whether the LLM supports zero data retention.', 'zeroDataRetention'),
  reasoningEffort: text('Reasoning effort.'),
  reasoningFormat: text('Reasoning format.'),
  createdByOrganizationId: reference('Creator; null for built-in LLMs.', 'organizationId'),
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
const CreateLlm = z
  .strictObject({ ...required, ...optional(settings) })
  .superRefine(rejectRepeatedSecret);

/** Changes to a custom LLM. Omitted fields are not changed, and null clears none. */
export const LlmChanges = z
  .strictObject({ ...required, ...settings })
  .partial()
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
      includeDefaults: flag('If true, the list includes built-in LLMs. Default: false.'),
    }),
    createLlm: create({ json: CreateLlm }, { summary: 'Creates a custom LLM.', errors: [409] }),
    llm: get(),
    updateLlm: update(UpdateLlm, {
      summary: 'Updates a custom LLM.',
      description: 'Built-in LLMs cannot be changed.',
      errors: [409],
    }),
    deleteLlm: remove({
      status: 204,
      summary: 'Deletes a custom LLM. Personas that use it keep the id.',
      description: 'Built-in LLMs cannot be deleted.',
      errors: [409],
    }),
  }),
);
