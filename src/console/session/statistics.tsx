import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as api from '../../hooks/index.ts';
import { PERSONAS } from '../persona/kind.ts';
import { RecordLink, Table } from '../shell/display.tsx';
import { defineFields } from '../shell/fields.ts';
import { formatDateTime, formatDuration, nameRecord } from '../shell/format.tsx';
import { useListParams } from '../shell/list-page.tsx';
import { Details, Page, Section } from '../shell/page.tsx';
import { withPicker } from '../shell/picker.tsx';

/** The statistics of all sessions of a time range. */
type SessionStatistics = NonNullable<api.SessionStatisticsQuery['sessionStatistics']>;

/** Statistics of each latency and duration. */
type Latencies = NonNullable<SessionStatistics['latencies']>;

type Statistics = NonNullable<Latencies[keyof Latencies]>;

/** The latency of an answer, and its parts in the order of time. */
const LATENCIES = {
  firstAudioLatencySeconds: 'Whole answer',
  transcriptionLatencySeconds: 'Transcription',
  llmTimeToFirstOutputSeconds: 'LLM, first output',
  ttsTimeToFirstAudioSeconds: 'Voice, first audio',
} as const satisfies Partial<Record<keyof Latencies, string>>;

/** What takes as long as people speak. The compiler reports a stage that is missing. */
const DURATIONS: Readonly<Record<Exclude<keyof Latencies, keyof typeof LATENCIES>, string>> = {
  llmGenerationDurationSeconds: 'LLM, all output',
  ttsGenerationDurationSeconds: 'Voice, all audio',
  personaSpeechDurationSeconds: 'Persona speaks',
  userSpeechDurationSeconds: 'User speaks',
};

/** Returns the columns of durations, by the names of their fields. */
const createColumns = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).map(([field, name]) => [
      name,
      (row: object) => formatDuration(Reflect.get(row, field)),
    ]),
  );

/** How fast each turn of a session was. */
export function Turns({ id }: { readonly id: string }) {
  const query = api.useSessionTurnsQuery({ id });
  return (
    <Section title="Latency" query={query} missing="The service has no analytics for this session.">
      {({ session }) =>
        session?.analytics?.turns?.length && (
          <Table
            label="Latency of each turn"
            rows={session.analytics.turns}
            columns={{
              Turn: ({ turnIndex, wasInterrupted }, index) => (
                <>
                  {(turnIndex ?? index) + 1}{' '}
                  {wasInterrupted && <span className="badge">interrupted</span>}
                </>
              ),
              ...createColumns(LATENCIES),
            }}
            getBar={({ firstAudioLatencySeconds }) => firstAudioLatencySeconds}
          />
        )
      }
    </Section>
  );
}

const PERCENTILES = { p50: 'p50', p90: 'p90', p95: 'p95', p99: 'p99', max: 'Maximum' };

interface PercentilesProps {
  readonly title: string;
  /** The names of stages. */
  readonly stages: Readonly<Partial<Record<keyof Latencies, string>>>;
  readonly latencies: Latencies;
}

/** The percentiles of stages; p90 also as a bar. */
function Percentiles({ title, stages, latencies }: PercentilesProps) {
  const rows = Object.entries(stages).map(([stage, name]) => {
    // The names of stages have their keys.
    const statistics: Partial<Statistics> = latencies[stage as keyof Latencies] ?? {};
    return { name, ...statistics };
  });
  return (
    <section>
      <h2>{title}</h2>
      <Table
        label={title}
        rows={rows}
        columns={{ Stage: ({ name }) => name, ...createColumns(PERCENTILES) }}
        getBar={({ p90 }) => p90}
      />
    </section>
  );
}

const PERCENT_FORMAT = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 1,
});

const formatRate = (rate: number | null | undefined) =>
  rate === null || rate === undefined ? 'none' : PERCENT_FORMAT.format(rate);

/** The sessions of a time range in numbers. */
function SessionFigures({ statistics }: { readonly statistics: SessionStatistics }) {
  const { sessionCount, analyzedSessionCount, turnCount, isTruncated, counts, rates } = statistics;
  const figures = {
    Sessions: sessionCount,
    'With analytics': analyzedSessionCount ?? 'unknown',
    Turns: turnCount ?? 'unknown',
    'Interrupted turns': formatRate(rates?.interruptionRate),
    'Sessions with errors': formatRate(rates?.errorSessionRate),
    'Tool calls': counts?.toolCalls?.totalCount ?? 'unknown',
    'Failed tool calls': formatRate(rates?.toolCallFailureRate),
  };
  return (
    <>
      <dl className="figures">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isTruncated && (
        <p className="hint">Only some of the sessions are counted. Choose a shorter time range.</p>
      )}
    </>
  );
}

const DAY = 24 * 3_600_000;

/** The filters, of which the persona is folded. */
const FILTERS = defineFields({
  days: {
    label: 'Time range',
    kind: 'enum',
    isRequired: true,
    values: {
      1: 'Last 24 hours',
      7: 'Last 7 days',
      30: 'Last 30 days',
      90: 'Last 90 days',
    },
    initial: '7',
  },
  personaId: withPicker(PERSONAS, 'Any persona'),
});

/** How fast the sessions of a time range were. The range and the persona are in the URL. */
export function SessionStatisticsPage() {
  const { filters, controls } = useListParams(FILTERS);
  const { personaId = null } = filters;
  const [range, personaFilter] = controls;
  const persona = api.usePersonaQuery(personaId ? { id: personaId } : skipToken).data?.persona;
  const days = Number(filters.days);
  // Not at each render: the range is part of the key of the query.
  const from = useMemo(() => new Date(Date.now() - days * DAY).toISOString(), [days]);
  const variables = { from, personaId };
  const query = api.useSessionStatisticsQuery(variables, { placeholderData: keepPreviousData });
  const { latencies, slowestTurns } = query.data?.sessionStatistics ?? {};
  return (
    <Page
      title="Statistics"
      lead={`How fast ${persona ? nameRecord(persona.name) : 'your personas'} answered.`}
      parent={{ href: '/sessions', name: 'Sessions' }}
      operation={{ document: api.SessionStatisticsDocument, variables }}
    >
      <div className="stack">
        <div className="inline">{range}</div>
        <Details title="Filters" isNeeded={personaId !== null}>
          {() => personaFilter}
        </Details>
        <Section title="Sessions" query={query}>
          {({ sessionStatistics: statistics }) =>
            statistics && <SessionFigures statistics={statistics} />
          }
        </Section>
        {latencies && (
          <>
            <Percentiles title="Latency" stages={LATENCIES} latencies={latencies} />
            <section>
              <h2>Slowest turns</h2>
              <Table
                label="Slowest turns"
                rows={slowestTurns ?? []}
                columns={{
                  Session: ({ sessionId, sessionStartedAt }) => (
                    <RecordLink
                      path="sessions"
                      id={sessionId}
                      name={sessionStartedAt && formatDateTime(sessionStartedAt)}
                    />
                  ),
                  'Whole answer': ({ valueSeconds }) => formatDuration(valueSeconds),
                  Label: ({ clientLabel }) => clientLabel,
                }}
                getBar={({ valueSeconds }) => valueSeconds}
              />
            </section>
            <Percentiles title="Durations" stages={DURATIONS} latencies={latencies} />
          </>
        )}
      </div>
    </Page>
  );
}
