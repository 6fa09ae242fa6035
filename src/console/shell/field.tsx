import type { ReactNode } from 'react';

/** What ties a control to its label, its hint and its issues. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  /** Path of the field among the API's arguments; the control's id. */
  readonly path: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly issues?: readonly string[];
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with a hint, and below it what the API says of it. */
export function Field({ path, label, hint, issues = [], children }: FieldProps) {
  const described = [hint && `${path}-hint`, issues.length > 0 && `${path}-issues`].filter(Boolean);
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
        'aria-describedby': described.join(' ') || undefined,
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
