import { TextField } from '../shell/controls.tsx';

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

/** An editor for the JSON Schema of a tool's parameters, which the API checks. */
export const ParametersField = (props: ParametersFieldProps) => (
  <div className="stack">
    <TextField
      label="Parameters"
      hint="JSON Schema of the arguments that the LLM passes. Empty: no arguments."
      rows={12}
      isCode
      {...props}
    />
    {props.value.trim() === '' && (
      <div className="row">
        <button type="button" className="plain" onClick={() => props.onChange(EXAMPLE)}>
          Insert an example
        </button>
      </div>
    )}
  </div>
);
