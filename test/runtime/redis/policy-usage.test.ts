import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { MINT } from '../../support/policy.ts';
import { startReplica } from '../../support/replica.ts';
import { limitMints, tokenOf } from '../limited-mints.ts';
import { startRedis } from './redis-server.ts';

const LIMITS =
  'concurrent: 3, reuseSeconds: 0, limits: [{ tokens: 2, per: month }, { reservedMinutes: 90, per: month, for: all }]';

test('the usage of a subject is shown and reset', async () => {
  const [redis, limited] = await Promise.all([startRedis(), limitMints(LIMITS)]);
  const settings = { ...limited.settings, REDIS_URL: redis.url };
  const { run } = await startReplica(settings);
  const mint = async () => (await run(MINT, await tokenOf('ada'))).errors?.[0]?.extensions.code;
  const showUsage = async (...words: string[]) => {
    const commandLine = ['policy', 'usage', '--subject', 'ada', ...words];
    const { code, stdout } = await runCommand(commandLine, settings);
    expect(code).toBe(0);
    return stdout
      .trim()
      .replaceAll(/, until .*/g, '')
      .split('\n')
      .slice(5);
  };
  const codes = [await mint(), await mint(), await mint()];
  expect(codes).toStrictEqual([undefined, undefined, 'RATE_LIMITED']);
  expect(await showUsage()).toStrictEqual([
    'user: 2 used of 2 tokens per month',
    'user: 0 used and 20 reserved of 90 minutes per month for all',
    '2 sessions count as running',
  ]);
  expect(await showUsage('--reset')).toStrictEqual([
    'user: 0 used of 2 tokens per month',
    'user: 0 used and 20 reserved of 90 minutes per month for all',
    '0 sessions count as running',
    'Nothing is counted for this subject now. The subject is the sub claim of its tokens.',
  ]);
  expect(await mint()).toBeUndefined();
});

test('the usage names what was read, also as JSON, and says if a subject is unknown', async () => {
  const [redis, limited] = await Promise.all([
    startRedis(),
    limitMints('limits: [{ tokens: 2, per: month }]'),
  ]);
  const settings: Record<string, string> = {
    ...limited.settings,
    REDIS_URL: redis.url,
  };
  const words = ['policy', 'usage', '--subject', 'nobody'];
  const { stdout } = await runCommand(words, settings);
  const { host } = new URL(redis.url);
  expect(stdout.split('\n').map((line) => line.replace(/version .*|until .*/, ''))).toStrictEqual([
    'issuer: main',
    'subject: nobody',
    `policy: ${settings.POLICY}, `,
    `redis: ${host}`,
    `upstream: ${limited.upstream.url}`,
    'user: 0 used of 2 tokens per month, ',
    '0 sessions count as running',
    'Nothing is counted for this subject now. The subject is the sub claim of its tokens.',
    '',
  ]);
  const json = JSON.parse((await runCommand([...words, '--json'], settings)).stdout);
  expect(json).toMatchObject({
    subject: 'nobody',
    isKnown: false,
    running: 0,
    limits: [{ used: 0, reserved: 0, remaining: 2, max: 2, unit: 'tokens' }],
  });
});
