import type { AnyApiError } from '../../hooks/index.ts';

/** What components use of a query. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: AnyApiError | null;
  readonly refetch: () => unknown;
}

/**
 * Returns the data of a query. If fields of it failed, for example because the credentials do not have their scope, these
 * are null.
 */
export const getData = <Data>({ data, error }: Pick<Query<Data>, 'data' | 'error'>) =>
  // Fields that fail are nullable in the schema, so the type is that of complete data.
  data ?? ((error?.data ?? undefined) as Data | undefined);
