import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { StoreFailure } from './store-error.ts';

const isBusy = (error: unknown) => error instanceof StoreFailure && error.reason === 'busy';

/**
 * Runs `work` and retries it for up to `milliseconds` while another process locks the store. It does not block the event
 * loop, unlike SQLite's own busy timeout. The retry is safe, because a locked store was not changed.
 * @throws The errors of `work`, and StoreFailure `busy` after the timeout.
 */
export async function retryWhileBusy<Value>(
  milliseconds: number,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await wait(5 + Math.random() * 20);
  }
}

export interface SharedSqliteConfig extends SqliteDialectConfig {
  readonly isInTransaction: () => boolean;
  /** Maximum time that a write waits for other processes, in milliseconds. */
  readonly busyTimeout: number;
}

/** Retries queries while another process locks the database. */
class RetryingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #busyTimeout: number;

  constructor(inner: DatabaseConnection, { busyTimeout }: SharedSqliteConfig) {
    this.#inner = inner;
    this.#busyTimeout = busyTimeout;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryWhileBusy(this.#busyTimeout, () => this.#inner.executeQuery<Row>(query));
  }

  streamQuery<Row>(
    ...parameters: Parameters<DatabaseConnection['streamQuery']>
  ): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery(...parameters);
  }
}

class SharedDriver extends SqliteDriver {
  readonly #config: SharedSqliteConfig;
  #connection: DatabaseConnection | undefined;

  constructor(config: SharedSqliteConfig) {
    super(config);
    this.#config = config;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new RetryingConnection(await super.acquireConnection(), this.#config);
    return this.#connection;
  }

  /**
   * Acquires the write lock immediately, so that a transaction that reads first cannot fail when it writes. One that only
   * reads does not, so that others can write.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** SQLite has already rolled back if the disk is full. A second rollback would hide the original error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#config.isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** Runs migrations in a transaction, so that concurrent processes migrate one after the other. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite dialect for a file that several processes use. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #config: SharedSqliteConfig;

  constructor(config: SharedSqliteConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new SharedDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
