import { expect, test } from 'vitest';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { avatars, tools, voices } from '../support/sample/records.ts';
import { create, openAccounts } from './accounts.ts';
import { mintToken, startSession } from './sessions.ts';

/** One service for all tests: each has its own accounts, and renames other built-in records. */
const service = await startAvatarService({ seeded: true });

const list = async ({ send }: RunningService, name: string) =>
  (await send(`GET /v1/${name}?perPage=100&includeDefaults=true`)).body.data;

test('built-in records are seen by every account, sample data only by the default account', async () => {
  const { globex, main } = await openAccounts(service);
  expect(await list(globex, 'avatars')).toHaveLength(avatars.length);
  expect(await list(globex, 'voices')).toHaveLength(voices.length);
  expect(await list(globex, 'tools')).toMatchObject([{ type: 'SYSTEM' }]);
  expect(await list(globex, 'llms')).toHaveLength(3);
  for (const name of ['personas', 'sessions']) expect(await list(globex, name)).toEqual([]);
  expect((await globex.send('GET /v1/knowledge/groups')).body).toStrictEqual([]);
  expect(await list(main, 'tools')).toHaveLength(tools.length);
});

test.each([
  [`avatars/${avatars[0]?.id}`, '?hard=true'],
  [`voices/${voices[0]?.id}`, ''],
])('the built-in record %s is changed by the default account alone', async (path, query) => {
  const { globex, main } = await openAccounts(service);
  const update = { displayName: 'Renamed' };
  for (const line of [`PUT /v1/${path}`, `DELETE /v1/${path}`, `DELETE /v1/${path}${query}`])
    expect(await globex.send(line, line.startsWith('PUT') ? update : undefined)).toStrictEqual({
      status: 409,
      body: {
        error: 'Conflict',
        message: 'Built-in records can only be changed with an API key of the default account.',
      },
    });
  expect((await main.send(`PUT /v1/${path}`, update)).status).toBe(200);
  expect((await globex.send(`GET /v1/${path}`)).body.displayName).toBe('Renamed');
});

test('built-in records start sessions of every account', async () => {
  const { globex } = await openAccounts(service);
  const config = {
    avatarId: avatars[0]?.id,
    voiceId: voices[0]?.id,
    toolIds: [tools.find(({ type }) => type === 'SYSTEM')?.id],
    llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  };
  expect((await startSession(globex, await mintToken(globex, config))).status).toBe(200);
});

test('the name of a tool is unique in its account and among built-in tools, also at once', async () => {
  const { acme, globex } = await openAccounts(service);
  const tool = { name: 'mine', description: 'Mine.', type: 'CLIENT', config: {} };
  const message = 'A tool with this name already exists.';
  const duplicate = { status: 409, body: { message } };
  const answers = await Promise.all([1, 2, 3, 4].map(() => acme.send('POST /v1/tools', tool)));
  const [created, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(created?.status).toBe(201);
  for (const other of others) expect(other).toMatchObject(duplicate);
  await create(globex, 'tools', tool);
  await create(acme, 'tools', { ...tool, name: 'other' });
  const named = (name: string) => acme.send('POST /v1/tools', { ...tool, name });
  const rename = (name: string) => acme.send(`PUT /v1/tools/${created?.body.id}`, { name });
  expect(await named('end_call')).toMatchObject(duplicate);
  for (const name of ['other', 'end_call']) expect(await rename(name)).toMatchObject(duplicate);
  // Its own name, and that of a tool of the sample data, which this account does not see.
  for (const name of ['mine', 'search_handbook']) expect((await rename(name)).status).toBe(200);
  expect((await named('mine')).status).toBe(201);
});
