import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SessionStatisticsDocument, useSessionStatisticsQuery } from '../../hooks/index.ts';
import { PersonaField } from '../persona/persona-field.tsx';
import { SelectField } from '../shell/controls.tsx';
import { Details, Page, Section } from '../shell/page.tsx';
import { useListParams } from '../shell/query.ts';
import { Percentiles } from './percentiles.tsx';
import { SessionFigures } from './session-figures.tsx';
import { SlowestTurns } from './slowest-turns.tsx';
import { DURATIONS, LATENCIES } from './stages.ts';

const DAY = 24 * 3_600_000;

/** Length of the time range if the URL has none. */
const DEFAULT_DAYS = 7;

/** Length of the time range in days. */
const RANGES = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
};

/** How fast the sessions of a time range were. The range and the persona are in the URL. */
export function SessionStatisticsPage() {
  const { field, variables: filters } = useListParams(['days', 'personaId'], { canSearch: false });
  const { personaId } = filters;
  const days = Number(filters.days) || DEFAULT_DAYS;
  // Not at each render: the range is part of the key of the query.
  const from = useMemo(() => new Date(Date.now() - days * DAY).toISOString(), [days]);
  const variables = { from, personaId };
  const query = useSessionStatisticsQuery(variables, { placeholderData: keepPreviousData });
  const statistics = query.data?.sessionStatistics;
  return (
    <Page
      title="Statistics"
      lead="How fast your personas answered."
      parent={{ href: '/sessions', name: 'Sessions' }}
      operation={{ document: SessionStatisticsDocument, variables: variables }}
    >
      <div className="stack">
        <div className="range">
          <SelectField
            label="Time range"
            choices={RANGES}
            {...field('days')}
            value={String(days)}
          />
        </div>
        <Details title="Filters" isNeeded={personaId !== null}>
          <PersonaField {...field('personaId')} />
        </Details>
        <Section title="Sessions" query={query}>
          {({ sessionStatistics: statistics }) =>
            statistics && <SessionFigures statistics={statistics} />
          }
        </Section>
        {statistics?.latencies && (
          <>
            <Percentiles title="Latency" stages={LATENCIES} latencies={statistics.latencies} />
            <SlowestTurns turns={statistics.slowestTurns ?? []} />
            <Percentiles title="Durations" stages={DURATIONS} latencies={statistics.latencies} />
          </>
        )}
      </div>
    </Page>
  );
}
