import { describe, expect, test } from 'vitest';
import { avatars, tools, voices } from '../../src/avatar-service/seed/seed-data.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { type Account, create, openAccounts } from './accounts.ts';
import { mintToken, startSession } from './sessions.ts';

/** One service for all tests: each has its own accounts, and renames other built-in records. */
const service = await startAvatarService({ seeded: true });

const tool = { name: 'mine', description: 'Mine.', type: 'CLIENT', config: {} };

describe('built-in records', () => {
  const list = async ({ send }: Account, path: string) =>
    (await send('GET', `${path}?perPage=100&includeDefaults=true`)).body.data;

  test('are seen by every account, sample data only by the default account', async () => {
    const { globex, main } = await openAccounts(service);
    expect(await list(globex, '/avatars')).toHaveLength(avatars.length);
    expect(await list(globex, '/voices')).toHaveLength(voices.length);
    expect((await list(globex, '/tools')).map(({ type }: { type: string }) => type)).toStrictEqual([
      'SYSTEM',
    ]);
    expect(await list(globex, '/llms')).toHaveLength(3);
    for (const path of ['/personas', '/sessions']) expect(await list(globex, path)).toEqual([]);
    expect((await globex.send('GET', '/knowledge/groups')).body).toStrictEqual([]);
    expect(await list(main, '/tools')).toHaveLength(tools.length);
  });

  test.each([
    ['/avatars', avatars[0]?.id],
    ['/voices', voices[0]?.id],
  ])('of %s are changed by the default account alone', async (path, id) => {
    const { globex, main } = await openAccounts(service);
    const update = { displayName: 'Renamed' };
    for (const answer of [
      await globex.send('PUT', `${path}/${id}`, update),
      await globex.send('DELETE', `${path}/${id}`),
      ...(path === '/avatars' ? [await globex.send('DELETE', `${path}/${id}?hard=true`)] : []),
    ]) {
      expect(answer).toStrictEqual({
        status: 403,
        body: {
          error: 'Forbidden',
          message: 'Built-in records can only be changed with an API key of the default account.',
        },
      });
    }
    expect((await main.send('PUT', `${path}/${id}`, update)).status).toBe(200);
    expect((await globex.send('GET', `${path}/${id}`)).body.displayName).toBe('Renamed');
  });

  test('start sessions of every account', async () => {
    const { globex } = await openAccounts(service);
    const config = {
      avatarId: avatars[0]?.id,
      voiceId: voices[0]?.id,
      toolIds: [tools.find(({ type }) => type === 'SYSTEM')?.id],
      llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
    };
    const token = await mintToken(service, config, globex.key);
    expect((await startSession(service, token)).status).toBe(200);
  });
});

describe('the name of a tool', () => {
  test('is unique in its account and among built-in tools', async () => {
    const { acme, globex } = await openAccounts(service);
    const id = await create(acme, '/tools', tool);
    await create(globex, '/tools', tool);
    const duplicate = [
      { path: ['name'], message: 'A tool with this name already exists.', code: 'custom' },
    ];
    for (const name of ['mine', 'end_call'])
      expect((await acme.send('POST', '/tools', { ...tool, name })).body.details).toEqual(
        duplicate,
      );
    await create(acme, '/tools', { ...tool, name: 'other' });
    for (const name of ['other', 'end_call'])
      expect((await acme.send('PUT', `/tools/${id}`, { name })).body.details).toEqual(duplicate);
    // A tool of the sample data, which this account does not see.
    expect((await acme.send('PUT', `/tools/${id}`, { name: 'search_handbook' })).status).toBe(200);
  });
});
