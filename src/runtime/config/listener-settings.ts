import proxyAddress from '@fastify/proxy-addr';
import { z } from 'zod';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../listener/limits.ts';
import { createConnectionSubject } from '../../server/authentication/client-address.ts';
import { isLoopback, isWebOrigin, LOOPBACK_ORIGINS } from '../../shared/loopback.ts';
import { setting, settingMetadata } from '../../shared/settings/setting.ts';
import { integer, list, seconds, text, webAddress } from '../../shared/settings/setting-types.ts';
import { trimTrailingSlashes } from '../../shared/trim-trailing-slashes.ts';

/** The origin of an app or a browser extension, such as capacitor://localhost. */
const APP_ORIGIN = /^(?!(?:https?|wss?|ftp|file):)[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(?::\d+)?$/;

/** All subdomains of a domain. */
const SUBDOMAINS = /^https?:\/\/\*\.(?:localhost(?::\d+)?|[^*.]+\.[^*]+)$/;

/**
 * An origin in the form that browsers send, one with `*.` before its host for all subdomains, or the word for all origins
 * of this machine.
 */
const origin = z
  .string()
  .refine(
    (value) =>
      value === LOOPBACK_ORIGINS ||
      (isWebOrigin(value) && (!value.includes('*') || SUBDOMAINS.test(value))) ||
      APP_ORIGIN.test(value),
    `must be origins as browsers send them, such as https://app.example.com, https://*.example.com for all subdomains, or ${LOOPBACK_ORIGINS}`,
  );

const proxy = z.string().refine(
  (value) => {
    try {
      proxyAddress.compile(value);
      return true;
    } catch {
      return false;
    }
  },
  { error: 'must be addresses or networks such as 10.0.0.0/8, or loopback' },
);

/** Where the API listens, who reaches it, and how it stops. */
export const listenerSettings = z.object({
  port: setting('PORT', integer(0, 65_535).default(4000), {
    description: 'Port of the API; 0 picks a free port.',
    common: true,
  }),
  host: setting('HOST', text('an address or host name of this machine').default('127.0.0.1'), {
    description:
      'Address to listen on. With `0.0.0.0`, other machines can reach the API, and clients must send their own API keys or JWTs.',
    common: true,
  }),
  /** The API's public address without a slash at its end, if it differs from the address listened on. */
  publicUrl: setting(
    'PUBLIC_URL',
    webAddress('the public URL of the API')
      .refine((value) => URL.parse(value)?.pathname === '/', 'must not contain a path')
      .register(settingMetadata, {
        allowed: 'an http or https URL without path or query',
      })
      .transform(trimTrailingSlashes)
      .optional(),
    {
      description:
        'URL that clients use behind a reverse proxy. Image URLs start with it. If it is not on loopback, the API is public.',
      absent: 'the address of the listener',
      example: 'https://avatars.example.com',
      common: true,
    },
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    list(proxy, 'addresses, networks or `loopback`').default([]),
    {
      description: 'Reverse proxies whose `X-Forwarded-For` header is trusted.',
      absent: 'none',
      example: 'loopback,10.0.0.0/8',
    },
  ),
  /** Origins whose pages may call the API from a browser, besides its own; `loopback` stands for all of this machine. */
  corsOrigins: setting('CORS_ORIGINS', list(origin, 'origins, or `loopback`').default([]), {
    description:
      'Other origins whose pages may call the API. `https://*.example.com` allows all subdomains, `loopback` all pages on this machine.',
    absent:
      '`loopback` in development on this machine, unless callers share `UPSTREAM_API_KEY`; otherwise none',
    example: 'https://app.example.com,http://localhost:3000',
  }),
  /** Milliseconds between the end signal and closing the port, during which /ready fails. */
  drainNotice: setting('DRAIN_NOTICE', seconds(0, 300).prefault('0'), {
    description: 'Seconds to accept requests after SIGTERM, while `/ready` returns 503.',
  }),
});

type ListenerSettings = z.output<typeof listenerSettings>;

/** Whether other machines can reach the API, directly or through a proxy. */
export const isExposed = ({
  host,
  publicUrl,
}: Pick<ListenerSettings, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));

export const getConnectionLimits = ({ trustedProxies }: ListenerSettings): ConnectionLimits => ({
  ...CONNECTION_LIMITS,
  getSubject: createConnectionSubject(trustedProxies),
});
