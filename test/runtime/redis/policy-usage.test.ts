import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { signToken } from '../../support/policy.ts';
import { MINE, startPolicyUpstream } from '../../support/policy-upstream.ts';
import { LONG_TIMEOUT, startReplica } from '../../support/replica.ts';
import { tempFolder } from '../../support/resources.ts';
import { startRedis } from './redis-server.ts';

const MINT = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { type } } }`;

const POLICY = `
issuers: [{ name: main, issuer: https://main.example, secrets: ["\${TOKEN_SECRET}"], audience: api, scopesFrom: role }]
roles:
  - name: user
    when: {}
    scopes: all
    mint:
      maxSessionLengthSeconds: 90
      concurrent: 3
      limits: [{ tokens: 2, per: month }, { reservedMinutes: 9, per: month, for: all }]
`;

test('the usage of a subject is shown and reset', async () => {
  const [redis, upstream, folder] = await Promise.all([
    startRedis(),
    startPolicyUpstream(),
    tempFolder(),
  ]);
  const path = join(folder, 'policy.yaml');
  await writeFile(path, POLICY);
  const settings = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'server-key',
    TOKEN_SECRET: 'secret-of-all-issuers-of-these-tests-0123456789',
    POLICY: path,
    REDIS_URL: redis.url,
    ...LONG_TIMEOUT,
  };
  const { run } = await startReplica(settings);
  const token = await signToken({ iss: 'https://main.example', aud: 'api', sub: 'ada' });
  const mint = async () => (await run(MINT, token)).errors?.[0]?.extensions.code;
  const showUsage = async (...words: string[]) => {
    const commandLine = ['policy', 'usage', '--subject', 'ada', ...words];
    const { code, stdout } = await runCommand(commandLine, settings);
    expect(code).toBe(0);
    return stdout
      .trim()
      .replaceAll(/, until .*/g, '')
      .split('\n');
  };
  expect([await mint(), await mint(), await mint()]).toStrictEqual([
    undefined,
    undefined,
    'RATE_LIMITED',
  ]);
  expect(await showUsage()).toStrictEqual([
    'user: 2 of 2 tokens per month',
    'user: 3 of 9 minutes per month for all',
    '2 sessions count as running',
  ]);
  expect(await showUsage('--reset')).toStrictEqual([
    'user: 0 of 2 tokens per month',
    'user: 3 of 9 minutes per month for all',
    '0 sessions count as running',
  ]);
  expect(await mint()).toBeUndefined();
});
