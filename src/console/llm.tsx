import { Link } from 'wouter';
import * as api from '../hooks/index.ts';
import type { LLM_FORMATS } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { TextField } from './shell/controls.tsx';
import { type ControlProps, createFields, type Draft, withControl } from './shell/fields.ts';
import { DateTime } from './shell/format.tsx';
import { isObject } from './shell/parse.ts';
import { defineResource } from './shell/resource.ts';

const FORMATS: Readonly<Record<(typeof LLM_FORMATS)[number], string>> = {
  openai: 'OpenAI',
  azure_openai: 'Azure OpenAI',
  groq_openai: 'Groq',
  gemini: 'Gemini',
};

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

export const LLM = defineResource({
  noun: 'LLM',
  title: 'LLMs',
  label: 'Language model',
  path: 'llms',
  lead: 'The language models behind your personas. A custom LLM uses your own API.',
  list: api.LlmsDocument,
  own: { includeBuiltIn: false },
  byIds: api.LlmsByIdsDocument,
  summarize: ({ displayName: name, description, isBuiltIn }) => ({
    name,
    description,
    badge: isBuiltIn ? 'built-in' : 'custom',
  }),
  create: {
    document: api.CreateLlmDocument,
    lead: 'A language model of your own, which the service calls through its API.',
    fields: createFields(FIELDS.CreateLlmInput, VIEWS),
  },
  record: api.LlmDocument,
  raw: api.LlmRecordDocument,
  show: ({ id, displayName, description, isBuiltIn, createdAt, updatedAt }) => ({
    title: displayName,
    lead: description,
    settings: {
      Kind: isBuiltIn ? 'built-in, cannot be changed' : 'custom',
      'Last changed': !isBuiltIn && <DateTime at={updatedAt ?? createdAt} />,
    },
    canEdit: !isBuiltIn,
    canDelete: !isBuiltIn,
    warning: 'Personas that use it keep its id.',
    actions: (
      <Link href={`/personas/new?llm=${encodeURIComponent(id)}`} className="button">
        Create a persona with this LLM
      </Link>
    ),
  }),
  change: {
    document: api.UpdateLlmDocument,
    fields: createFields(FIELDS.UpdateLlmInput, {
      ...VIEWS,
      secret: { label: 'API key', hint: 'Leave empty to keep the saved key.' },
    }),
  },
  remove: api.DeleteLlmDocument,
});
