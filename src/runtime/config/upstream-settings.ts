import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { printableSecret, secret, text, webAddress } from '../../shared/settings/setting-types.ts';

/** Validated only if it applies, because it may be meant for other programs. */
const proxySetting = text('the URL of an HTTP proxy');

export const upstreamSettings = z.object({
  url: setting(
    'UPSTREAM_URL',
    webAddress('the base URL of the upstream')
      .refine((value) => !/\/v1\/*$/.test(value), 'must not end with /v1')
      .optional(),
    {
      description: 'Base URL of the upstream, without `/v1`.',
      absent: 'starts the built-in avatar service',
      example: 'https://service.example.com',
      common: true,
    },
  ),
  apiKey: setting('UPSTREAM_API_KEY', printableSecret.optional(), {
    description:
      'API key of the upstream. It is never sent to clients. Requires `UPSTREAM_URL`; with JWT authentication, set both or neither.',
    absent: "each client's `Authorization` header is forwarded",
    common: true,
  }),
  apiKeyFile: setting('UPSTREAM_API_KEY_FILE', text('a path').optional(), {
    description:
      'File with the API key of the upstream, instead of `UPSTREAM_API_KEY`. The file is read again when it changes.',
    absent: '`UPSTREAM_API_KEY` applies',
  }),
  httpsProxy: setting('HTTPS_PROXY', secret(proxySetting).optional(), {
    description:
      'HTTP proxy for an upstream with an https URL; `https_proxy` takes precedence. Not used for a loopback upstream.',
    absent: 'no proxy',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  httpProxy: setting('HTTP_PROXY', secret(proxySetting).optional(), {
    description:
      'HTTP proxy for an upstream with an http URL; `http_proxy` takes precedence. Not used for a loopback upstream.',
    absent: 'no proxy',
    example: 'http://user:password@proxy.example.com:3128',
  }),
  noProxy: setting('NO_PROXY', text('comma-separated hosts').optional(), {
    description:
      'Hosts to reach without a proxy: names (including subdomains), `*.suffix`, `host:port`, or `*` for all. `no_proxy` takes precedence.',
    absent: 'none',
    example: 'service.example.com,.internal.example.com',
  }),
});
