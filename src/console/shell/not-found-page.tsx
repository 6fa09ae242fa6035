import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { Page } from './page.tsx';
import type { Query } from './query.ts';

interface NotFoundPageProps {
  /** The kind of resource, such as `tool`. */
  readonly kind: string;
  readonly id: string;
  readonly parent: { readonly href: string; readonly name: string };
  readonly query: Query<unknown>;
}

/** Shown instead of a resource's page while it loads, if it failed to load, or if it does not exist. */
export function NotFoundPage({ kind, id, parent, query }: NotFoundPageProps) {
  const { data, error, refetch } = query;
  const isMissing = data !== undefined && !error;
  return (
    <Page title={kind.charAt(0).toUpperCase() + kind.slice(1)} parent={parent}>
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
