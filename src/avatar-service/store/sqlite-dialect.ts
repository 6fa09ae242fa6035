import { type BigIntStats, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
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
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;

/** Converts an error of SQLite that is one of the disk or of other processes. */
export function toStoreFailure(code: number, cause: unknown): unknown {
  const reason = REASONS[code & 0xff];
  return reason ? new StoreFailure(reason, { cause }) : cause;
}

const isBusy = (error: unknown) => error instanceof StoreFailure && error.reason === 'busy';

/**
 * Runs `work` and retries it for up to `milliseconds` while another process locks the store. It does not block the event
 * loop, unlike SQLite's own busy timeout. The retry is safe, because a locked store was not changed.
 * @throws StoreFailure for errors of the disk and of other processes, the latter after the timeout.
 */
export async function retryWhileBusy<Value>(
  milliseconds: number,
  work: () => Value,
): Promise<Value> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const failure = toStoreFailure(getCode(error), error);
      if (!isBusy(failure) || performance.now() >= deadline) throw failure;
    }
    await wait(5 + Math.random() * 20);
  }
}

const readStats = (file: string): BigIntStats | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false });

/**
 * Returns a function that returns whether the path still refers to the open file. SQLite continues to write to a deleted
 * or replaced file, and these writes would be lost.
 */
export function watchFile(file: string): () => boolean {
  const opened = readStats(file);
  return () => {
    const now = readStats(file);
    return now !== undefined && now.ino === opened?.ino && now.dev === opened.dev;
  };
}

interface SharedFile {
  readonly db: DatabaseSync;
  readonly isThere: () => boolean;
  /** Maximum time that a write waits for other processes, in milliseconds. */
  readonly busyTimeout: number;
  /** Ends other users of the file, before it is closed. */
  readonly onClose: () => Promise<void>;
}

/** Runs a statement once. The `{}` prevents a first parameter from being read as named parameters. */
function runStatement({ db, isThere }: SharedFile, { sql, parameters }: CompiledQuery) {
  const statement = db.prepare(sql);
  try {
    // Node throws a TypeError for other values.
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all({}, ...values) };
    if (!isThere()) throw new StoreFailure('missing');
    const { changes } = statement.run({}, ...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  } finally {
    // Bound values such as images are outside of Node's heap, so the garbage collector would release them too late. Node
    // 24 cannot close statements.
    const close: unknown = Reflect.get(statement, 'close');
    if (typeof close === 'function') close.call(statement);
  }
}

function createDriver(file: SharedFile): Driver {
  const { db, busyTimeout } = file;
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) =>
      // Kysely has the types of rows.
      (await retryWhileBusy(busyTimeout, () => runStatement(file, query))) as QueryResult<Row>,
    streamQuery: () => {
      throw new TypeError('Rows are read in batches.');
    },
  };
  const execute = async (sql: string) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    // Acquires the write lock immediately, so that a transaction that reads first cannot fail when it writes. One that
    // only reads does not, so that others can write.
    beginTransaction: (_, { accessMode }) =>
      execute(accessMode === 'read only' ? 'begin' : 'begin immediate'),
    commitTransaction: () => execute('commit'),
    // SQLite has already rolled back if the disk is full. A second rollback would hide the original error.
    rollbackTransaction: async () => {
      if (db.isTransaction) await execute('rollback');
    },
    destroy: async () => {
      await file.onClose();
      db.close();
    },
  };
}

/** Runs migrations in a transaction, so that concurrent processes migrate one after the other. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Creates a dialect of Kysely for a file that several processes use. */
export const createSqliteDialect = (file: SharedFile): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => createDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
