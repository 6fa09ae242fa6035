import type { Writable } from 'node:stream';
import type { Environment } from './config/environment.ts';

export interface Running {
  /** Base URL of the API, with the actual port. */
  readonly url: string;
  /** Lines for the terminal. */
  readonly summary: readonly string[];
  /** Reads settings, policy and keys again, and logs what has changed. Undefined if nothing can be read again. */
  readonly reload?: (() => Promise<void>) | undefined;
  /** Accepts no new requests, waits `grace` milliseconds (default 10,000) for active ones, then releases everything. */
  close(grace?: number): Promise<void>;
}

export interface StartOptions {
  /** Reads the environment again, for reloads. Default: settings and policy stay as they are. */
  readonly readEnvironment?: (() => Environment) | undefined;
  /** Receives the lines of the log. Default: standard error. */
  readonly log?: Writable | undefined;
  /** Receives the lines of the audit. Default: standard output. */
  readonly audit?: Writable | undefined;
  /** Interval of the checks of key files and the policy file, in milliseconds. Default: 2,000. */
  readonly watchInterval?: number | undefined;
}
