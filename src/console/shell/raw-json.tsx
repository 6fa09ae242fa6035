import { Details } from './details.tsx';
import { Failure } from './failure.tsx';
import { Json } from './json-details.tsx';
import { Loading } from './loading.tsx';
import { getData, type Query } from './query.ts';

/** The hook of the query for what the upstream returned: one record, with one or more fields of JSON. */
export type UseRawJson = (variables: {
  readonly id: string;
}) => Query<Readonly<Record<string, Readonly<Record<string, unknown>> | null>>>;

interface RawJsonProps {
  readonly id: string;
  readonly useRawJson: UseRawJson;
  /** The field. Default `record`. */
  readonly field?: string;
}

function RawJson({ id, useRawJson, field = 'record' }: RawJsonProps) {
  const query = useRawJson({ id });
  const { error, refetch } = query;
  const [record] = Object.values(getData(query) ?? {});
  const value = record?.[field];
  if (value) return <Json value={value} />;
  if (error) return <Failure error={error} onRetry={refetch} />;
  return query.data ? <p className="empty">None.</p> : <Loading what="the JSON" />;
}

/** What the upstream returned, folded. It has a scope of its own, and is loaded when it is unfolded. */
export const RawJsonDetails = ({ title, ...props }: RawJsonProps & { readonly title: string }) => (
  <Details title={title}>{() => <RawJson {...props} />}</Details>
);
