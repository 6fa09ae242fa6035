import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';
import { readTable } from '../../support/tables.ts';

const SECURE = 'https://service.example';

/** Returns the proxy for an upstream. */
const readProxy = (env: Record<string, string>) => readConfig(env).upstream?.proxy;

test.each(
  readTable(`
  https://service.example | HTTPS_PROXY=http://p.example:1 | http://p.example:1/
  https://service.example | https_proxy=http://p.example:1 | http://p.example:1/
  https://service.example | https_proxy=http://low.example HTTPS_PROXY=http://up.example | http://low.example/
  https://service.example | https_proxy= HTTPS_PROXY=http://up.example | http://up.example/
  https://service.example | HTTPS_PROXY=p.example:3128 | http://p.example:3128/
  https://service.example | HTTPS_PROXY=https://u:p%2Fw@p.example/x?y#z | https://u:p%2Fw@p.example/
  https://service.example | HTTP_PROXY=http://p.example:1 | none
  http://service.example | HTTP_PROXY=http://p.example:1 | http://p.example:1/
  http://service.example | http_proxy=http://p.example:1 | http://p.example:1/
  http://service.example | HTTPS_PROXY=socks5://is.not.validated | none
  https://localhost:1 | HTTPS_PROXY=http://p.example:1 | none
  http://127.0.0.1:1 | HTTP_PROXY=http://p.example:1 | none
  http://[::1]:1 | HTTP_PROXY=http://p.example:1 | none
`),
)('for the upstream %s and %s, the proxy is %s', (UPSTREAM_URL = '', proxies = '', expected) => {
  const env = Object.fromEntries(proxies.split(' ').map((each) => each.split(/=(.*)/)));
  expect(readProxy({ UPSTREAM_URL, ...env })?.url.reveal() ?? 'none').toBe(expected);
});

test.each(['NO_PROXY', 'no_proxy'])('%s is handed on', (name) => {
  const env = { UPSTREAM_URL: SECURE, HTTPS_PROXY: 'p.example', [name]: 'a.example,.b.example' };
  expect(readProxy(env)?.except).toBe('a.example,.b.example');
});

test.each([
  'socks5://user:hidden@p.example',
  'http://user:hid%den@p.example',
  'http://',
  'user:hidden',
])(
  'the invalid proxy %s is rejected in a sentence that does not contain it, if it applies',
  (HTTPS_PROXY) => {
    const read = () => readConfig({ UPSTREAM_URL: SECURE, HTTPS_PROXY });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^HTTPS_PROXY must be the URL of an HTTP proxy, such as .*\.$/);
    expect(read).not.toThrow(/hid/);
  },
);
