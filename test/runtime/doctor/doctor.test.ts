import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { freePort, listen } from '../../support/resources.ts';
import { tempStoreFolder } from '../../support/stores.ts';
import { diagnose, diagnoseHere, expectFinding, expectLast } from './diagnose.ts';

test('on the terminal, each check has a line with advice below it', async () => {
  const settings = { UPSTREAM_URL: 'https://no-such-host.invalid' };
  const { code, stdout, stderr } = await runCommand(['doctor'], settings);
  expect([code, stderr]).toStrictEqual([1, '']);
  expect(stdout).toMatch(/^ok {7}settings {4}Valid\. Set: UPSTREAM_URL\.$/m);
  expect(stdout).toMatch(
    /^FAILED {3}upstream {4}GET \/v1\/personas failed: \w+\.\n {21}Check the host name/m,
  );
});

/** Starts an upstream in which the checks find no problem. */
const listenWithPage = () => listen((_, response) => void response.end('{"data":[]}'));

test('every invalid setting is named once', async () => {
  const diagnosis = await diagnoseHere({ PORT: 'x', UPSTREAM_URL: 'y' });
  const finding =
    /^failed: PORT must be an integer from 0 to 65535\. UPSTREAM_URL must be (?!.*UPSTREAM_URL).*\.$/;
  expectFinding(diagnosis, 'settings', finding);
  expectLast(diagnosis, 'settings');
});

test('no secret of the settings is printed', async () => {
  const secrets = {
    UPSTREAM_API_KEY: 'sk-secret-upstream-key',
    AUTH_SECRET: 'secret-of-an-issuer-0123456789-0123456789',
    REDIS_URL: `redis://anna:secret-redis-password@127.0.0.1:${await freePort()}`,
    REDIS_SECRET: 'secret-of-redis-0123456789-0123456789-0123',
    METRICS_TOKEN: 'secret-metrics-token',
    DATABASE_URL: `postgres://anna:secret-db-password@127.0.0.1:${await freePort()}/x`,
    STORE_SECRET: 'secret-of-the-store-0123456789-0123456789',
  };
  const rest = { AUTH_ISSUER: 'i', AUTH_AUDIENCE: 'a', ...secrets };
  const upstream = { UPSTREAM_URL: `http://127.0.0.1:${await freePort()}` };
  const whole = { ...rest, ...upstream };
  for (const [settings, ...options] of [
    [whole],
    [whole, '--json'],
    [{ ...whole, PORT: 'x', REDIS_URL: 'redis:secret-redis-password' }],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(['doctor', ...options], settings);
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining('settings')]);
    expect(stdout + stderr).not.toMatch(/secret-|sk-secret|anna/);
  }
});

/** Node's permissions to read files and to connect, but not to write or to start processes. */
const READ_ONLY = [
  '--permission',
  '--allow-fs-read=*',
  ...['--allow-net'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag)),
];

test('the doctor needs no write permission, with a store or an upstream', async () => {
  const permissions = { NODE_OPTIONS: READ_ONLY.join(' '), NODE_NO_WARNINGS: '1' };
  const withStore = await diagnose(permissions, await tempStoreFolder());
  expectFinding(withStore, 'store', /is sound\./);
  const withUpstream = await diagnose({ ...permissions, UPSTREAM_URL: await listenWithPage() });
  expectFinding(withUpstream, 'upstream', /^ok: GET \/v1\/personas was answered in \d+ ms\.$/);
});
