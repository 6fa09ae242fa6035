import type { AnyApiError } from '../../hooks/index.ts';
import { MAX_LLM_URLS } from '../constants.ts';
import { TextField } from '../shell/controls.tsx';
import { getIssues } from '../shell/failure.tsx';
import type { UrlDraft } from './llm-draft.ts';

interface UrlsFieldProps {
  readonly path: string;
  readonly value: readonly UrlDraft[];
  readonly onChange: (urls: readonly UrlDraft[]) => void;
  readonly error: AnyApiError | null;
}

/** The addresses of an LLM's API, each with its region. */
export function UrlsField({ path, value, onChange, error }: UrlsFieldProps) {
  const change = (index: number, changes: Partial<UrlDraft>) =>
    onChange(value.map((item, at) => (at === index ? { ...item, ...changes } : item)));
  return (
    <fieldset className="field" id={path} tabIndex={-1}>
      <legend>API URLs</legend>
      {value.map((item, index) => {
        const label = value.length > 1 ? ` ${index + 1}` : '';
        const itemPath = `${path}.${index}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no id, and their order does not change.
          <div className="url" key={index}>
            <TextField
              path={`${itemPath}.url`}
              label={`URL${label}`}
              inputMode="url"
              isCode
              value={item.url}
              onChange={(url) => change(index, { url })}
              issues={getIssues(error, `${itemPath}.url`)}
            />
            <TextField
              path={`${itemPath}.region`}
              label={`Region${label}`}
              value={item.region}
              onChange={(region) => change(index, { region })}
              issues={getIssues(error, `${itemPath}.region`)}
            />
            {value.length > 1 && (
              <button
                type="button"
                className="plain"
                aria-label={`Remove URL${label}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                Remove
              </button>
            )}
          </div>
        );
      })}
      {value.length === 0 && <p className="issue">{getIssues(error, path).join(' ')}</p>}
      {value.length < MAX_LLM_URLS && (
        <div>
          <button
            type="button"
            className="plain"
            onClick={() => onChange([...value, { url: '', region: '' }])}
          >
            Add a URL
          </button>
        </div>
      )}
    </fieldset>
  );
}
