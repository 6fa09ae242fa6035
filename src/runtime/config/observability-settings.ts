import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { oneOf, printableSecret, text, webAddress } from '../../shared/settings/setting-types.ts';

export const observabilitySettings = z.object({
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('warn'),
    {
      description: 'Log level. Logs are JSON lines on standard error; `info` logs every operation.',
      common: true,
    },
  ),
  metricsToken: setting('METRICS_TOKEN', printableSecret.optional(), {
    description: 'Bearer token that `/metrics` requires.',
    absent:
      '`/metrics` is open to requests to a loopback address, and closed if `HOST`, `PUBLIC_URL` or `TRUSTED_PROXIES` expose the API',
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
  serviceName: setting('OTEL_SERVICE_NAME', text('any text').default('avatar-graphql'), {
    description: 'Service name in traces.',
  }),
});
