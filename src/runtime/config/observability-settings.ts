import { z } from 'zod';
import { setting, settingMetadata } from '../../shared/settings/setting.ts';
import {
  oneOf,
  printableSecret,
  secret,
  sharedSecret,
  webAddress,
} from '../../shared/settings/setting-types.ts';

/** Platforms set OTEL_TRACES_SAMPLER_ARG for programs with all kinds of samplers. */
const ratio = z.coerce.number().min(0).max(1).catch(1).register(settingMetadata, {
  allowed: '0 to 1',
});

export const observabilitySettings = z.object({
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('warn'),
    {
      description: 'Log level. Logs are JSON lines on standard error; `info` logs every operation.',
      common: true,
    },
  ),
  auditSecret: setting('AUDIT_SECRET', secret(sharedSecret).optional(), {
    description:
      'Secret that hashes callers in the audit and the log (HMAC), the same in all processes.',
    absent: 'callers are not in the log',
  }),
  metricsToken: setting('METRICS_TOKEN', printableSecret.optional(), {
    description: 'Bearer token that `/metrics` requires.',
    absent:
      '`/metrics` is open on loopback, unless `HOST`, `PUBLIC_URL` or `TRUSTED_PROXIES` exposes the API',
    common: true,
  }),
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    webAddress('the base URL of a collector').optional(),
    {
      description: 'Base URL of the OTLP/HTTP collector that receives traces.',
      absent: 'tracing is off',
      example: 'http://127.0.0.1:4318',
      common: true,
    },
  ),
  traceRatio: setting('OTEL_TRACES_SAMPLER_ARG', ratio.default(1), {
    description:
      'Fraction of traces that are recorded if the client has not decided (`parentbased_traceidratio`). Any other value is ignored.',
    example: '0.1',
  }),
});
