import { expect, test } from 'vitest';
import { Settings } from '../../../src/runtime/config/settings.ts';
import { findSuspiciousSettings } from '../../../src/runtime/config/suspicious-settings.ts';
import { getName, listSettings } from '../../../src/shared/settings/setting.ts';
import { runCommand } from '../../support/command.ts';
import { startProgram } from '../../support/program.ts';
import { diagnoseServices } from '../doctor/diagnose.ts';

test.each([
  ['UPSTREAM_EXTENTIONS', ' Did you mean UPSTREAM_EXTENSIONS?'],
  ['UPSTREEM_URL', ' Did you mean UPSTREAM_URL?'],
  ['CORS_ORIGIN', ' Did you mean CORS_ORIGINS?'],
  ['AUTH_JWK_URL', ' Did you mean AUTH_JWKS_URL?'],
  ['REDIS_URI', ' Did you mean REDIS_URL?'],
  // These only look like settings.
  ['AUTH_CLIENT', ''],
  ['POLICY_MODE', ''],
  ['UPSTREAM_TIMEOUT', ''],
  ['RATE_LIMIT_FIELDS', ''],
  ['RESPONSE_CACHE_TTL', ''],
])('%s is reported, without its value: %s', (name, question) => {
  const sentence = `${name} is not a setting.${question}`;
  expect(findSuspiciousSettings({ [name]: 'a secret' })).toStrictEqual([sentence]);
});

test('settings and the variables of other programs are not suspicious', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'PORTS',
    'POST',
    'NODE_OPTIONS',
    'NODE_PATH',
    'SERVICE_NAME',
    'HOST_PATH',
    'LOG_FILE',
  ];
  const kubernetes = ['REDIS_PORT', 'REDIS_SERVICE_HOST', 'KUBERNETES_PORT', 'DATABASE_HOST'];
  const upstream = ['UPSTREAM_PORT', 'UPSTREAM_PORT_80_TCP', 'UPSTREAM_SERVICE_HOST'];
  const otel = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_SDK_DISABLED'];
  const all = listSettings(Settings).map(getName);
  const names = [...all, ...others, ...kubernetes, ...upstream, ...otel];
  const env = Object.fromEntries(names.map((name) => [name, 'production']));
  expect(findSuspiciousSettings(env)).toStrictEqual([]);
});

test.each([
  ['production', 0],
  ['development', 0],
  ['test', 0],
  ['', 0],
  ['prod', 1],
  ['Production', 1],
])('NODE_ENV=%s has %i warnings', (mode, count) => {
  expect(findSuspiciousSettings({ NODE_ENV: mode })).toHaveLength(count);
});

const misspelled = { CORS_ORIGIN: 'http://localhost:5173' };
const sentence = 'CORS_ORIGIN is not a setting. Did you mean CORS_ORIGINS?';

test('a misspelled setting is logged at start', async () => {
  const { logged } = await startProgram(misspelled);
  await expect.poll(logged).toMatchObject([{ level: 'warn', msg: sentence }]);
});

test('the error of an invalid setting also names a misspelled one', async () => {
  expect(await runCommand(['keys', 'list'], { ...misspelled, PORT: 'x' })).toStrictEqual({
    code: 1,
    stdout: '',
    stderr: `PORT must be an integer from 0 to 65535.\n${sentence}\n`,
  });
});

test('a misspelled setting is a failure of the doctor, which goes on', async () => {
  const { code, find } = await diagnoseServices(misspelled);
  expect([code, find('settings')]).toStrictEqual([1, `failed: ${sentence}`]);
  expect(find('api key')).toMatch(/^ok: /);
});
