import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as api from '../../hooks/index.ts';
import { PERSONAS } from '../persona/kind.ts';
import { ActionButton } from '../shell/dialog.tsx';
import { RecordLink, Table } from '../shell/display.tsx';
import { defineFields } from '../shell/fields.ts';
import {
  DateTime,
  formatDateTime,
  formatDuration,
  formatValue,
  nameRecord,
} from '../shell/format.tsx';
import { withPicker } from '../shell/picker.tsx';
import { defineResource } from '../shell/resource.ts';
import { Conversation } from './conversation.tsx';

/** How often the number of running sessions is read, in milliseconds. */
const INTERVAL = 30_000;

/** Says how many sessions run now; nothing if the upstream does not say it. */
function RunningSessions() {
  const { data } = api.useSessionConcurrencyQuery({}, { refetchInterval: INTERVAL });
  const concurrency = data?.sessionConcurrency;
  if (!concurrency) return null;
  const { activeCount, limit } = concurrency;
  return (
    <>
      {activeCount} {limit === null ? '' : `of ${limit} `}running now.
    </>
  );
}

type ListedSession = NonNullable<api.SessionsQuery['sessions']>['nodes'][number];

/** Names the persona of a session, which may not be saved. */
const getPersonaName = ({
  persona,
  personaId,
}: Pick<ListedSession, 'persona' | 'personaId'>): string =>
  persona ? nameRecord(persona.name) : (personaId ?? 'Unsaved persona');

/** Says how a session ended, unless it ended as usual; also that it is live. */
function SessionState({ isLive, exitStatus }: ListedSession) {
  if (isLive) return <span className="badge good">live</span>;
  if (exitStatus === null || exitStatus === 'NORMAL_EXIT') return null;
  return <span className="badge bad">{formatValue(exitStatus)}</span>;
}

/** Sessions, each with its length and its number of turns, which is read for all of them at once. */
function SessionTable({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const { data } = api.useSessionTurnCountsQuery(
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
            <RecordLink path="sessions" id={session.id} name={getPersonaName(session)} />{' '}
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

export const SESSION = defineResource({
  noun: 'session',
  title: 'Sessions',
  path: 'sessions',
  lead: (
    <>
      Conversations between clients and your personas. <RunningSessions />
    </>
  ),
  list: api.SessionsDocument,
  searchLabel: 'Search sessions',
  filters: defineFields({
    personaId: withPicker(PERSONAS, 'Any persona'),
    apiKeyId: {
      label: 'API key',
      hint: 'Id of the API key that created the session tokens, not the key itself.',
      isCode: true,
    },
  }),
  listActions: (
    <Link href="/sessions/statistics" className="button plain">
      Statistics
    </Link>
  ),
  summarize: (session) => ({ name: getPersonaName(session) }),
  renderItems: (sessions) => <SessionTable sessions={sessions} />,
  record: api.SessionDocument,
  raw: api.SessionRecordDocument,
  getInterval: ({ isLive }) => isLive && 5_000,
  show: (session) => {
    const { id, persona, personaId, isLive, startedAt, endedAt, apiKeyId } = session;
    return {
      title: [getPersonaName(session), startedAt && formatDateTime(startedAt)]
        .filter(Boolean)
        .join(' · '),
      lead: "A client's conversation with this persona.",
      settings: {
        Persona: persona ? <RecordLink path="personas" {...persona} /> : (personaId ?? 'not saved'),
        Started: <DateTime at={startedAt} />,
        State: isLive && 'live',
        Ended: !isLive && <DateTime at={endedAt} />,
        Length: !isLive && formatDuration(session.durationSeconds),
        'Exit status': !isLive && formatValue(session.exitStatus),
        Label: session.clientLabel ?? 'none',
        'API key': apiKeyId && <code>{apiKeyId}</code>,
        Engine: session.engineVersion,
      },
      isLong: true,
      actions: isLive && (
        <ActionButton
          id={id}
          document={api.StopSessionDocument}
          label="Stop"
          question="Stop the session?"
          warning="The conversation ends soon afterwards."
          confirm="Stop session"
        />
      ),
      content: isLive ? (
        <p className="notice" role="status">
          The session is live. Its transcript, tool calls, latencies and recording appear here when
          it ends.
        </p>
      ) : (
        <Conversation id={id} endedAt={endedAt} />
      ),
    };
  },
});
