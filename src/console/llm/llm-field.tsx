import { useState } from 'react';
import { useLlmsQuery } from '../../hooks/index.ts';
import { Field } from '../shell/field.tsx';
import { TextField } from '../shell/text-field.tsx';

interface LlmFieldProps {
  readonly path: string;
  /** Id of the LLM; empty for default of the upstream. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly issues: readonly string[];
}

const CUSTOM = 'custom';

/** Selects an LLM: a built-in one, a custom one by id, or the service's default. */
export function LlmField({ path, value, onChange, issues }: LlmFieldProps) {
  const { data } = useLlmsQuery();
  const [isCustom, setCustom] = useState(false);
  const choose = (chosen: string) => {
    setCustom(chosen === CUSTOM);
    onChange(chosen === CUSTOM ? '' : chosen);
  };
  return (
    <>
      <Field
        path={isCustom ? `${path}-choice` : path}
        label="Language model"
        issues={isCustom ? [] : issues}
      >
        {(control) => (
          <select
            {...control}
            value={isCustom ? CUSTOM : value}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Default of the upstream</option>
            {data?.llms.items.map(({ id, description }) => (
              <option key={id} value={id}>
                {description ?? id}
              </option>
            ))}
            <option value={CUSTOM}>Custom LLM</option>
          </select>
        )}
      </Field>
      {isCustom && (
        <TextField
          path={path}
          label="LLM id"
          isCode
          value={value}
          onChange={onChange}
          issues={issues}
        />
      )}
    </>
  );
}
