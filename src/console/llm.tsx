import * as api from '../hooks/index.ts';
import { LLM_FORMATS } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { NewPersonaLink } from './shell/display.tsx';
import { createFields, type Draft, withControl } from './shell/fields.ts';
import { DateTime } from './shell/format.tsx';
import { isObject } from './shell/parse.ts';
import { defineResource } from './shell/resource.ts';

const formatUrls = (saved: unknown) =>
  (Array.isArray(saved) ? saved : [])
    .filter(isObject)
    .map(({ url, region }) => [url, region].filter(Boolean).join(' '))
    .join('\n');

/** Reads the addresses of an LLM's API, of which a region may follow each. */
function readUrls(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const urls = lines.map((line) => {
    const [url, region] = line.trim().split(/\s+/);
    return { url, ...(region && { region }) };
  });
  return urls.length > 0 ? urls : undefined;
}

const hasDeployment = ({ llmFormat, deploymentName, apiVersion }: Draft) =>
  llmFormat === 'azure_openai' || Boolean(deploymentName || apiVersion);

const VIEWS = {
  displayName: { label: 'Name' },
  description: { hint: '' },
  llmFormat: { label: 'API format', suggestions: LLM_FORMATS, isCode: true, initial: 'openai' },
  modelName: { label: 'Model', isCode: true },
  urls: {
    label: 'API URL',
    hint: 'One address per line. Its region can follow it after a space.',
    rows: 2,
    isCode: true,
    ...withControl({ toDraft: formatUrls, read: readUrls }),
  },
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
    actions: <NewPersonaLink noun="LLM" id={id} />,
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
