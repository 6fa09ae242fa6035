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

/** A database that other processes write to as well. */
export interface SharedSqliteConfig extends SqliteDialectConfig {
  readonly isInTransaction: () => boolean;
  /** Milliseconds that a write waits for those of other processes. */
  readonly busyTimeout: number;
}

/** Waits for other processes' writes. */
class PatientConnection implements DatabaseConnection {
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
    this.#connection ??= new PatientConnection(await super.acquireConnection(), this.#config);
    return this.#connection;
  }

  /** Takes the write lock at once, so that a transaction which reads first cannot fail when it comes to write. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk has made SQLite roll back already, and to ask for it again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#config.isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** SQLite can roll schema changes back; with this, two processes that start at once migrate one after the other. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** kysely's SQLite, for a file that several processes have open. */
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
