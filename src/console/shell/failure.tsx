import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ApiError } from '../../hooks/index.ts';
import { SignInButton } from '../sign-in/sign-in-button.tsx';
import { CredentialButton } from './credentials.tsx';
import { type FieldError, INVALID_URL } from './parse.ts';

/** Returns a title and advice for an error. */
function describeError(error: ApiError): readonly [title: string, help: ReactNode] {
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return [
        'Authentication required',
        <div key="help" className="row">
          <SignInButton />
          <CredentialButton name="Set credentials" />
        </div>,
      ];
    case 'FORBIDDEN':
      return ['Permission denied', 'Use credentials with other scopes or permissions.'];
    case 'PLAN_REQUIRED':
      return ['Another plan is required', 'Use credentials of an account with another plan.'];
    case 'RATE_LIMITED':
      return [
        'Too many requests',
        error.retryAfterSeconds
          ? `Try again in ${error.retryAfterSeconds} seconds.`
          : 'Try again later.',
      ];
    case 'OVERLOADED':
      return ['The API is overloaded', 'Try again later.'];
    case 'NETWORK':
      return ['The API cannot be reached', 'Check that it is running.'];
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_UNAVAILABLE':
      return ['The upstream does not respond', 'Try again later.'];
    case 'BAD_REQUEST':
    case 'BAD_USER_INPUT':
    case 'CONFLICT':
    case 'GRAPHQL_PARSE_FAILED':
    case 'GRAPHQL_VALIDATION_FAILED':
    case 'INTERNAL':
    case 'INVALID_RESPONSE':
    case 'NOT_FOUND':
    case 'NOT_SUPPORTED':
    case 'OPERATION_TOO_LARGE':
    case 'PAYLOAD_TOO_LARGE':
    case 'PERSISTED_QUERY_NOT_FOUND':
    case 'PERSISTED_QUERY_NOT_IN_LIST':
    case 'UNPROCESSABLE':
    case 'UNSUPPORTED_MEDIA_TYPE':
    case 'UPSTREAM_INVALID_RESPONSE':
      break;
    default:
      // All codes are handled above. An API of another version may have other codes.
      error satisfies never;
  }
  return ['Request failed', null];
}

/** Maximum number of issues that are shown. */
const MAX_ISSUES = 10;

/** What was wrong: the message, which has one issue, or a list of several. */
function Problem({ error }: { readonly error: ApiError }) {
  const { issues, message } = error;
  if (issues.length < 2) return <p>{message}</p>;
  const hiddenCount = issues.length - MAX_ISSUES;
  return (
    <ul>
      {issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
        const text = path.length > 0 ? `${path.join('.')}: ${message}` : message;
        return <li key={text}>{text}</li>;
      })}
      {hiddenCount > 0 && <li>{hiddenCount} more</li>}
    </ul>
  );
}

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry?: () => void;
  /** Replaces the default advice. */
  readonly children?: ReactNode;
}

/** Shows and announces an error: its meaning, the API's message or issues, and the request id for the API's logs. */
export function Failure({ error, onRetry, children }: FailureProps) {
  if (error.code === 'NOT_SUPPORTED') return <NoList message={error.message} />;
  const [title, help] = describeError(error);
  return (
    <div role="alert" className="failure">
      <strong>{title}</strong>
      <Problem error={error} />
      {children ?? (help && <div>{help}</div>)}
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

/** Messages of the API, in words for a form. */
const WORDS: Readonly<Record<string, string>> = { 'Must be a URL.': INVALID_URL };

const joinPath = (path: readonly (string | number)[]) => path.join('.');

/** Returns the API's issues for a path in its arguments, such as `input.name`, and the paths below it. */
export const getIssues = (error: ApiError | null, path: string): readonly string[] =>
  error?.code === 'BAD_USER_INPUT'
    ? error.issues
        .filter((issue) => `${joinPath(issue.path)}.`.startsWith(`${path}.`))
        .map(({ message }) => WORDS[message] ?? message)
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
function listIssues(error: ApiError | null, problems: readonly FieldError[]) {
  if (problems.length > 0) return problems;
  if (error?.code !== 'BAD_USER_INPUT') return [];
  return error.issues.map(({ path, message }) => ({
    path: joinPath(path),
    message: WORDS[message] ?? message,
  }));
}

interface FormFailureProps {
  readonly error: ApiError | null;
  /** Fields that cannot be read, so that nothing was sent. */
  readonly problems?: readonly FieldError[] | undefined;
}

/** Lists the reasons why a form was rejected, each linked to its field, and takes the focus. */
export function FormFailure({ error, problems = [] }: FormFailureProps) {
  const summary = useRef<HTMLDivElement>(null);
  const failure = problems[0] ?? error;
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  if (!failure) return null;
  const issues = listIssues(error, problems);
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
