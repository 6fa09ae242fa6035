import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { SignInButton } from '../sign-in/sign-in-button.tsx';
import { CredentialButton } from './credential-button.tsx';
import { NoList } from './no-list.tsx';

/** Returns a title and advice for an error. */
function describeError(error: AnyApiError): readonly [title: string, help: ReactNode] {
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
      // Each code is above. An API of another version may have further ones.
      error satisfies never;
  }
  return ['Request failed', null];
}

/** Maximum number of issues that are shown. */
const MAX_ISSUES = 10;

/** What was wrong: the message, which has one issue, or a list of several. */
function Problem({ error }: { readonly error: AnyApiError }) {
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
  readonly error: AnyApiError;
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
