import type { ServerResponse } from 'node:http';

/**
 * What every answer says unless it says better: it is data for whoever asked, not a page, and nobody's to frame, embed
 * or keep. A page sets its own policy by the same names.
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

/** A year: only where callers reach the API by https, and then for good. */
const HSTS = 'max-age=31536000';

/** Gives an answer the headers it keeps unless its page sets others. Before any other header is set. */
export function setSecurityHeaders(response: ServerResponse, isHttps: boolean): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  if (isHttps) response.setHeader('strict-transport-security', HSTS);
}
