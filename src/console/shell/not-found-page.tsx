import type { UseQueryResult } from '@tanstack/react-query';
import type { AnyApiError } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { Page } from './page.tsx';

interface AbsentPageProps {
  /** What would be shown, such as `tool`. */
  readonly kind: string;
  readonly id: string;
  readonly above: { readonly href: string; readonly name: string };
  /** The query that looked for it. */
  readonly query: UseQueryResult<unknown, AnyApiError>;
}

/** The page of something that is not there to be shown: not yet, not at all, or not to be had. */
export function AbsentPage({ kind, id, above, query }: AbsentPageProps) {
  const { data, error, refetch } = query;
  const isMissing = data !== undefined && !error;
  return (
    <Page title={kind.charAt(0).toUpperCase() + kind.slice(1)} above={above}>
      {error && <Failure error={error} onRetry={refetch} />}
      {isMissing && (
        <p className="empty">
          No {kind} has the id {id}.
        </p>
      )}
      {!data && !error && <Loading what={`the ${kind}`} />}
    </Page>
  );
}
