import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { tempStoreFolder } from '../support/stores.ts';

const runKeys = (folder: string, ...commandLine: string[]) =>
  runCommand(['keys', ...commandLine], { DATA_DIR: folder });

test('keys are created, listed without the key itself, accepted by a running service, and revoked', async () => {
  const folder = await tempFolder();
  const { run } = await start({ settings: { HOST: '0.0.0.0', DATA_DIR: folder } });
  const PERSONAS = '{ personas { totalCount } }';
  const rejected = { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };
  expect(await run(PERSONAS)).toMatchObject(rejected);
  const created = await runKeys(folder, 'create', '--plan', 'free', '--label', 'kiosk');
  expect(created).toMatchObject({ code: 0, stderr: `Created in ${folder}.\n` });
  const key = created.stdout.trim();
  const headers = { authorization: `Bearer ${key}` };
  expect((await run(PERSONAS, {}, headers)).data.personas.totalCount).toBeGreaterThan(0);
  const { stdout: listed } = await runKeys(folder, 'list');
  expect(listed).toMatch(/^\S{36} {2}free .* active {2}kiosk\n$/);
  expect(listed).not.toContain(key);
  const id = listed.slice(0, 36);
  expect(await runKeys(folder, 'revoke', id)).toMatchObject({ code: 0 });
  expect(await run(PERSONAS, {}, headers)).toMatchObject(rejected);
  const stderr = `No API key has the id ${id}.\n`;
  expect(await runKeys(folder, 'revoke', id)).toMatchObject({ code: 1, stderr });
  expect(readFileSync(join(folder, 'avatar-service.sqlite')).includes(key)).toBe(false);
});

test('a key of another account sees its own records and built-in ones', async () => {
  const folder = await tempStoreFolder();
  const { run } = await start({ settings: { HOST: '0.0.0.0', DATA_DIR: folder } });
  const created = await runKeys(folder, 'create', '--account', 'acme');
  expect(created.stderr).toBe(`Created in ${folder} for the account acme.\n`);
  const headers = { authorization: `Bearer ${created.stdout.trim()}` };
  const query = '{ personas { totalCount } avatars { totalCount } sessions { totalCount } }';
  expect((await run(query, {}, headers)).data).toStrictEqual({
    personas: { totalCount: 0 },
    avatars: { totalCount: 8 },
    sessions: { totalCount: 0 },
  });
  const { stdout } = await runKeys(folder, 'list');
  const [, id = ''] = /^(\S{36}) {2}pro +acme {2}/m.exec(stdout) ?? [];
  expect((await runKeys(folder, 'revoke', id)).stdout).toBe(
    `Revoked the API key ${id} of the account acme.\n`,
  );
});

test.each(['', 'A', '*', '../x', 'a'.repeat(64)])(
  'the name "%s" of an account is refused before a store is created',
  async (name) => {
    const folder = join(await tempFolder(), 'data');
    const { code, stdout, stderr } = await runKeys(folder, 'create', '--account', name);
    expect([code, stdout, existsSync(folder)]).toStrictEqual([1, '', false]);
    expect(stderr).toContain('It must be 1 to 63 of a-z, 0-9, . _ -');
  },
);

test.each(['list', 'revoke k1'])('keys %s does not create a store', async (commandLine) => {
  const folder = join(await tempFolder(), 'data');
  const stderr = `There is no store at ${folder}. Check DATA_DIR. \`avatar-graphql keys create\` creates a store.\n`;
  const result = await runKeys(folder, ...commandLine.split(' '));
  expect(result).toStrictEqual({ code: 1, stdout: '', stderr });
  expect(existsSync(folder)).toBe(false);
});
