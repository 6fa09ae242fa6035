import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { oneOf, printableSecret, text, webAddress } from './setting-types.ts';

/** Logs, metrics and traces. */
export const observabilitySettings = z.object({
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')
    .default('warn')
    .register(settingMetadata, {
      description: 'Log level. Logs are JSON lines on standard error; `info` logs every operation.',
      common: true,
    }),
  METRICS_TOKEN: printableSecret.optional().register(settingMetadata, {
    description: 'Bearer token that `/metrics` requires.',
    absent: '`/metrics` is open on a loopback `HOST`, closed otherwise',
    common: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('the base URL of a collector')
    .optional()
    .register(settingMetadata, {
      description: 'Base URL of the OTLP/HTTP collector that receives traces.',
      absent: 'tracing is off',
      example: 'http://127.0.0.1:4318',
      common: true,
    }),
  OTEL_SERVICE_NAME: text('any text')
    .default('avatar-graphql')
    .register(settingMetadata, { description: 'Service name in traces.' }),
});
