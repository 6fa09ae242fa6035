import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ApiError } from '../../hooks/index.ts';
import { SignInButton } from '../sign-in/sign-in-button.tsx';
import { CredentialButton } from './credentials.tsx';
import type { FieldError } from './parse.ts';

const LATER = 'Try again later.';

/** A title and advice for the errors that have some. */
const ADVICE: { readonly [Code in ApiError['code']]?: readonly [title: string, help: ReactNode] } =
  {
    UNAUTHENTICATED: [
      'Authentication required',
      <div key="help" className="row">
        <SignInButton />
        <CredentialButton name="Set credentials" />
      </div>,
    ],
    FORBIDDEN: ['Permission denied', 'Use credentials with other scopes or permissions.'],
    PLAN_REQUIRED: ['Another plan is required', 'Use credentials of an account with another plan.'],
    RATE_LIMITED: ['Too many requests', LATER],
    OVERLOADED: ['The API is overloaded', LATER],
    NETWORK: ['The API cannot be reached', 'Check that it is running.'],
    UPSTREAM_TIMEOUT: ['The upstream does not respond', LATER],
    UPSTREAM_UNAVAILABLE: ['The upstream does not respond', LATER],
  };

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry?: () => void;
}

/** Shows and announces an error: its meaning, the API's message or issues, and the request id for the API's logs. */
export function Failure({ error, onRetry }: FailureProps) {
  if (error.code === 'NOT_SUPPORTED') return <NoList message={error.message} />;
  const [title, advice] = ADVICE[error.code] ?? ['Request failed'];
  const wait = error.retryAfterSeconds;
  const help = wait ? `Try again in ${wait} seconds.` : advice;
  return (
    <div role="alert" className="failure">
      <strong>{title}</strong>
      <p>{error.message}</p>
      {help && <div>{help}</div>}
      {error.requestId && (
        <p className="small">
          {error.code}, request id <code>{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <button type="button" className="plain" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Says why the upstream has no list, by the API's message, which names the setting, and what to do next. */
export const NoList = ({ message }: { readonly message: string }) => (
  <div className="empty">
    <p>{message}</p>
    <p>
      To see which extensions the upstream supports, run <code>avatar-graphql doctor</code>.
    </p>
  </div>
);

/** Codes and messages of the API, in words for a form. */
const WORDS: Readonly<Record<string, string>> = {
  'Must be a URL.': 'Enter a complete address, such as https://example.com.',
  NULL_NOT_ALLOWED: 'It cannot be removed once it is saved. Enter another value.',
};

type Issue = Pick<FieldError, 'path' | 'message'>;

/** Returns what the API rejected, by path in its arguments, such as `input.name`. */
const listIssues = (error: ApiError | null): readonly Issue[] =>
  error?.code === 'BAD_USER_INPUT'
    ? error.issues.map(({ path, message, code }) => ({
        path: path.join('.'),
        message: WORDS[code] ?? WORDS[message] ?? message,
      }))
    : [];

/** Returns the API's issues for a path and the paths below it. */
export const getIssues = (error: ApiError | null, path: string): readonly string[] =>
  listIssues(error)
    .filter((issue) => `${issue.path}.`.startsWith(`${path}.`))
    .map(({ message }) => message);

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

interface FormFailureProps {
  readonly error: ApiError | null;
  /** Fields that cannot be read, so that nothing was sent. */
  readonly problems: readonly FieldError[];
}

/** Lists the reasons why a form was rejected, each linked to its field, and takes the focus. */
export function FormFailure({ error, problems }: FormFailureProps) {
  const summary = useRef<HTMLDivElement>(null);
  const failure = problems[0] ?? error;
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  if (!failure) return null;
  const issues = problems.length > 0 ? problems : listIssues(error);
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
          <strong>Not saved yet. Please correct:</strong>
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
