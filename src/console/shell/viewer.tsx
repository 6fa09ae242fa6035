import { useViewerQuery, type ViewerQuery } from '../../hooks/index.ts';
import { formatDuration, formatValue } from './format.tsx';

type Viewer = NonNullable<ViewerQuery['viewer']>;
/** What the caller may mint. */
type Mint = Viewer['mint'];

/** The longest wait until a caller who may not mint is asked about again, in seconds. */
const MAX_WAIT = 60;

/** Reads the caller; null for an anonymous one, undefined if it is not known. Who may mint again soon is read again. */
export function useViewer(): Viewer | null | undefined {
  const { data } = useViewerQuery(
    {},
    {
      refetchInterval: ({ state }) => {
        const seconds = state.data?.viewer?.mint.retryAfterSeconds;
        return seconds ? Math.min(seconds, MAX_WAIT) * 1_000 : false;
      },
    },
  );
  return data?.viewer;
}

const OBSTACLES: Readonly<Record<NonNullable<Mint['reason']>, string>> = {
  SCOPE: 'Your credentials do not have the scope tokens:mint.',
  POLICY: 'Your role may not create session tokens.',
  LIMIT: 'You have used up your limit.',
  SHARED_LIMIT: 'A limit that you share with others is used up.',
  CONCURRENT_LIMIT: 'You have reached your limit of concurrent sessions.',
  UNAVAILABLE: 'Your limits cannot be checked right now.',
};

/** Says why a caller cannot mint, and when it may; undefined if it can. */
export function describeObstacle({ allowed, reason, retryAfterSeconds }: Mint): string | undefined {
  if (allowed) return undefined;
  const text = reason ? OBSTACLES[reason] : 'You may not create session tokens now.';
  return retryAfterSeconds === null
    ? text
    : `${text} Try again in ${formatDuration(retryAfterSeconds)}.`;
}

/** Who the caller is, and what is left of its limits of a day. Nothing for an anonymous one. */
export function ViewerStatus() {
  const viewer = useViewer();
  if (!viewer) return null;
  const { subject, tenant, role, mint } = viewer;
  const names = { Subject: subject, Tenant: tenant, Role: role };
  return (
    <dl className="viewer" aria-label="You">
      {Object.entries(names).map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {mint.limits
        .filter(({ per }) => per === 'DAY')
        .map(({ unit, remaining, max }) => (
          <div key={unit}>
            <dt>Left today</dt>
            <dd>
              {remaining} of {max} {formatValue(unit)}
            </dd>
          </div>
        ))}
    </dl>
  );
}
