import type { SessionTranscriptQuery } from '../../hooks/index.ts';

type Session = NonNullable<SessionTranscriptQuery['session']>;

/** Formats the time of a message since the start of the session: `1:05`. */
function formatOffset(start: string | null, time: string | null): string {
  if (start === null || time === null) return '';
  const seconds = Math.max(0, Math.floor((Date.parse(time) - Date.parse(start)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

interface TranscriptProps {
  readonly transcript: NonNullable<Session['transcript']>;
}

export function Transcript({ transcript }: TranscriptProps) {
  const { personaName, startedAt, transcriptsEnabled } = transcript;
  const messages = transcript.messages ?? [];
  if (transcriptsEnabled === false)
    return <p className="empty">The session keeps no transcript.</p>;
  if (messages.length === 0) return <p className="empty">Nothing was said.</p>;
  const names = { USER: 'User', PERSONA: personaName ?? 'Persona' };
  return (
    <ol className="conversation">
      {messages.map(({ role, message, saidAt, wasInterrupted }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids and keep their order.
        <li key={index} data-role={role}>
          <p className="small">
            <strong>{role ? names[role] : 'Unknown'}</strong>{' '}
            {saidAt && <time dateTime={saidAt}>{formatOffset(startedAt, saidAt)}</time>}{' '}
            {wasInterrupted && <span className="badge">interrupted</span>}
          </p>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  );
}
