import { Redis, type RedisOptions } from 'ioredis';
import type { Secret } from '../../shared/secret.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import type { Log } from '../telemetry/log.ts';

/** In milliseconds. After a timeout of a command, Redis counts as unavailable. */
const CONNECT_TIMEOUT = 2_000;
const COMMAND_TIMEOUT = 200;

/** Range of the reconnection delay in milliseconds: exponential, with jitter. */
const FIRST_RETRY = 50;
const LAST_RETRY = 2_000;

/** Milliseconds before a server that refused to write is tried again. */
const RECHECK_INTERVAL = 1_000;

/** Errors of a server that is reachable but cannot store data. */
const REFUSAL_CODES =
  /^(?:OOM|MISCONF|READONLY|NOREPLICAS|NOPERM|NOAUTH|MASTERDOWN|CLUSTERDOWN|MOVED|LOADING)\b/;

export type RedisLog = Pick<Log, 'error' | 'warn'>;

export interface RedisConnectionOptions {
  readonly url: Secret;
  /** Milliseconds for an answer. A command without one closes the connection. Default: 200. */
  readonly timeout?: number | undefined;
  readonly log: RedisLog;
  /** Runs before Redis is used again after a failure. It must write, and reject if that fails. */
  readonly prepare: (redis: Redis) => Promise<unknown>;
}

/** Describes an address such as rediss://user:password@host:6379/0 without its credentials. */
export function describeAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `Redis at ${host || 'localhost'}${pathname === '/' ? '' : pathname}`;
}

/** The error's kind, for the log: the server's error code, or `network`. */
const getErrorKind = (reason: string) => /^[A-Z]{3,}(?= )/.exec(reason)?.[0] ?? 'network';

const calculateRetryDelay = (attempt: number) => {
  const maxDelay = Math.min(FIRST_RETRY * 2 ** (attempt - 1), LAST_RETRY);
  return Math.round(maxDelay * (0.5 + Math.random() / 2));
};

/**
 * Closes its connection if a command has no answer in time, whichever library sent it. Answers that have arrived are read
 * first, because the timers of a busy process fire before it reads: that is no failure of Redis.
 */
class BoundedRedis extends Redis {
  readonly #timeout: number;

  constructor(url: string, timeout: number, options: Omit<RedisOptions, 'replyMapping'>) {
    super(url, options);
    this.#timeout = timeout;
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    let isPending = true;
    const endIfPending = () => {
      if (isPending) this.stream.destroy(new Error(`no answer in ${this.#timeout} ms`));
    };
    const timer = setTimeout(() => setImmediate(endIfPending), this.#timeout);
    const settle = () => {
      isPending = false;
      clearTimeout(timer);
    };
    command.promise.then(settle, settle);
    return super.sendCommand(command, stream);
  }
}

/**
 * One process's connection to Redis. While Redis is unavailable (unreachable, too slow or refusing writes), no request
 * waits for it: commands return immediately, and the connection recovers in the background.
 */
export class RedisConnection {
  /** For libraries that send their own commands. These fail immediately while Redis is unavailable. */
  readonly client: Redis;
  readonly #options: RedisConnectionOptions;
  readonly #firstAttempt = Promise.withResolvers<void>();
  #isOpen = false;
  #isClosed = false;
  /** Why Redis is unavailable; undefined while it is available. */
  #unavailableReason: string | undefined = 'not connected yet';
  /** Counts failures. A recovery during which one occurred is void. */
  #failureCount = 0;
  #loggedKind: string | undefined;
  #recheckTimer: NodeJS.Timeout | undefined;

  constructor(options: RedisConnectionOptions) {
    const { url, timeout = COMMAND_TIMEOUT } = options;
    this.#options = options;
    this.client = new BoundedRedis(url.reveal(), timeout, {
      connectionName: 'avatar-graphql',
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT,
      disconnectTimeout: timeout,
      // Commands are neither queued while disconnected nor sent twice.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: calculateRetryDelay,
      // Sees every refusal, whichever library sent the command.
      reconnectOnError: (error) => {
        if (REFUSAL_CODES.test(error.message)) this.markUnavailable(error);
        return false;
      },
    });
    this.client
      .on('error', (error: unknown) => this.#setUnavailable(error))
      .on('close', () => {
        this.#isOpen = false;
        // An earlier error describes the cause better.
        if (this.#unavailableReason === undefined)
          this.#setUnavailable('the connection was closed');
      })
      .on('ready', () => {
        this.#isOpen = true;
        void this.#recover();
      });
  }

  /** Connects. Resolves after the first attempt, successful or not. */
  async open(): Promise<void> {
    this.client.connect().catch(() => undefined);
    await this.#firstAttempt.promise;
  }

  /** Why Redis is unavailable; undefined while it is available. */
  get unavailableReason(): string | undefined {
    return this.#unavailableReason;
  }

  /** Runs a command. Returns undefined if Redis is unavailable, without waiting, or if the command fails. */
  async tryCommand<T>(command: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    if (this.#unavailableReason !== undefined) return undefined;
    try {
      return await command(this.client);
    } catch {
      // The event handlers have recorded the failure by now.
      return undefined;
    }
  }

  /**
   * Runs a command that other processes depend on, even if the server refuses writes. If it fails, Redis counts as
   * unavailable until it has recovered.
   */
  async runCriticalCommand(command: (redis: Redis) => Promise<unknown>): Promise<void> {
    try {
      if (this.#isOpen) await command(this.client);
    } catch (error) {
      this.markUnavailable(error);
    }
  }

  /** Marks Redis as unavailable until it has recovered. */
  markUnavailable(error: unknown): void {
    this.#failureCount += 1;
    this.#setUnavailable(error);
    if (!this.#isOpen || this.#isClosed) return;
    // Later failures do not restart it. Otherwise, frequent ones would postpone it forever.
    this.#recheckTimer ??= setTimeout(() => void this.#recover(), RECHECK_INTERVAL).unref();
  }

  /** Closes the connection. Commands in flight fail. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#recheckTimer);
    this.client.disconnect();
  }

  async #recover() {
    clearTimeout(this.#recheckTimer);
    this.#recheckTimer = undefined;
    const failureCount = this.#failureCount;
    try {
      await this.#options.prepare(this.client);
    } catch (error) {
      this.markUnavailable(error);
      // The connection leads to a demoted primary. A new one may reach the new primary.
      if (getErrorMessage(error).startsWith('READONLY')) this.client.disconnect(true);
      return;
    }
    if (!this.#isOpen || this.#isClosed || this.#failureCount !== failureCount) return;
    this.#unavailableReason = undefined;
    if (this.#loggedKind !== undefined) this.#options.log.warn({}, 'Redis is available again');
    this.#loggedKind = undefined;
    this.#firstAttempt.resolve();
  }

  /** Logs once per change, however many requests fail. */
  #setUnavailable(error: unknown) {
    if (this.#isClosed) return;
    const reason = getErrorMessage(error);
    this.#unavailableReason = reason;
    this.#firstAttempt.resolve();
    const kind = getErrorKind(reason);
    if (this.#loggedKind === kind || (kind === 'network' && this.#loggedKind !== undefined)) return;
    this.#loggedKind = kind;
    this.#options.log.error(
      { reason },
      'Redis is unavailable: each process uses local rate limits, and nothing is cached',
    );
  }
}
