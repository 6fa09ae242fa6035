import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { LONG_TIMEOUT, startReplica } from '../../support/replica.ts';
import { limitMints, MINT, tokenOf } from '../limited-mints.ts';
import { startRedis } from './redis-server.ts';

const LIMITS =
  'concurrent: 3, limits: [{ tokens: 2, per: month }, { reservedMinutes: 90, per: month, for: all }]';

test('the usage of a subject is shown and reset', async () => {
  const [redis, limited] = await Promise.all([startRedis(), limitMints(LIMITS)]);
  const settings = { ...limited.settings, REDIS_URL: redis.url, ...LONG_TIMEOUT };
  const { run } = await startReplica(settings);
  const mint = async () => (await run(MINT, await tokenOf('ada'))).errors?.[0]?.extensions.code;
  const showUsage = async (...words: string[]) => {
    const commandLine = ['policy', 'usage', '--subject', 'ada', ...words];
    const { code, stdout } = await runCommand(commandLine, settings);
    expect(code).toBe(0);
    return stdout
      .trim()
      .replaceAll(/, until .*/g, '')
      .split('\n');
  };
  const codes = [await mint(), await mint(), await mint()];
  expect(codes).toStrictEqual([undefined, undefined, 'RATE_LIMITED']);
  expect(await showUsage()).toStrictEqual([
    'user: 2 of 2 tokens per month',
    'user: 20 of 90 minutes per month for all',
    '2 sessions count as running',
  ]);
  expect(await showUsage('--reset')).toStrictEqual([
    'user: 0 of 2 tokens per month',
    'user: 20 of 90 minutes per month for all',
    '0 sessions count as running',
  ]);
  expect(await mint()).toBeUndefined();
});
