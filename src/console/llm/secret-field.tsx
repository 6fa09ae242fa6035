import { Field } from '../shell/controls.tsx';

interface SecretFieldProps {
  readonly hint: string;
  readonly issues: readonly string[];
}

const NAME = 'secret';

/** The API key of an LLM. Write-only: React does not hold its value, and no attribute of the page shows it. */
export const SecretField = ({ hint, issues }: SecretFieldProps) => (
  <Field path={`input.${NAME}`} label="API key" hint={hint} issues={issues}>
    {(control) => (
      <input
        {...control}
        name={NAME}
        type="password"
        autoComplete="off"
        spellCheck={false}
        className="code"
      />
    )}
  </Field>
);

/** Reads the API key of a submitted form; empty if none was entered. */
export function readSecret(form: HTMLFormElement): string {
  const secret = new FormData(form).get(NAME);
  return typeof secret === 'string' ? secret : '';
}
