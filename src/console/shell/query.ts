import type { AnyApiError } from '../../hooks/index.ts';

/** What components use of a query. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: AnyApiError | null;
  readonly refetch: () => unknown;
}
