import { Link } from 'wouter';
import {
  LlmDocument,
  type LlmQuery,
  LlmsDocument,
  type UpdateLlmInput,
  useCreateLlmMutation,
  useDeleteLlmMutation,
  useLlmQuery,
  useLlmRecordQuery,
  useLlmsByIdsQuery,
  useLlmsQuery,
  useUpdateLlmMutation,
} from '../hooks/index.ts';
import type { LLM_FORMATS } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { RadioList, TextField } from './shell/controls.tsx';
import { Entry, type Setting } from './shell/display.tsx';
import { NoList } from './shell/failure.tsx';
import { type ControlProps, createFields, type Draft, withControl } from './shell/fields.ts';
import { DateTime, nameRecord } from './shell/format.tsx';
import { ListPage } from './shell/list-page.tsx';
import { isObject } from './shell/parse.ts';
import { type DefaultPickerFieldProps, Picker, usePicker } from './shell/picker.tsx';
import type { Kind } from './shell/query.ts';
import { NewPage } from './shell/record-forms.tsx';
import { RecordPage } from './shell/record-page.tsx';

const LLM: Kind = { noun: 'LLM', type: 'Llm', parent: { href: '/llms', name: 'LLMs' } };

const FORMATS: Readonly<Record<(typeof LLM_FORMATS)[number], string>> = {
  openai: 'OpenAI',
  azure_openai: 'Azure OpenAI',
  groq_openai: 'Groq',
  gemini: 'Gemini',
};

const hasDeployment = ({ llmFormat, deploymentName, apiVersion }: Draft) =>
  llmFormat === 'azure_openai' || Boolean(deploymentName || apiVersion);

const VIEWS = {
  displayName: { label: 'Name' },
  description: { hint: '' },
  llmFormat: { label: 'API format', suggestions: FORMATS, isCode: true, initial: 'openai' },
  urls: withControl({ Control: UrlsField, toDraft: toUrls, read: readUrls }),
  modelName: { label: 'Model', isCode: true },
  secret: { label: 'API key', hint: 'Stored encrypted, and never shown again.' },
  temperature: {
    hint: `${FIELDS.CreateLlmInput.temperature.hint} Leave empty for the API's default.`,
  },
  maxTokens: { label: 'Maximum output tokens', hint: '' },
  reasoningEffort: {},
  reasoningFormat: {},
  deploymentName: { hint: '', isCode: true, isShown: hasDeployment },
  apiVersion: { hint: '', isCode: true, isShown: hasDeployment },
  metadata: { hint: 'A JSON object, for your reference.' },
};

const NEW = createFields(FIELDS.CreateLlmInput, VIEWS);
const EDIT = createFields(FIELDS.UpdateLlmInput, {
  ...VIEWS,
  secret: { label: 'API key', hint: 'Leave empty to keep the saved key.' },
});

/** An address of an LLM's API, as typed. */
interface Url {
  readonly url: string;
  readonly region: string;
}

const NO_URL: Url = { url: '', region: '' };

function toUrls(saved: unknown): readonly Url[] {
  if (!Array.isArray(saved)) return [NO_URL];
  return saved.filter(isObject).map(({ url, region }) => ({
    url: String(url),
    region: String(region ?? ''),
  }));
}

function readUrls(urls: readonly Url[]) {
  return urls.map(({ url, region }) => ({
    url: url.trim(),
    ...(region.trim() && { region: region.trim() }),
  }));
}

