import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { CredentialButton } from './credential-dialog.tsx';

/** Returns a title and advice for an error. */
function describeError(error: AnyApiError): readonly [title: string, help: ReactNode] {
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return [
        'The service wants to know who asks',
        <CredentialButton key="key" name="Give a key" />,
      ];
    case 'FORBIDDEN':
      return ['Your key does not reach this', 'Another key, or another plan, may.'];
    case 'RATE_LIMITED':
      return [
        'Too many requests',
        error.retryAfterSeconds
          ? `Come back in ${error.retryAfterSeconds} seconds.`
          : 'Come back in a moment.',
      ];
    case 'OVERLOADED':
      return ['The API is busy', 'It may have room in a moment.'];
    case 'NETWORK':
      return ['The API cannot be reached', 'Is it still running?'];
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_UNAVAILABLE':
      return ['The service behind the API does not answer', 'It may be back in a moment.'];
    default:
      return ['That did not work', null];
  }
}

interface FailureProps {
  readonly error: AnyApiError;
  readonly onRetry?: () => void;
  /** Replaces the default advice. */
  readonly children?: ReactNode;
}

/** Shows and announces an error: its meaning, the API's message and the request id for the API's logs. */
export function Failure({ error, onRetry, children }: FailureProps) {
  const [title, help] = describeError(error);
  return (
    <div role="alert" className="failure">
      <strong>{title}</strong>
      <p>{error.message}</p>
      {error.code === 'BAD_USER_INPUT' && (
        <ul>
          {error.issues.map(({ path, message }) => (
            <li key={`${path.join('.')} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {children ?? (help && <div>{help}</div>)}
      {error.requestId && (
        <p className="small">
          {error.code}, request <code>{error.requestId}</code>
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
