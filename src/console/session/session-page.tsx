import { Link } from 'wouter';
import {
  SessionDocument,
  type SessionQuery,
  useSessionQuery,
  useSessionRecordQuery,
  useStopSessionMutation,
} from '../../hooks/index.ts';
import { PersonaLink } from '../persona/persona-link.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import type { Setting } from '../shell/display.tsx';
import { DateTime, formatDateTime, formatDuration, formatValue } from '../shell/format.tsx';
import { useRefresh } from '../shell/query.ts';
import { RawJsonDetails, RecordPage } from '../shell/record-page.tsx';
import { Conversation } from './conversation.tsx';
import { NO_PERSONA } from './session-entry.tsx';

type Session = NonNullable<SessionQuery['session']>;

/** The fields with a place of their own, and those that only the raw JSON shows. */
type Elsewhere =
  | 'id'
  | 'personaId'
  | 'engineHost'
  | 'engineProtocol'
  | 'clientMetadata'
  | 'organizationId'
  | 'createdAt'
  | 'updatedAt';

function StopSession({ id }: { readonly id: string }) {
  const refresh = useRefresh();
  const { mutate, error, isPending } = useStopSessionMutation({
    onSuccess: () => refresh('Session'),
  });
  return (
    <ConfirmButton
      label="Stop"
      question="Stop the session?"
      warning="The conversation ends soon afterwards. This cannot be undone."
      confirm="Stop session"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    />
  );
}

function showSession(session: Session) {
  const { id, persona, personaId, isLive, startedAt, durationSeconds } = session;
  const length = durationSeconds === null ? 'unknown' : formatDuration(durationSeconds);
  const settings: Readonly<Record<Exclude<keyof Session, Elsewhere>, Setting | false>> = {
    persona: {
      label: 'Persona',
      value: persona ? <PersonaLink persona={persona} /> : (personaId ?? 'not saved'),
    },
    startedAt: { label: 'Started', value: <DateTime at={startedAt} /> },
    isLive: isLive && { label: 'State', value: <span className="badge good">live</span> },
    endedAt: !isLive && { label: 'Ended', value: <DateTime at={session.endedAt} /> },
    durationSeconds: !isLive && { label: 'Length', value: length },
    exitStatus: !isLive && { label: 'Exit status', value: formatValue(session.exitStatus) },
    clientLabel: { label: 'Label', value: session.clientLabel ?? 'none' },
    apiKeyId: session.apiKeyId !== null && {
      label: 'API key',
      value: (
        <Link href={`/sessions?apiKeyId=${encodeURIComponent(session.apiKeyId)}`}>
          <code>{session.apiKeyId}</code>
        </Link>
      ),
    },
    engineVersion: session.engineVersion !== null && {
      label: 'Engine',
      value: session.engineVersion,
    },
  };
  return {
    // One persona has many sessions.
    title: [persona?.name ?? personaId ?? NO_PERSONA, startedAt && formatDateTime(startedAt)]
      .filter(Boolean)
      .join(' · '),
    lead: 'A conversation of a client with this persona.',
    settings,
    isLong: true,
    actions: (
      <>
        {isLive && <StopSession id={id} />}
        {personaId !== null && (
          <Link
            href={`/sessions/statistics?personaId=${encodeURIComponent(personaId)}`}
            className="button plain"
          >
            Statistics
          </Link>
        )}
      </>
    ),
    content: (
      <>
        <Conversation id={id} isLive={isLive} endedAt={session.endedAt} />
        <RawJsonDetails
          title="Configuration of the persona when the session started"
          id={id}
          useRawJson={useSessionRecordQuery}
          field="personaConfig"
        />
      </>
    ),
  };
}

export const SessionPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="session"
    parent={{ href: '/sessions', name: 'Sessions' }}
    document={SessionDocument}
    useRecord={useSessionQuery}
    useRawJson={useSessionRecordQuery}
    read={({ session }) => session}
    show={showSession}
  />
);
