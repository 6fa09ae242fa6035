import { type BigIntStats, statSync } from 'node:fs';
import type { SqliteDatabase } from 'kysely';
import { StoreFailure } from './store-error.ts';

/** Failures of SQLite that are the disk's or another process's, by primary result code: https://sqlite.org/rescode.html */
const REASONS: Record<number, StoreFailure['reason']> = {
  5: 'busy',
  6: 'busy',
  8: 'readOnly',
  10: 'damaged',
  11: 'damaged',
  13: 'full',
  14: 'away',
  26: 'damaged',
};

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

const explained = (error: unknown): unknown => {
  const reason = REASONS[codeOf(error)];
  return reason ? new StoreFailure(reason, { cause: error }) : error;
};

/** Does work on a database; a failure of the disk or of another process's making is told by StoreFailure. */
export const explainSqliteError = <Value>(work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    throw explained(error);
  }
};

const look = (file: string): BigIntStats | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false });

/**
 * Looks after an open database file. `isThere` tells whether its name still leads to it: SQLite itself writes on into a
 * file that was deleted or replaced, where everything that is acknowledged is lost.
 */
export function checkStoreFile(file: string) {
  const opened = look(file);
  const isThere = (): boolean => {
    const now = look(file);
    return now !== undefined && now.ino === opened?.ino && now.dev === opened.dev;
  };
  /** Tells failures by StoreFailure, and refuses to write into a file that is not there. */
  const guarded = (database: SqliteDatabase): SqliteDatabase => ({
    close: () => database.close(),
    prepare: (query) => {
      const { reader, all, run, iterate } = explainSqliteError(() => database.prepare(query));
      return {
        reader,
        all: (parameters) => explainSqliteError(() => all(parameters)),
        run: (parameters) => {
          if (!isThere()) throw new StoreFailure('away');
          return explainSqliteError(() => run(parameters));
        },
        iterate: (parameters) => explainSqliteError(() => iterate(parameters)),
      };
    },
  });
  return { isThere, guarded };
}
