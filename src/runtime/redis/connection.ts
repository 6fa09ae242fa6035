import { Redis } from 'ioredis';
import type { Secret } from '../../shared/secret.ts';
import { parseAddress } from './address.ts';
import { publishFallback, type SharedState } from './diagnostics.ts';

/** Milliseconds to a connection. */
const CONNECT_TIMEOUT = 2_000;

/** Milliseconds before a connection is tried again: twice as long each time, and never the same for all processes. */
const FIRST_RETRY = 50;
const LAST_RETRY = 2_000;

/** Milliseconds before a server that refused to write is asked again. */
const RECHECK = 1_000;

/** Answers of a server that is there and will not, or cannot, keep anything. */
const REFUSALS =
  /^(?:OOM|MISCONF|READONLY|NOREPLICAS|NOPERM|NOAUTH|MASTERDOWN|CLUSTERDOWN|MOVED|LOADING)\b/;

/** Whoever is told when Redis comes and goes. */
export interface RedisLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How a process keeps to one Redis. */
export interface RedisConnectionOptions {
  readonly url: Secret;
  /** Milliseconds that a command has. One that is not answered in that time ends the connection. */
  readonly timeout: number;
  readonly log: RedisLog;
  /** Done each time before Redis is of use again; it must write, and throws where that cannot be done. */
  readonly greet: (redis: Redis) => Promise<unknown>;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What an operator has to look into: the server's own word where it gave one, else the network. */
const kindOf = (reason: string) => /^[A-Z]{3,}(?= )/.exec(reason)?.[0] ?? 'network';

const backOff = (attempt: number) => {
  const longest = Math.min(FIRST_RETRY * 2 ** (attempt - 1), LAST_RETRY);
  return Math.round(longest * (0.5 + Math.random() / 2));
};

/**
 * One process's connection to Redis. While Redis is of no use (away, too slow, or refusing to write) nothing waits for it:
 * it is tried again behind the scenes, and whoever asks is told at once.
 */
export class RedisConnection {
  /** For libraries that bring commands of their own; each fails at once while Redis is away. */
  readonly client: Redis;
  readonly #options: RedisConnectionOptions;
  readonly #settled = Promise.withResolvers<void>();
  #isOpen = false;
  #isClosed = false;
  /** Why Redis is of no use; undefined while it is. */
  #trouble: string | undefined = 'not connected yet';
  /** How often it was doubted: a greeting that was under way then counts for nothing. */
  #doubts = 0;
  #told: string | undefined;
  #recheck: NodeJS.Timeout | undefined;

  constructor(options: RedisConnectionOptions) {
    const { url, timeout } = options;
    this.#options = options;
    this.client = new Redis({
      ...parseAddress(url.reveal()),
      connectionName: 'avatar-graphql',
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT,
      commandTimeout: timeout,
      socketTimeout: timeout,
      disconnectTimeout: timeout,
      // Nothing is held for a server that is away, or sent twice.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: backOff,
      // The one place that sees every refusal, whichever library sent the command.
      reconnectOnError: (error) => {
        if (REFUSALS.test(error.message)) this.doubt(error);
        return false;
      },
    });
    this.client
      .on('error', (error: unknown) => this.#lose(error))
      .on('close', () => {
        this.#isOpen = false;
        // What went before says more of why.
        if (this.#trouble === undefined) this.#lose('the connection ended');
      })
      .on('ready', () => {
        this.#isOpen = true;
        void this.#greet();
      });
  }

  /** Connects; resolves when it is known whether Redis is of use, which may change later. */
  async open(): Promise<void> {
    this.client.connect().catch(() => undefined);
    await this.#settled.promise;
  }

  /** Why Redis is of no use now; undefined while it is. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** What a command answers; undefined at once where Redis is of no use, and in time where it fails. */
  async use<T>(of: SharedState, command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    if (this.#trouble === undefined) {
      try {
        return await command(this.client);
      } catch {
        // Whether it was a refusal or the end of the connection has been seen to by now.
      }
    }
    publishFallback(of);
    return undefined;
  }

  /**
   * Sends a command that others rely on, also to a server that refuses to keep more. Where it fails, Redis is of no use
   * until it has been greeted anew.
   */
  async insist(of: SharedState, command: (redis: Redis) => Promise<unknown>): Promise<void> {
    try {
      if (this.#isOpen) return void (await command(this.client));
    } catch (error) {
      this.doubt(error);
    }
    publishFallback(of);
  }

  /** Makes no more use of Redis until it has been greeted anew. */
  doubt(error: unknown): void {
    this.#doubts += 1;
    this.#lose(error);
    if (!this.#isOpen || this.#isClosed) return;
    // Not later for each further refusal, or who has many never asks again.
    this.#recheck ??= setTimeout(() => void this.#greet(), RECHECK).unref();
  }

  /** Ends the connection; what is under way fails. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#recheck);
    this.client.disconnect();
  }

  async #greet() {
    clearTimeout(this.#recheck);
    this.#recheck = undefined;
    const doubts = this.#doubts;
    try {
      await this.#options.greet(this.client);
    } catch (error) {
      this.doubt(error);
      // A replica that was a primary stays on this connection, and the new primary may be behind another.
      if (reasonOf(error).startsWith('READONLY')) this.client.disconnect(true);
      return;
    }
    if (!this.#isOpen || this.#isClosed || this.#doubts !== doubts) return;
    this.#trouble = undefined;
    if (this.#told !== undefined) this.#options.log.warn({}, 'Redis is of use again');
    this.#told = undefined;
    this.#settled.resolve();
  }

  /** Tells the operator once for each change, however many requests see it. */
  #lose(error: unknown) {
    if (this.#isClosed) return;
    const reason = reasonOf(error);
    this.#trouble = reason;
    this.#settled.resolve();
    const kind = kindOf(reason);
    if (this.#told === kind || (kind === 'network' && this.#told !== undefined)) return;
    this.#told = kind;
    this.#options.log.error(
      { reason },
      'Redis is of no use: limits hold for each process, and no answer is kept',
    );
  }
}
