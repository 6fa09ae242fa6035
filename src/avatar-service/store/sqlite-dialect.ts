import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { retryWhileBusy } from './sqlite-busy-retry.ts';

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

  /** Acquires the write lock immediately, so that a transaction that reads first cannot fail when it writes. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
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
