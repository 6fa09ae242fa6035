import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { CredentialButton } from './credential-dialog.tsx';

/** What a failure means to who reads it, and what helps. */
function explain(error: AnyApiError): readonly [title: string, help: ReactNode] {
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
  /** What to say besides, where the place knows more than the error. */
  readonly children?: ReactNode;
}

/** A failure, announced: what it means, the API's own words, and the id that finds it in the API's logs. */
export function Failure({ error, onRetry, children }: FailureProps) {
  const [title, help] = explain(error);
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
