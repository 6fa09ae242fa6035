import type { ReactNode } from 'react';

/** Attributes that connect a control to its label, hint and issues. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  /** Path of the field in the API's arguments, and the control's id. */
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[];
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with a hint and the API's issues. */
export function Field({ path, label, hint, issues = [], children }: FieldProps) {
  const descriptionIds = [hint && `${path}-hint`, issues.length > 0 && `${path}-issues`].filter(
    Boolean,
  );
  return (
    <div className="field">
      <label htmlFor={path}>{label}</label>
      {hint && (
        <p id={`${path}-hint`} className="hint">
          {hint}
        </p>
      )}
      {children({
        id: path,
        'aria-describedby': descriptionIds.join(' ') || undefined,
        'aria-invalid': issues.length > 0,
      })}
      {issues.length > 0 && (
        <p id={`${path}-issues`} className="issue">
          {issues.join(' ')}
        </p>
      )}
    </div>
  );
}
