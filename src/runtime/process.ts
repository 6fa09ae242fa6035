import type { Writable } from 'node:stream';
import packageJson from '../../package.json' with { type: 'json' };
import { CONNECTION_LIMITS, type ConnectionLimits } from '../listener/connection-limits.ts';
import { createConnectionSubject } from '../server/authentication/client-address.ts';
import type { Config } from './config/config.ts';
import type { Environment } from './config/environment.ts';
import { isExposed } from './config/listener-settings.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';

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

/**
 * Creates the telemetry of this process. Without a token, only this machine may read metrics, and no reverse proxy on
 * it.
 */
export const createProcessTelemetry = (
  { observability, listener }: Config,
  { log, audit }: StartOptions,
): Promise<Telemetry> =>
  createTelemetry({
    ...observability,
    log,
    audit,
    version: packageJson.version,
    hasOpenMetrics: !isExposed(listener) && listener.trustedProxies.length === 0,
  });

/** Creates a function that logs errors which clients do not see. */
export const createFaultLogger =
  ({ log }: Telemetry) =>
  (fault: unknown, requestId?: string): void =>
    log.error({ err: fault, requestId }, 'fault');

export const getConnectionLimits = ({ listener }: Config): ConnectionLimits => ({
  ...CONNECTION_LIMITS,
  getSubject: createConnectionSubject(listener.trustedProxies),
});
