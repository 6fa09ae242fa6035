import { type MouseEvent, useEffect, useRef } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';
import type { FieldError } from './field-error.ts';

const joinPath = (path: readonly (string | number)[]) => path.join('.');

/** Returns the API's issues for a path in its arguments, such as `input.name`, and the paths below it. */
export const getIssues = (error: AnyApiError | null, path: string): readonly string[] =>
  error?.code === 'BAD_USER_INPUT'
    ? error.issues
        .filter((issue) => `${joinPath(issue.path)}.`.startsWith(`${path}.`))
        .map(({ message }) => message)
    : [];

/** Returns the field at a path, or the closest one above it. */
function findField(path: string): HTMLElement | null {
  const field = document.getElementById(path);
  const end = path.lastIndexOf('.');
  return field || end < 0 ? field : findField(path.slice(0, end));
}

/** Returns the label of a field, with a colon: many messages do not name their field. */
function getLabel(path: string): string {
  const field = findField(path);
  const label = field?.querySelector('legend') ?? document.querySelector(`[for="${field?.id}"]`);
  return label ? `${label.textContent}: ` : '';
}

/** Returns what a form was rejected for, by field. */
function listIssues(error: AnyApiError | null, fieldError: FieldError | undefined) {
  if (fieldError) return [fieldError];
  if (error?.code !== 'BAD_USER_INPUT') return [];
  return error.issues.map(({ path, message }) => ({ path: joinPath(path), message }));
}

interface FormFailureProps {
  readonly error: AnyApiError | null;
  /** A field that cannot be read, so that nothing was sent. */
  readonly fieldError?: FieldError | undefined;
}

/** Lists the reasons why a form was rejected, each linked to its field, and takes the focus. */
export function FormFailure({ error, fieldError }: FormFailureProps) {
  const summary = useRef<HTMLDivElement>(null);
  const failure = fieldError ?? error;
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  if (!failure) return null;
  const issues = listIssues(error, fieldError);
  const follow = (path: string) => (event: MouseEvent) => {
    // The address of the page stays as it is.
    event.preventDefault();
    findField(path)?.focus();
  };
  return (
    <div ref={summary} tabIndex={-1}>
      {issues.length === 0 && error && <Failure error={error} />}
      {issues.length > 0 && (
        <div role="alert" className="failure">
          <strong>Validation failed</strong>
          <ul>
            {issues.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <a href={`#${path}`} onClick={follow(path)}>
                  {getLabel(path)}
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
