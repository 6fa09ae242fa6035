import type {
  CreateLlmInput,
  CustomLlmFieldsFragment,
  LlmUrlInput,
  UpdateLlmInput,
} from '../../hooks/index.ts';
import {
  createDraft,
  type FormFields,
  getChangedFields,
  readNumber,
  toCreateInput,
} from '../shell/draft-form.tsx';
import { formatJson, readJsonObject } from '../shell/format.tsx';

/** An address of an LLM's API, as typed. */
export interface UrlDraft {
  readonly url: string;
  readonly region: string;
}

/** The fields that are typed otherwise than as text, or that a draft does not keep. */
type OtherField = 'urls' | 'secret';

/**
 * The state of the form for a custom LLM: all fields of an update but its API key, so that it is kept nowhere. `metadata`
 * is JSON text.
 */
export type LlmDraft = Readonly<
  Record<Exclude<keyof FormFields<UpdateLlmInput>, OtherField>, string>
> & {
  readonly urls: readonly UrlDraft[];
};

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

export const toDraft = (llm: CustomLlmFieldsFragment): LlmDraft =>
  createDraft({ ...emptyDraft, llmFormat: '', urls: [] }, {
    ...llm,
    urls: llm.urls?.map(({ url, region }) => ({ url, region: region ?? '' })),
    temperature: llm.temperature?.toString(),
    maxTokens: llm.maxTokens?.toString(),
    metadata: formatJson(llm.metadata),
  } satisfies Readonly<Record<keyof LlmDraft, unknown>>);

const toUrls = (urls: LlmDraft['urls']): LlmUrlInput[] =>
  urls.map(({ url, region }) => ({
    url: url.trim(),
    ...(region.trim() && { region: region.trim() }),
  }));

/** What an update sends for an emptied field. Null clears the field, or the API says why not. */
const EMPTIED: Readonly<Record<Exclude<keyof LlmDraft, 'urls'>, '' | object | null>> = {
  displayName: '',
  description: '',
  llmFormat: '',
  modelName: '',
  temperature: null,
  maxTokens: null,
  deploymentName: null,
  apiVersion: null,
  reasoningEffort: null,
  reasoningFormat: null,
  metadata: {},
};

/** Reads what is not sent as text. @throws FieldError if a field cannot be read. */
const readFields = (draft: LlmDraft) => ({
  ...draft,
  urls: toUrls(draft.urls),
  temperature: readNumber(draft.temperature, 'input.temperature'),
  maxTokens: readNumber(draft.maxTokens, 'input.maxTokens'),
  metadata: readJsonObject(draft.metadata, 'input.metadata'),
});

/**
 * Converts a draft to the API's input, without empty optional fields and without the API key.
 * @throws FieldError if a field cannot be read.
 */
export function toInput(draft: LlmDraft): Omit<CreateLlmInput, 'secret'> {
  const fields = readFields(draft);
  return {
    ...toCreateInput<CreateLlmInput>(fields),
    // Sent even if they are empty, so that the API says what is missing.
    displayName: fields.displayName.trim(),
    llmFormat: fields.llmFormat.trim(),
    urls: fields.urls,
    modelName: fields.modelName.trim(),
  };
}

/**
 * Returns the fields that a draft changes.
 * @throws FieldError if a field cannot be read.
 */
export function getChanges(llm: CustomLlmFieldsFragment, draft: LlmDraft): UpdateLlmInput {
  const fields = readFields(draft);
  return getChangedFields(toDraft(llm), draft, (name, value) => {
    const read: unknown = Reflect.get(fields, name);
    if (value === '') return Reflect.get(EMPTIED, name);
    return typeof read === 'string' ? value : read;
  });
}
