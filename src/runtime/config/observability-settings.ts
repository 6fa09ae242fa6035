import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { amount, oneOf, printableSecret, text, webAddress } from './setting-types.ts';

/** Logs, metrics, traces and shutdown. */
export const observabilitySettings = z.object({
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')
    .default('warn')
    .register(settingMetadata, {
      description:
        'How much is logged, in JSON lines on standard error: `info` has a line for every operation.',
      common: true,
    }),
  METRICS_TOKEN: printableSecret.optional().register(settingMetadata, {
    description: 'What a reader of `/metrics` sends as a bearer token.',
    absent: 'on loopback everyone may read, elsewhere nobody',
    common: true,
  }),
  DRAIN_NOTICE: amount(0, 300, 'seconds').default(0).register(settingMetadata, {
    description:
      'Seconds between SIGTERM and the end of taking requests, for which `/ready` says no: time for a load balancer to turn away.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('the base address of a collector')
    .optional()
    .register(settingMetadata, {
      description: 'Base address of an OTLP/HTTP collector, which gets the traces.',
      absent: 'there are no traces',
      example: 'http://127.0.0.1:4318',
      common: true,
    }),
  OTEL_SERVICE_NAME: text('any text')
    .default('avatar-graphql')
    .register(settingMetadata, { description: 'The name under which the collector files them.' }),
});
