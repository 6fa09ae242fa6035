import { z } from 'zod';
import { EXTENSIONS } from '../../contract/endpoint.ts';
import { settingMetadata } from './setting-metadata.ts';
import {
  amount,
  flag,
  integer,
  list,
  printableSecret,
  secret,
  text,
  webAddress,
} from './setting-types.ts';

/** Validated only if it applies, because it may be meant for other programs. */
const proxySetting = text('the URL of an HTTP proxy');

/** Resources, or one of the words for all of them and for none. */
const extensions = z
  .string()
  .register(settingMetadata, {
    allowed: `\`none\`, \`all\`, or a comma-separated list of ${EXTENSIONS.map((name) => `\`${name}\``).join(', ')}`,
  })
  .transform((text) => {
    if (text.trim() === 'none') return [];
    if (text.trim() === 'all') return [...EXTENSIONS];
    return text.split(',').map((name) => name.trim());
  })
  .pipe(
    z.array(
      z.enum(EXTENSIONS, {
        error: `must be none, all, or a comma-separated list of ${EXTENSIONS.join(', ')}`,
      }),
    ),
  );

/** The upstream. */
export const upstreamSettings = z.object({
  UPSTREAM_URL: webAddress('the base URL of the upstream')
    .refine((value) => !/\/v1\/*$/.test(value), 'must not end with /v1')
    .optional()
    .register(settingMetadata, {
      description: 'Base URL of the upstream, without `/v1`.',
      absent: 'starts the built-in avatar service',
      example: 'https://service.example.com',
      common: true,
    }),
  UPSTREAM_API_KEY: printableSecret.optional().register(settingMetadata, {
    description: 'API key of the upstream. It is never sent to clients.',
    absent: "each client's `Authorization` header is forwarded",
    common: true,
  }),
  UPSTREAM_EXTENSIONS: extensions.prefault('none').register(settingMetadata, {
    description:
      'Resources for which the upstream has the endpoints beyond the specification, such as lists, updates and deletions. A field that needs another endpoint fails with `NOT_SUPPORTED`, and no call is made. The built-in avatar service has all of them.',
    absent: '`none`; the built-in avatar service has all',
    example: 'personas,voices',
    common: true,
  }),
  UPSTREAM_PERSONA_BY_ID: flag.default(false).register(settingMetadata, {
    description:
      'Deprecated: use `UPSTREAM_EXTENSIONS` with `personas`. Set to `true` if the upstream has `GET /v1/personas/{id}` and no other extension of personas.',
  }),
  UPSTREAM_CONCURRENCY: integer(1, 100_000).default(4_096).register(settingMetadata, {
    description:
      'Maximum concurrent calls to the upstream. Further calls are queued, with a turn for each client. One client, identified by its API key or JWT, gets at most half.',
  }),
  UPSTREAM_UPLOAD_CONCURRENCY: integer(1, 10_000).default(32).register(settingMetadata, {
    description: 'Maximum concurrent uploads to the upstream, counted separately from other calls.',
  }),
  UPSTREAM_QUEUE_SECONDS: amount(0, 300, 'seconds').default(5).register(settingMetadata, {
    description:
      'Maximum seconds in the queue; then the call fails with `OVERLOADED`. Uploads wait up to a minute.',
  }),
  MAX_IMAGE_BYTES: integer(1024, 104_857_600, 'bytes').optional().register(settingMetadata, {
    description:
      'Maximum size of an uploaded image in bytes, if the upstream differs from the specification.',
    absent: '`10485760` (10 MB, as in the specification)',
    example: '10485760',
  }),
  FURTHER_AVATAR_MODELS: list(
    z.string().regex(/^[a-z][a-z0-9.-]*$/, 'must be model names such as cara-4,cara-5'),
    'names of lower-case letters, digits, dots and hyphens',
  )
    .optional()
    .register(settingMetadata, {
      description:
        'Avatar models of the upstream besides `cara-2` and `cara-3`. They are added to the enum `AvatarModel`.',
      absent: 'none',
      example: 'cara-4,cara-4-latest',
    }),
  HTTPS_PROXY: secret(proxySetting).optional().register(settingMetadata, {
    description:
      'HTTP proxy for an upstream with an https URL; `https_proxy` takes precedence. Not used for a loopback upstream.',
    absent: 'no proxy',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  HTTP_PROXY: secret(proxySetting).optional().register(settingMetadata, {
    description:
      'HTTP proxy for an upstream with an http URL; `http_proxy` takes precedence. Not used for a loopback upstream.',
    absent: 'no proxy',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  NO_PROXY: text('comma-separated hosts').optional().register(settingMetadata, {
    description:
      'Hosts to reach without a proxy: names (including subdomains), `*.suffix`, `host:port`, or `*` for all. `no_proxy` takes precedence.',
    absent: 'none',
    example: 'service.example.com,.internal.example.com',
  }),
});