/** The addresses of an LLM's API, each with its region. */
function UrlsField({ path, value, onChange, issues, getIssues }: ControlProps<readonly Url[]>) {
  const change = (index: number, changes: Partial<Url>) =>
    onChange(value.map((item, at) => (at === index ? { ...item, ...changes } : item)));
  return (
    <fieldset className="field" id={path} tabIndex={-1} data-required>
      <legend>API URLs</legend>
      {value.map(({ url, region }, index) => {
        const number = value.length > 1 ? ` ${index + 1}` : '';
        const field = (name: keyof Url, label: string) => ({
          path: `${path}.${index}.${name}`,
          label: `${label}${number}`,
          issues: getIssues(`${path}.${index}.${name}`),
          onChange: (text: string) => change(index, { [name]: text }),
        });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no id, and their order does not change.
          <div className="url" key={index}>
            <TextField {...field('url', 'URL')} value={url} inputMode="url" isCode />
            <TextField {...field('region', 'Region')} value={region} />
            {value.length > 1 && (
              <button
                type="button"
                className="plain"
                aria-label={`Remove URL${number}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                Remove
              </button>
            )}
          </div>
        );
      })}
      {value.length === 0 && <p className="issue">{issues.join(' ')}</p>}
      {value.length < FIELDS.CreateLlmInput.urls.maxItems && (
        <div>
          <button type="button" className="plain" onClick={() => onChange([...value, NO_URL])}>
            Add a URL
          </button>
        </div>
      )}
    </fieldset>
  );
}

/**
 * Returns why custom LLMs cannot be listed; undefined if they can, and until that is known. The API lists built-in LLMs
 * for every upstream.
 */
function useMissingList(enabled: boolean): string | undefined {
  const { error } = useLlmsQuery({ first: 1, includeBuiltIn: false }, { enabled });
  return error?.code === 'NOT_SUPPORTED' ? error.message : undefined;
}

/** Lists LLMs, built-in ones first. */
export function LlmsPage() {
  const missingList = useMissingList(true);
  return (
    <ListPage
      {...LLM}
      lead="The language models behind your personas. A custom LLM uses your own API."
      document={LlmsDocument}
      useList={useLlmsQuery}
      canCreate={!missingList}
      renderItem={({ id, displayName, description, isBuiltIn }) => (
        <Entry
          section="llms"
          name={displayName}
          badge={isBuiltIn ? 'built-in' : 'custom'}
          {...{ id, description }}
        />
      )}
    >
      {missingList && <NoList message={`Only built-in LLMs are listed. ${missingList}`} />}
    </ListPage>
  );
}

export const NewLlmPage = () => (
  <NewPage
    {...LLM}
    lead="A language model of your own, which the service calls through its API."
    fields={NEW}
    useCreate={useCreateLlmMutation}
  />
);

type Llm = NonNullable<LlmQuery['llm']>;

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof UpdateLlmInput
  | 'id'
  | 'displayTags'
  | 'isGlobal'
  | 'zeroDataRetention'
  | 'organizationId'
  | 'createdAt';

/** Built-in LLMs cannot be changed. */
function showLlm(llm: Llm) {
  const { id, displayName, description, isBuiltIn } = llm;
  const settings: Readonly<Record<Exclude<keyof Llm, Elsewhere>, Setting | false>> = {
    isBuiltIn: { label: 'Kind', value: isBuiltIn ? 'built-in, cannot be changed' : 'custom' },
    updatedAt: !isBuiltIn && {
      label: 'Last changed',
      value: <DateTime at={llm.updatedAt ?? llm.createdAt} />,
    },
  };
  return {
    title: displayName,
    lead: description,
    settings,
    canDelete: !isBuiltIn,
    warning: 'Personas that use it keep its id.',
    actions: (
      <Link href={`/personas/new?llm=${encodeURIComponent(id)}`} className="button">
        Create a persona with this LLM
      </Link>
    ),
    saved: !isBuiltIn && llm,
  };
}

export const LlmPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...LLM}
    id={id}
    document={LlmDocument}
    useRecord={useLlmQuery}
    useRawJson={useLlmRecordQuery}
    edit={{ fields: EDIT, useUpdate: useUpdateLlmMutation }}
    deletion={{ useDelete: useDeleteLlmMutation }}
    show={showLlm}
  />
);

/** Selects an LLM by name: a built-in one, a custom one, or the service's default. */
export function LlmField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useLlmsQuery,
    useByIds: useLlmsByIdsQuery,
  });
  const { text, isLoaded, lastPage, listed, items } = picker;
  const hasOnlyBuiltIn =
    isLoaded && text === '' && lastPage <= 1 && listed.every(({ isBuiltIn }) => isBuiltIn);
  const missingList = useMissingList(hasOnlyBuiltIn);
  const field = { path, value, onChange };
  return (
    <Picker legend="Language model" idLabel="LLM id" picker={picker} {...field} {...others}>
      <RadioList
        {...{ value, onChange, defaultLabel }}
        choices={items.map(({ id, displayName, description, isBuiltIn }) => ({
          id,
          label: nameRecord(displayName),
          description,
          controls: !isBuiltIn && <span className="badge">custom</span>,
        }))}
      />
      {missingList && (
        <TextField
          path={`${path}-custom`}
          label="Custom LLM by id"
          hint={missingList}
          isCode
          value={listed.some(({ id }) => id === value) ? '' : value}
          onChange={onChange}
        />
      )}
    </Picker>
  );
}
