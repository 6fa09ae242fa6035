import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import type { Query } from './query.ts';

interface SectionProps<Data> {
  readonly title: string;
  readonly query: Query<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page with a query of its own, so that the rest of the page does not wait for it or fail with it. */
export function Section<Data>({ title, query, children }: SectionProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <section>
      <h2>{title}</h2>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what={title.toLowerCase()} />}
      {data && children(data)}
    </section>
  );
}
