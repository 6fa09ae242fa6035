import type {
  CreateLlmInput,
  CustomLlmFieldsFragment,
  LlmUrlInput,
  UpdateLlmInput,
} from '../../hooks/index.ts';
import { readNumber } from '../shell/field-error.ts';
import { formatJson, readJsonObject } from '../shell/json-text.ts';

/** An address of an LLM's API, as typed. */
export interface UrlDraft {
  readonly url: string;
  readonly region: string;
}

/** The state of the form for a custom LLM. Its API key is not part of it, so that it is kept nowhere. */
export interface LlmDraft {
  readonly displayName: string;
  readonly description: string;
  readonly llmFormat: string;
  readonly urls: readonly UrlDraft[];
  readonly modelName: string;
  readonly temperature: string;
  readonly maxTokens: string;
  readonly deploymentName: string;
  readonly apiVersion: string;
  readonly reasoningEffort: string;
  readonly reasoningFormat: string;
  /** JSON text. */
  readonly metadata: string;
}

/** The empty form. */
export const emptyDraft: LlmDraft = {
  displayName: '',
  description: '',
  llmFormat: 'openai',
  urls: [{ url: '', region: '' }],
  modelName: '',
  temperature: '',
  maxTokens: '',
  deploymentName: '',
  apiVersion: '',
  reasoningEffort: '',
  reasoningFormat: '',
  metadata: '',
};

/** Creates a draft of an existing LLM. */
export const toDraft = (llm: CustomLlmFieldsFragment): LlmDraft => ({
  displayName: llm.displayName ?? '',
  description: llm.description ?? '',
  llmFormat: llm.llmFormat ?? '',
  urls: (llm.urls ?? []).map(({ url, region }) => ({ url, region: region ?? '' })),
  modelName: llm.modelName ?? '',
  temperature: String(llm.temperature ?? ''),
  maxTokens: String(llm.maxTokens ?? ''),
  deploymentName: llm.deploymentName ?? '',
  apiVersion: llm.apiVersion ?? '',
  reasoningEffort: llm.reasoningEffort ?? '',
  reasoningFormat: llm.reasoningFormat ?? '',
  metadata: formatJson(llm.metadata),
});

const OPTIONAL_TEXTS = [
  'description',
  'deploymentName',
  'apiVersion',
  'reasoningEffort',
  'reasoningFormat',
] as const;

const toUrls = (urls: LlmDraft['urls']): LlmUrlInput[] =>
  urls.map(({ url, region }) => ({
    url: url.trim(),
    ...(region.trim() && { region: region.trim() }),
  }));

const EMPTY_VALUES = { description: '', metadata: {} };

/** Reads the optional fields; undefined for empty ones. */
const readOptional = (draft: LlmDraft) => ({
  ...Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, draft[name].trim() || undefined])),
  temperature: readNumber(draft.temperature, 'input.temperature'),
  maxTokens: readNumber(draft.maxTokens, 'input.maxTokens'),
  metadata: readJsonObject(draft.metadata, 'input.metadata'),
});

const readRequired = (draft: LlmDraft) => ({
  displayName: draft.displayName.trim(),
  llmFormat: draft.llmFormat.trim(),
  urls: toUrls(draft.urls),
  modelName: draft.modelName.trim(),
});

/**
 * Converts a draft to the API's input, without empty optional fields and without the API key.
 * @throws FieldError if a field cannot be read.
 */
export function toInput(draft: LlmDraft): Omit<CreateLlmInput, 'secret'> {
  const optional = Object.entries(readOptional(draft)).filter(([, value]) => value !== undefined);
  return { ...readRequired(draft), ...Object.fromEntries(optional) };
}

/**
 * Returns the fields that a draft changes; null for emptied ones without an empty value, which the API refuses. Unchanged fields are not sent, so that they do not
 * overwrite others' changes.
 * @throws FieldError if a changed field cannot be read.
 */
export function getChanges(llm: CustomLlmFieldsFragment, draft: LlmDraft): UpdateLlmInput {
  const original = toDraft(llm);
  const isChanged = (name: string) =>
    JSON.stringify(Reflect.get(draft, name)) !== JSON.stringify(Reflect.get(original, name));
  const fields = { ...readRequired(draft), ...readOptional(draft) };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => isChanged(name))
      .map(([name, value]) => [name, value ?? Reflect.get(EMPTY_VALUES, name) ?? null]),
  );
}
