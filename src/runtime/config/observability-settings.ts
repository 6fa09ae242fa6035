import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import {
  oneOf,
  printableSecret,
  secret,
  sharedSecret,
  text,
  webAddress,
} from '../../shared/settings/setting-types.ts';

export const observabilitySettings = z.object({
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('warn'),
    {
      description: 'Log level. Logs are JSON lines on standard error; `info` logs every operation.',
      common: true,
    },
  ),
  logSubjects: setting('LOG_SUBJECTS', oneOf('none', 'hashed', 'plain').default('none'), {
    description:
      'How the log line of an operation names its caller: `hashed` as an HMAC with `AUDIT_SECRET`, `plain` as issuer and subject of its token, which may be personal data. A key is never logged.',
    otherwise: '`hashed` with `AUDIT_SECRET`',
  }),
  auditSecret: setting('AUDIT_SECRET', secret(sharedSecret).optional(), {
    description:
      'Secret by which callers are hashed in the audit and the log, so that nobody without it can tell whose line it is. Equal in all processes.',
    absent: 'the audit of a policy has no hashed subjects',
  }),
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
  sampler: setting('OTEL_TRACES_SAMPLER', text('a sampler of OpenTelemetry').optional(), {
    description:
      'Which traces are recorded, as OpenTelemetry specifies: `always_on`, `always_off`, `traceidratio`, and the same after `parentbased_`, which follow the decision of the client if it sends one. Any other value is ignored with a warning.',
    absent: '`parentbased_always_on`',
    example: 'parentbased_traceidratio',
  }),
  samplerArgument: setting('OTEL_TRACES_SAMPLER_ARG', text('a number from 0 to 1').optional(), {
    description:
      'The share of traces that `traceidratio` and `parentbased_traceidratio` record. An invalid value is ignored with a warning.',
    absent: '1',
    example: '0.1',
  }),
  serviceName: setting('OTEL_SERVICE_NAME', text('any text').default('avatar-graphql'), {
    description: 'Service name in traces.',
  }),
});
