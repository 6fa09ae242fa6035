import { TextField } from '../shell/text-field.tsx';
import { checkParameters } from './json-schema.ts';

interface ParametersFieldProps {
  readonly path: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly issues: readonly string[];
}

const EXAMPLE = JSON.stringify(
  {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city.' } },
    required: ['city'],
  },
  null,
  2,
);

/** An editor for the JSON Schema of a tool's parameters, which is checked while typing. */
export function ParametersField({ path, value, onChange, issues }: ParametersFieldProps) {
  const isEmpty = value.trim() === '';
  const { message, names = [] } = isEmpty ? {} : checkParameters(value);
  return (
    <div className="stack">
      <TextField
        path={path}
        label="Parameters"
        hint="JSON Schema of the arguments that the LLM passes. Empty: no arguments."
        rows={12}
        isCode
        value={value}
        onChange={onChange}
        issues={message ? [message] : issues}
      />
      <div className="row">
        {isEmpty && (
          <button type="button" className="plain" onClick={() => onChange(EXAMPLE)}>
            Insert an example
          </button>
        )}
        <span role="status" className="small">
          {message && 'Not a valid schema.'}
          {!isEmpty && !message && `Valid. Parameters: ${names.join(', ') || 'none'}.`}
        </span>
      </div>
    </div>
  );
}
