import { Fragment, type ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import type { FieldError } from './field-error.ts';
import { FormFailure } from './issues.tsx';

interface FormProps {
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly error: AnyApiError | null;
  readonly fieldError?: FieldError | undefined;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
  /** Why nothing can be submitted; undefined if it can. */
  readonly obstacle?: string | undefined;
  /** The result, beside the button. */
  readonly result?: ReactNode;
  /** The fields by name, in their order. A record, so that the compiler reports a missing one. */
  readonly fields: Readonly<Record<string, ReactNode>>;
}

/** A long form: the summary of its errors is at the top, and the button that submits stays in view. */
export function Form(props: FormProps) {
  const { onSubmit, error, fieldError, isPending, submit, obstacle, result, fields } = props;
  return (
    <form
      className="stack form"
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      <FormFailure error={error} fieldError={fieldError} />
      {Object.entries(fields).map(([name, control]) => (
        <Fragment key={name}>{control}</Fragment>
      ))}
      <div className="row save">
        <button
          type="submit"
          disabled={isPending || obstacle !== undefined}
          aria-describedby={obstacle && 'obstacle'}
        >
          {submit}
        </button>
        {obstacle && (
          <span id="obstacle" className="hint">
            {obstacle}
          </span>
        )}
        {result}
      </div>
    </form>
  );
}
