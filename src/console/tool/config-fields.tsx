import type { AnyApiError } from '../../hooks/index.ts';
import {
  REDACTED,
  TOOL_ACTIONS,
  TOOL_FIELDS,
  TOOL_TIMEOUT,
  WEBHOOK_METHODS,
} from '../constants.ts';
import { GroupsField } from '../knowledge/groups-field.tsx';
import { CheckField, SelectField, TextField } from '../shell/controls.tsx';
import { createFormFields, type FieldError } from '../shell/draft-form.tsx';
import { getIssues } from '../shell/failure.tsx';
import { formatValue } from '../shell/format.tsx';
import { ParametersField } from './parameters-field.tsx';
import { CONFIG_PATH, type ToolConfigDraft } from './tool-config-draft.ts';

interface ConfigFieldsProps {
  /** Type of the tool. */
  readonly type: string;
  readonly config: ToolConfigDraft;
  readonly onChange: (config: ToolConfigDraft) => void;
  readonly error: AnyApiError | null;
  readonly fieldError: FieldError | undefined;
}

const toChoices = (values: readonly string[]) => values.map((value) => ({ value, name: value }));

const METHODS = toChoices(WEBHOOK_METHODS);
const ACTIONS = TOOL_ACTIONS.map((value) => ({ value, name: formatValue(value) }));

/** The configuration of a tool: the fields of its type, and JSON for all others. */
export function ConfigFields({ type, config, onChange, error, fieldError }: ConfigFieldsProps) {
  const field = createFormFields(config, onChange, error, { prefix: CONFIG_PATH, fieldError });
  const isWebhook = type === 'SERVER_WEBHOOK';
  const hasFields = type in TOOL_FIELDS;
  const configIssues = getIssues(error, CONFIG_PATH);
  return (
    <>
      {isWebhook && (
        <>
          <TextField label="URL" inputMode="url" isCode {...field('url')} />
          <SelectField label="Method" choices={METHODS} {...field('method')} />
          <TextField
            label="Headers"
            hint={`One per line, such as Accept: application/json. “${REDACTED}” is a saved secret: enter it again to change the configuration.`}
            rows={3}
            isCode
            {...field('headers')}
          />
        </>
      )}
      {(isWebhook || type === 'CLIENT') && <ParametersField {...field('parameters')} />}
      {isWebhook && (
        <TextField
          label="Body template"
          hint="Template of the request body. Empty: the arguments as JSON."
          rows={4}
          isCode
          {...field('bodyTemplate')}
        />
      )}
      {type === 'CLIENT' && (
        <>
          <CheckField label="The LLM waits for the result" {...field('awaitResult')} />
          <TextField
            label="Timeout (seconds)"
            hint={`${TOOL_TIMEOUT.min} to ${TOOL_TIMEOUT.max}.`}
            inputMode="decimal"
            {...field('toolTimeoutSeconds')}
          />
        </>
      )}
      {type === 'SERVER_RAG' && <GroupsField {...field('documentFolderIds')} />}
      {type === 'SYSTEM' && <SelectField label="Action" choices={ACTIONS} {...field('action')} />}
      {(config.further !== '' || !hasFields) && (
        <TextField
          label="Further configuration"
          hint="A JSON object with the fields that this page does not know."
          rows={6}
          isCode
          {...field('further')}
          issues={
            hasFields ? field('further').issues : [...field('further').issues, ...configIssues]
          }
        />
      )}
    </>
  );
}
