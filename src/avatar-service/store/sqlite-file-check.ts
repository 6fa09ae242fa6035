import { type BigIntStats, statSync } from 'node:fs';
import type { SqliteDatabase } from 'kysely';
import { StoreFailure } from './store-error.ts';

/** SQLite errors of the disk or of other processes, by primary result code: https://sqlite.org/rescode.html */
const REASONS: Record<number, StoreFailure['reason']> = {
  5: 'busy',
  6: 'busy',
  8: 'readOnly',
  10: 'damaged',
  11: 'damaged',
  13: 'full',
  14: 'missing',
  26: 'damaged',
};

const getCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

const toStoreFailure = (error: unknown): unknown => {
  const reason = REASONS[getCode(error)];
  return reason ? new StoreFailure(reason, { cause: error }) : error;
};

/** Runs `work` and converts errors of the disk and of other processes to StoreFailure. */
export const withStoreFailures = <Value>(work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw toStoreFailure(error);
  }
};

const readStats = (file: string): BigIntStats | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false });

/**
 * Monitors an open database file. `isThere` returns whether the path still refers to the open file. SQLite continues to
 * write to a deleted or replaced file, and these writes would be lost.
 */
export function checkStoreFile(file: string) {
  const opened = readStats(file);
  const isThere = (): boolean => {
    const now = readStats(file);
    return now !== undefined && now.ino === opened?.ino && now.dev === opened.dev;
  };
  /** Converts errors to StoreFailure, and rejects writes to a deleted or replaced file. */
  const guard = (database: SqliteDatabase): SqliteDatabase => ({
    close: () => database.close(),
    prepare: (query) => {
      const { reader, all, run, iterate } = withStoreFailures(() => database.prepare(query));
      return {
        reader,
        all: (parameters) => withStoreFailures(() => all(parameters)),
        run: (parameters) => {
          if (!isThere()) throw new StoreFailure('missing');
          return withStoreFailures(() => run(parameters));
        },
        iterate: (parameters) => withStoreFailures(() => iterate(parameters)),
      };
    },
  });
  return { isThere, guard };
}
