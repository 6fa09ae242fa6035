import packageJson from '../../package.json' with { type: 'json' };
import { CONNECTION_LIMITS, type ConnectionLimits } from '../listener/limits.ts';
import { createConnectionSubject } from '../server/authentication/client-address.ts';
import type { Config } from './config/config.ts';
import { isExposed } from './config/listener-settings.ts';
import type { StartOptions } from './running.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';

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

export const getConnectionLimits = ({ listener }: Config): ConnectionLimits => ({
  ...CONNECTION_LIMITS,
  getSubject: createConnectionSubject(listener.trustedProxies),
});
