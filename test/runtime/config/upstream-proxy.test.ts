import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';

const SECURE = 'https://service.example';
const PLAIN = 'http://service.example';

/** Returns the proxy for an upstream. */
const readProxy = (env: Record<string, string>) => readConfig(env).upstream?.proxy;
const addressOf = (env: Record<string, string>) => readProxy(env)?.url.reveal();

test.each<[Record<string, string>, string | undefined]>([
  [{ UPSTREAM_URL: SECURE, HTTPS_PROXY: 'http://p.example:1' }, 'http://p.example:1/'],
  [{ UPSTREAM_URL: SECURE, https_proxy: 'http://p.example:1' }, 'http://p.example:1/'],
  [
    { UPSTREAM_URL: SECURE, https_proxy: 'http://low.example', HTTPS_PROXY: 'http://up.example' },
    'http://low.example/',
  ],
  [
    { UPSTREAM_URL: SECURE, https_proxy: '', HTTPS_PROXY: 'http://up.example' },
    'http://up.example/',
  ],
  [{ UPSTREAM_URL: SECURE, HTTPS_PROXY: 'p.example:3128' }, 'http://p.example:3128/'],
  [
    { UPSTREAM_URL: SECURE, HTTPS_PROXY: 'https://u:p%2Fw@p.example/x?y#z' },
    'https://u:p%2Fw@p.example/',
  ],
  [{ UPSTREAM_URL: SECURE, HTTP_PROXY: 'http://p.example:1' }, undefined],
  [{ UPSTREAM_URL: PLAIN, HTTP_PROXY: 'http://p.example:1' }, 'http://p.example:1/'],
  [{ UPSTREAM_URL: PLAIN, http_proxy: 'http://p.example:1' }, 'http://p.example:1/'],
  [{ UPSTREAM_URL: PLAIN, HTTPS_PROXY: 'http://p.example:1' }, undefined],
  [{ UPSTREAM_URL: 'https://localhost:1', HTTPS_PROXY: 'http://p.example:1' }, undefined],
  [{ UPSTREAM_URL: 'http://127.0.0.1:1', HTTP_PROXY: 'http://p.example:1' }, undefined],
  [{ UPSTREAM_URL: 'http://[::1]:1', HTTP_PROXY: 'http://p.example:1' }, undefined],
])('with %j the proxy is %s', (env, address) => {
  expect(addressOf(env)).toBe(address);
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

test('a proxy that does not apply is not validated', () => {
  const HTTPS_PROXY = 'socks5://p.example';
  expect(readConfig({ HTTPS_PROXY }).upstream).toBeUndefined();
  expect(addressOf({ UPSTREAM_URL: PLAIN, HTTPS_PROXY })).toBeUndefined();
});
