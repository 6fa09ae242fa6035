import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import {
  SessionDocument,
  type SessionQuery,
  SessionsDocument,
  type SessionsQuery,
  useSessionConcurrencyQuery,
  useSessionQuery,
  useSessionRecordQuery,
  useSessionsQuery,
  useSessionTurnCountsQuery,
  useStopSessionMutation,
} from '../../hooks/index.ts';
import { PersonaField, PersonaLink } from '../persona/persona-field.tsx';
import { TextField } from '../shell/controls.tsx';
import { ActionButton } from '../shell/dialog.tsx';
import { type Setting, Table } from '../shell/display.tsx';
import {
  DateTime,
  formatDateTime,
  formatDuration,
  formatValue,
  nameRecord,
} from '../shell/format.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { getRecordPath, type Kind } from '../shell/query.ts';
import { RawJsonDetails, RecordPage } from '../shell/record-page.tsx';
import { Conversation } from './conversation.tsx';

const SESSION: Kind = {
  noun: 'session',
  type: 'Session',
  parent: { href: '/sessions', name: 'Sessions' },
};

type Session = NonNullable<SessionQuery['session']>;

/** How often the number of running sessions is read, in milliseconds. */
const INTERVAL = 30_000;

/** Says how many sessions run now; nothing if the upstream does not say it. */
function RunningSessions() {
  const { data } = useSessionConcurrencyQuery({}, { refetchInterval: INTERVAL });
  const concurrency = data?.sessionConcurrency;
  if (!concurrency) return null;
  const { activeCount, limit, estimatedWaitSeconds } = concurrency;
  return (
    <p className="running">
      {activeCount > 0 && <span className="dot" aria-hidden="true" />}
      {activeCount} {limit === null ? '' : `of ${limit} `}running now
      {estimatedWaitSeconds !== null &&
        `; another one can start in about ${formatDuration(estimatedWaitSeconds)}`}
    </p>
  );
}

/** Names the persona of a session, which may not be saved. */
const getPersonaName = ({ persona, personaId }: Pick<Session, 'persona' | 'personaId'>): string =>
  persona ? nameRecord(persona.name) : (personaId ?? 'Unsaved persona');

const getStatisticsPath = (personaId: string) =>
  `/sessions/statistics?personaId=${encodeURIComponent(personaId)}`;

type ListedSession = NonNullable<SessionsQuery['sessions']>['nodes'][number];

/** Says how a session ended, unless it ended as usual; also that it is live. */
function SessionState({ isLive, exitStatus }: ListedSession) {
  if (isLive) return <span className="badge good">live</span>;
  if (exitStatus === null || exitStatus === 'NORMAL_EXIT') return null;
  return <span className="badge bad">{formatValue(exitStatus)}</span>;
}

/** Sessions, each with its length and its number of turns, which is read for all of them at once. */
function SessionTable({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const { data } = useSessionTurnCountsQuery(
    { ids: sessions.filter(({ isLive }) => !isLive).map(({ id }) => id) },
    { errors: 'partial', placeholderData: keepPreviousData },
  );
  const counts = new Map(
    data?.sessionsByIds?.flatMap((session) =>
      session ? [[session.id, session.analytics?.summary?.turnCount] as const] : [],
    ),
  );
  return (
    <Table
      label="Sessions"
      rows={sessions}
      columns={{
        Persona: (session) => (
          <>
            <Link href={getRecordPath('sessions', session.id)}>{getPersonaName(session)}</Link>{' '}
            <SessionState {...session} />
          </>
        ),
        Length: ({ isLive, durationSeconds }) =>
          isLive || durationSeconds === null ? '–' : formatDuration(durationSeconds),
        Turns: ({ id }) => counts.get(id) ?? '–',
        Started: ({ startedAt }) => <DateTime at={startedAt} />,
        Label: ({ clientLabel }) => clientLabel,
      }}
    />
  );
}

/** Lists sessions, the newest first. */
export const SessionsPage = () => (
  <ListPage
    {...SESSION}
    lead="Conversations between clients and your personas."
    searchLabel="Search sessions"
    placeholder="label, id, …"
    document={SessionsDocument}
    useList={useSessionsQuery}
    filters={['personaId', 'apiKeyId']}
    renderFilters={(field) => (
      <>
        <PersonaField {...field('personaId')} defaultLabel="Any persona" />
        <TextField
          label="API key"
          hint="Id of the API key that created the session tokens, not the key itself."
          isCode
          {...field('apiKeyId')}
        />
      </>
    )}
    canCreate={false}
    actions={
      <Link href="/sessions/statistics" className="button plain">
        Statistics
      </Link>
    }
    whenEmpty={
      <>
        <p>A session starts when a client uses a session token.</p>
        <div>
          <Link href="/tokens/new" className="button">
            Create session token
          </Link>
        </div>
      </>
    }
    renderItems={(sessions) => <SessionTable sessions={sessions} />}
  >
    <RunningSessions />
  </ListPage>
);

/** The fields that are shown elsewhere on the page, and those that only the raw JSON shows. */
type Elsewhere =
  | 'id'
  | 'personaId'
  | 'engineHost'
  | 'engineProtocol'
  | 'clientMetadata'
  | 'organizationId'
  | 'createdAt'
  | 'updatedAt';

function showSession(session: Session) {
  const { id, persona, personaId, isLive, startedAt, durationSeconds } = session;
  const settings: Readonly<Record<Exclude<keyof Session, Elsewhere>, Setting | false>> = {
    persona: {
      label: 'Persona',
      value: persona ? <PersonaLink persona={persona} /> : (personaId ?? 'not saved'),
    },
    startedAt: { label: 'Started', value: <DateTime at={startedAt} /> },
    isLive: isLive && { label: 'State', value: <span className="badge good">live</span> },
    endedAt: !isLive && { label: 'Ended', value: <DateTime at={session.endedAt} /> },
    durationSeconds: !isLive && { label: 'Length', value: formatDuration(durationSeconds) },
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
    title: [getPersonaName(session), startedAt && formatDateTime(startedAt)]
      .filter(Boolean)
      .join(' · '),
    lead: "A client's conversation with this persona.",
    settings,
    isLong: true,
    actions: (
      <>
        {isLive && (
          <ActionButton
            id={id}
            type="Session"
            label="Stop"
            question="Stop the session?"
            warning="The conversation ends soon afterwards. This cannot be undone."
            confirm="Stop session"
            useAction={useStopSessionMutation}
          />
        )}
        {personaId !== null && (
          <Link href={getStatisticsPath(personaId)} className="button plain">
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
    {...SESSION}
    id={id}
    document={SessionDocument}
    useRecord={useSessionQuery}
    useRawJson={useSessionRecordQuery}
    show={showSession}
  />
);
