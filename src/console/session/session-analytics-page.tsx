import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { SessionAnalyticsDocument, useSessionAnalyticsQuery } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Page } from '../shell/page.tsx';
import { Section } from '../shell/section.tsx';
import { SelectField } from '../shell/select-field.tsx';
import { Percentiles } from './percentiles.tsx';
import { SessionFigures } from './session-figures.tsx';
import { SlowestTurns } from './slowest-turns.tsx';
import { DURATIONS, LATENCIES } from './stages.ts';

const DAY = 24 * 3_600_000;

/** Length of the time range in days. */
const RANGES = [
  { value: '1', name: 'Last 24 hours' },
  { value: '7', name: 'Last 7 days' },
  { value: '30', name: 'Last 30 days' },
  { value: '90', name: 'Last 90 days' },
];

/** How fast the sessions of a time range were. The range is in the URL. */
export function SessionAnalyticsPage() {
  const [params, setParams] = useSearchParams();
  const days = params.get('days') ?? '7';
  const personaId = params.get('personaId');
  // Not at each render: the range is part of the key of the query.
  const from = useMemo(
    () => new Date(Date.now() - (Number(days) || 7) * DAY).toISOString(),
    [days],
  );
  const variables = { from, ...(personaId !== null && { personaId }) };
  const query = useSessionAnalyticsQuery(variables);
  const analytics = query.data?.sessionAnalytics;
  const setDays = (value: string) =>
    setParams((current) => ({ ...Object.fromEntries(current), days: value }), { replace: true });
  return (
    <Page
      title="Analytics"
      lead="How fast your personas answered."
      parent={{ href: '/sessions', name: 'Sessions' }}
      actions={<ExplorerLink document={SessionAnalyticsDocument} variables={variables} />}
    >
      <div className="stack">
        <div className="range">
          <SelectField
            path="days"
            label="Time range"
            value={days}
            onChange={setDays}
            choices={RANGES}
          />
        </div>
        <Section title="Sessions" query={query}>
          {({ sessionAnalytics: analytics }) =>
            analytics && <SessionFigures analytics={analytics} />
          }
        </Section>
        {analytics?.latencies && (
          <>
            <Percentiles title="Latency" stages={LATENCIES} latencies={analytics.latencies} />
            <SlowestTurns turns={analytics.slowestTurns ?? []} />
            <Percentiles title="Durations" stages={DURATIONS} latencies={analytics.latencies} />
          </>
        )}
      </div>
    </Page>
  );
}
