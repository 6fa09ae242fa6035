import { describe, expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../src/avatar-service/account.ts';
import type { ResourceName } from '../../src/contract/api.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, seedImage, seedSample } from '../support/files.ts';
import { recording } from '../tools/conformance/recordings.ts';
import { type Account, create, openAccounts } from './accounts.ts';
import { mintToken, startSession } from './sessions.ts';

/** One service with sample data for all tests: each has its own accounts. */
const service = await startAvatarService({ seeded: true });

const tool = { name: 'mine', description: 'Mine.', type: 'CLIENT', config: {} };
const personaOf = (account: Account) => create(account, '/personas', { name: 'Zelda' });

const addDocument = async (account: Account, group: string) => {
  const file = new File(['Our secret is 42.'], 'zelda.md', { type: 'text/markdown' });
  return create(account, `/knowledge/groups/${group}/documents`, createFormInit({ file }).body);
};

const groupOf = (account: Account) => create(account, '/knowledge/groups', { name: 'Zelda' });

/** How a record of each resource is created, and what its owner can do to it. */
const RESOURCES: Record<
  Exclude<ResourceName, 'knowledgeDocument'>,
  {
    readonly path: string;
    readonly create: (account: Account) => Promise<string>;
    readonly update?: object;
    readonly isKept?: true;
    readonly parts?: readonly string[];
  }
> = {
  persona: { path: '/personas', create: personaOf, update: { name: 'Stolen' } },
  avatar: {
    path: '/avatars',
    create: (account) => {
      const form = createFormInit({ displayName: 'Zelda', imageFile: seedImage('png') });
      return create(account, '/avatars', form.body);
    },
    update: { displayName: 'Stolen' },
  },
  tool: {
    path: '/tools',
    create: (account) => create(account, '/tools', tool),
    update: { description: 'Stolen.' },
  },
  voice: {
    path: '/voices',
    create: (account) =>
      create(account, '/voices', createFormInit({ name: 'Zelda', audioFile: seedSample() }).body),
    update: { displayName: 'Stolen' },
  },
  llm: {
    path: '/llms',
    create: (account) =>
      create(account, '/llms', {
        displayName: 'Zelda',
        llmFormat: 'openai',
        urls: [{ url: 'https://llm.example.com' }],
        modelName: 'm',
        secret: 'sk-zelda',
      }),
    update: { displayName: 'Stolen' },
  },
  shareLink: {
    path: '/share-links',
    create: async (account) =>
      create(account, '/share-links', { personaId: await personaOf(account) }),
    update: { usageLimit: 1 },
  },
  meetingInvite: {
    path: '/meetings/invites',
    create: async (account) =>
      create(account, '/meetings/invites', {
        meetingUrl: 'https://meet.google.com/abc-defg-hij',
        personaId: await personaOf(account),
      }),
  },
  session: {
    path: '/sessions',
    create: async ({ key }) => {
      const token = await mintToken(service, { name: 'Zelda' }, key);
      return (await startSession(service, token)).body.sessionId;
    },
    isKept: true,
    parts: ['GET /transcript', 'GET /analytics', 'GET /recording', 'POST /stop'],
  },
  knowledgeGroup: {
    path: '/knowledge/groups',
    create: groupOf,
    update: { name: 'Stolen' },
    parts: ['GET /documents'],
  },
};

describe.each(Object.values(RESOURCES))('a record of $path', ({ path, ...resource }) => {
  test('is not found, changed or removed by another account, and not listed for it', async () => {
    const { acme, globex, main } = await openAccounts(service);
    const id = await resource.create(acme);
    const before = await acme.send('GET', `${path}/${id}`);
    expect(before.status).toBe(200);
    for (const other of [globex, main]) {
      const attempts = [
        other.send('GET', `${path}/${id}`),
        other.send('GET', `${path}/${id.toUpperCase()}`),
        ...(resource.update ? [other.send('PUT', `${path}/${id}`, resource.update)] : []),
        ...(resource.isKept ? [] : [other.send('DELETE', `${path}/${id}`)]),
        ...(path === '/avatars' ? [other.send('DELETE', `${path}/${id}?hard=true`)] : []),
        ...(resource.parts ?? []).map((part) => {
          const [method = '', rest = ''] = part.split(' ');
          return other.send(method, `${path}/${id}${rest}`);
        }),
      ];
      for (const { status } of await Promise.all(attempts)) expect(status).toBe(404);
      for (const query of ['?perPage=100', '?perPage=100&search=zelda', `?search=${id}`]) {
        const listed = await other.send('GET', `${path}${query}`);
        expect(listed.status).toBe(200);
        expect(JSON.stringify(listed.body)).not.toContain(id);
      }
    }
    expect(await acme.send('GET', `${path}/${id}`)).toStrictEqual(before);
    expect(JSON.stringify((await acme.send('GET', path)).body)).toContain(id);
    if (resource.update)
      expect((await acme.send('PUT', `${path}/${id}`, resource.update)).status).toBe(200);
    if (!resource.isKept)
      expect((await acme.send('DELETE', `${path}/${id}`)).status).toBeLessThan(300);
  });
});

describe('knowledge of an account', () => {
  test('is neither read, extended, searched nor removed by another', async () => {
    const { acme, globex } = await openAccounts(service);
    const group = await groupOf(acme);
    const id = await addDocument(acme, group);
    const form = createFormInit({ file: new File(['x'], 'a.md') }).body;
    const attempts = await Promise.all([
      globex.send('GET', `/knowledge/documents/${id}`),
      globex.send('GET', `/knowledge/documents/${id}/download`),
      globex.send('PUT', `/knowledge/documents/${id}`, { filename: 'stolen.md' }),
      globex.send('DELETE', `/knowledge/documents/${id}`),
      globex.send('POST', `/knowledge/groups/${group}/search`, { query: 'secret' }),
      globex.send('POST', `/knowledge/groups/${group}/documents`, form),
    ]);
    expect(attempts.map(({ status }) => status)).toStrictEqual(attempts.map(() => 404));
    const file = await fetch(`${service.url}/v1/knowledge/documents/${id}/file`);
    expect(file.status).toBe(403);
    const { body } = await acme.send('GET', `/knowledge/documents/${id}/download`);
    expect(await (await fetch(body.downloadUrl)).text()).toBe('Our secret is 42.');
    expect((await acme.send('GET', `/knowledge/groups/${group}`)).body.documentCount).toBe(1);
  });
});

describe('what an account refers to', () => {
  test('does not include records of another', async () => {
    const { acme, globex } = await openAccounts(service);
    const personaId = await personaOf(acme);
    const refused = await Promise.all([
      globex.send('POST', '/share-links', { personaId }),
      globex.send('POST', '/auth/session-token', { personaConfig: { personaId } }),
      globex.send('POST', '/meetings/invites', {
        meetingUrl: 'https://meet.google.com/abc-defg-hij',
        personaId,
      }),
    ]);
    expect(refused.map(({ status }) => status)).toStrictEqual([404, 404, 400]);
    const unknown = '3f0e9f7e-1111-4222-8333-444455556666';
    const messages = await Promise.all(
      [personaId, unknown].map(async (id) =>
        (await globex.send('POST', '/share-links', { personaId: id })).body.message.replace(id, ''),
      ),
    );
    expect(messages[0]).toBe(messages[1]);
  });

  test.each([
    ['avatarId', 'avatar'],
    ['voiceId', 'voice'],
    ['llmId', 'llm'],
    ['toolIds', 'tool'],
  ] as const)('as %s starts no session with a record of another', async (field, name) => {
    const { acme, globex } = await openAccounts(service);
    const id = await RESOURCES[name].create(acme);
    const config = { name: 'Ada', [field]: field === 'toolIds' ? [id] : id };
    const start = async ({ key }: Account) =>
      (await startSession(service, await mintToken(service, config, key))).status;
    expect(await start(globex)).toBe(404);
    expect(await start(acme)).toBe(200);
    const personaId = await create(globex, '/personas', config);
    const token = await mintToken(service, { personaId }, globex.key);
    expect((await startSession(service, token)).status).toBe(404);
  });

  test('does not count as a use of a tool of another', async () => {
    const { acme, globex } = await openAccounts(service);
    const id = await create(acme, '/tools', tool);
    await create(globex, '/personas', { name: 'Ada', toolIds: [id] });
    expect((await acme.send('GET', `/tools/${id}`)).body.usageCount).toBe(0);
    expect((await acme.send('DELETE', `/tools/${id}`)).status).toBe(204);
  });

  test('as audioKey is not the recording of another', async () => {
    const { acme, globex } = await openAccounts(service);
    const content = await recording().bytes();
    const { body } = await acme.send('POST', '/voices/presigned-upload', {
      filename: 'a.wav',
      contentType: 'audio/wav',
      fileSize: content.length,
    });
    expect((await fetch(body.uploadUrl, { method: 'PUT', body: content })).status).toBe(200);
    const voice = { name: 'Long', audioKey: body.audioKey };
    expect((await globex.send('POST', '/voices', voice)).status).toBe(400);
    expect((await acme.send('POST', '/voices', voice)).status).toBe(201);
  });
});

describe('the sessions of an account', () => {
  test('are counted and analyzed alone', async () => {
    const { acme, globex, main } = await openAccounts(service);
    const count = async ({ send }: Account) => ({
      active: (await send('GET', '/sessions/concurrency')).body.active,
      total: (await send('GET', '/sessions')).body.meta.total,
      analyzed: (await send('GET', '/sessions/analytics')).body.sessionCount,
    });
    const before = await count(main);
    await RESOURCES.session.create(acme);
    expect(await count(acme)).toStrictEqual({ active: 1, total: 1, analyzed: 1 });
    expect(await count(globex)).toStrictEqual({ active: 0, total: 0, analyzed: 0 });
    expect(await count(main)).toStrictEqual(before);
  });

  test('have their own limit', async () => {
    const { acme, globex } = await openAccounts(service);
    const start = async ({ key }: Account) =>
      (await startSession(service, await mintToken(service, undefined, key))).status;
    const starts = await Promise.all(Array.from({ length: 12 }, () => start(acme)));
    expect(starts.filter((status) => status === 429)).toHaveLength(2);
    expect(await start(globex)).toBe(200);
  });
});

test('an avatar that its account has hidden is not erased by another', async () => {
  const { acme, globex } = await openAccounts(service);
  const id = await RESOURCES.avatar.create(acme);
  await acme.send('DELETE', `/avatars/${id}`);
  const before = await service.store.readStorageUse();
  expect((await globex.send('DELETE', `/avatars/${id}?hard=true`)).status).toBe(404);
  expect(await service.store.readStorageUse()).toStrictEqual(before);
  expect((await acme.send('DELETE', `/avatars/${id}?hard=true`)).status).toBe(200);
  expect((await service.store.readStorageUse()).bytes).toBeLessThan(before.bytes);
});

test('records and tokens name the account', async () => {
  const { acme } = await openAccounts(service);
  const voice = await RESOURCES.voice.create(acme);
  const { body } = await acme.send('GET', `/voices/${voice}`);
  const [, payload = ''] = (await mintToken(service, undefined, acme.key)).split('.');
  const { accountId } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(accountId).not.toBe(DEFAULT_ACCOUNT);
  expect(accountId).toBe(body.createdByOrganizationId);
});
