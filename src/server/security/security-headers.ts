import type { ServerResponse } from 'node:http';

/**
 * Default headers of every response. They suit data: no framing, no embedding, no caching. Pages override them.
 */
const HEADERS = Object.entries({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** One year. Sent only if clients use https. */
const HSTS = 'max-age=31536000';

/** Sets the default headers of a response. Call it before other headers are set. */
export function setSecurityHeaders(response: ServerResponse, isHttps: boolean): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  if (isHttps) response.setHeader('strict-transport-security', HSTS);
}
