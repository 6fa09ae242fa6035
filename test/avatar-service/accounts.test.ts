import { describe, expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../src/avatar-service/store/records.ts';
import type { ResourceName } from '../../src/contract/api.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, recording, seedImage, seedSample } from '../support/files.ts';
import { create, openAccounts } from './accounts.ts';
import { announce, put } from './recordings.ts';
import { mintToken, startSession } from './sessions.ts';

/** One service with sample data for all tests: each has its own accounts. */
const service = await startAvatarService({ seeded: true });

const TOOL = { name: 'mine', description: 'Mine.', type: 'CLIENT', config: {} };
const LLM = {
  displayName: 'Zelda',
  llmFormat: 'openai',
  urls: [{ url: 'https://llm.example.com' }],
  modelName: 'm',
  secret: 'sk-zelda',
};
const meetingUrl = 'https://meet.google.com/abc-defg-hij';
const formOf = (fields: Record<string, string | File>) => createFormInit(fields).body;

const createPersona = (account: RunningService) => create(account, 'personas', { name: 'Zelda' });
const createGroup = (account: RunningService) =>
  create(account, 'knowledge/groups', { name: 'Zelda' });
const createAvatar = (account: RunningService) =>
  create(account, 'avatars', formOf({ displayName: 'Zelda', imageFile: seedImage('png') }));
const createVoice = (account: RunningService) =>
  create(account, 'voices', formOf({ name: 'Zelda', audioFile: seedSample() }));

/** Starts a session of an account, and returns the response. */
const start = async (account: RunningService, config?: object) =>
  startSession(account, await mintToken(account, config));

/** A resource, how a record is created, and what its owner can do to it. */
type Row = [
  path: string,
  create: (account: RunningService) => Promise<string>,
  update?: object | undefined,
  parts?: readonly string[],
];

const RESOURCES: Record<Exclude<ResourceName, 'knowledgeDocument' | 'session'>, Row> = {
  persona: ['personas', createPersona, { name: 'Stolen' }],
  avatar: ['avatars', createAvatar, { displayName: 'Stolen' }, ['DELETE ?hard=true']],
  tool: ['tools', (account) => create(account, 'tools', TOOL), { description: 'Stolen.' }],
  voice: ['voices', createVoice, { displayName: 'Stolen' }],
  llm: ['llms', (account) => create(account, 'llms', LLM), { displayName: 'Stolen' }],
  shareLink: [
    'share-links',
    async (account) => create(account, 'share-links', { personaId: await createPersona(account) }),
    { usageLimit: 1 },
  ],
  meetingInvite: [
    'meetings/invites',
    async (account) =>
      create(account, 'meetings/invites', { meetingUrl, personaId: await createPersona(account) }),
  ],
  knowledgeGroup: ['knowledge/groups', createGroup, { name: 'Stolen' }, ['GET /documents']],
};

const SESSION: Row = [
  'sessions',
  async (account) => (await start(account, { name: 'Zelda' })).body.sessionId,
  undefined,
  ['GET /transcript', 'GET /analytics', 'GET /recording', 'POST /stop'],
];

test.each<Row>([...Object.values(RESOURCES), SESSION])(
  'a record of %s is not found, changed or removed by another account, and not listed for it',
  async (path, createRecord, update, parts = []) => {
    const { acme, globex, main } = await openAccounts(service);
    const id = await createRecord(acme);
    const before = await acme.send(`GET /v1/${path}/${id}`);
    expect(before.status).toBe(200);
    const changes = [...(update ? ['PUT '] : []), ...(path === 'sessions' ? [] : ['DELETE '])];
    for (const { send } of [globex, main]) {
      expect((await send(`GET /v1/${path}/${id.toUpperCase()}`)).status).toBe(404);
      for (const line of ['GET ', ...changes, ...parts]) {
        const [method, part = ''] = line.split(' ');
        const body = method === 'PUT' ? update : undefined;
        expect((await send(`${method} /v1/${path}/${id}${part}`, body)).status).toBe(404);
      }
      for (const query of ['?perPage=100', '?perPage=100&search=zelda', `?search=${id}`]) {
        const listed = await send(`GET /v1/${path}${query}`);
        expect(listed.status).toBe(200);
        expect(JSON.stringify(listed.body)).not.toContain(id);
      }
    }
    expect(await acme.send(`GET /v1/${path}/${id}`)).toStrictEqual(before);
    expect(JSON.stringify((await acme.send(`GET /v1/${path}`)).body)).toContain(id);
    for (const method of changes) {
      const body = method === 'PUT ' ? update : undefined;
      expect((await acme.send(`${method}/v1/${path}/${id}`, body)).status).toBeLessThan(300);
    }
  },
);

test('knowledge of an account is neither read, extended, searched nor removed by another', async () => {
  const { acme, globex } = await openAccounts(service);
  const group = await createGroup(acme);
  const form = formOf({ file: new File(['Our secret is 42.'], 'zelda.md') });
  const document = `documents/${await create(acme, `knowledge/groups/${group}/documents`, form)}`;
  for (const [line, body] of [
    [`GET /v1/knowledge/${document}`],
    [`GET /v1/knowledge/${document}/download`],
    [`PUT /v1/knowledge/${document}`, { filename: 'stolen.md' }],
    [`DELETE /v1/knowledge/${document}`],
    [`POST /v1/knowledge/groups/${group}/search`, { query: 'secret' }],
    [`POST /v1/knowledge/groups/${group}/documents`, form],
  ] as const)
    expect([line, (await globex.send(line, body)).status]).toStrictEqual([line, 404]);
  expect((await fetch(`${service.url}/v1/knowledge/${document}/file`)).status).toBe(403);
  const { body } = await acme.send(`GET /v1/knowledge/${document}/download`);
  expect(await (await fetch(body.downloadUrl)).text()).toBe('Our secret is 42.');
  expect((await acme.send(`GET /v1/knowledge/groups/${group}`)).body.documentCount).toBe(1);
});

describe('what an account refers to', () => {
  test('does not include records of another', async () => {
    const { acme, globex } = await openAccounts(service);
    const personaId = await createPersona(acme);
    const token = { personaConfig: { personaId } };
    const invite = { meetingUrl, personaId };
    const refuse = (id: string) => globex.send('POST /v1/share-links', { personaId: id });
    expect((await globex.send('POST /v1/auth/session-token', token)).status).toBe(404);
    expect((await globex.send('POST /v1/meetings/invites', invite)).status).toBe(400);
    const { status, body } = await refuse(personaId);
    expect(status).toBe(404);
    const unknown = '3f0e9f7e-1111-4222-8333-444455556666';
    expect((await refuse(unknown)).body.message.replace(unknown, personaId)).toBe(body.message);
  });

  test.each([
    ['avatarId', 'avatar'],
    ['voiceId', 'voice'],
    ['llmId', 'llm'],
    ['toolIds', 'tool'],
  ] as const)('as %s starts no session with a record of another', async (field, name) => {
    const { acme, globex } = await openAccounts(service);
    const id = await RESOURCES[name][1](acme);
    const config = { name: 'Ada', [field]: field === 'toolIds' ? [id] : id };
    expect((await start(globex, config)).status).toBe(404);
    expect((await start(acme, config)).status).toBe(200);
    const personaId = await create(globex, 'personas', config);
    expect((await start(globex, { personaId })).status).toBe(404);
  });

  test('does not count as a use of a tool of another', async () => {
    const { acme, globex } = await openAccounts(service);
    const id = await create(acme, 'tools', TOOL);
    await create(globex, 'personas', { name: 'Ada', toolIds: [id] });
    expect((await acme.send(`GET /v1/tools/${id}`)).body.usageCount).toBe(0);
    expect((await acme.send(`DELETE /v1/tools/${id}`)).status).toBe(204);
  });

  test('as audioKey is not the recording of another', async () => {
    const { acme, globex } = await openAccounts(service);
    const file = recording();
    const { body } = await announce(acme, file.size);
    expect((await put(body.uploadUrl, file)).status).toBe(200);
    const voice = { name: 'Long', audioKey: body.audioKey };
    expect((await globex.send('POST /v1/voices', voice)).status).toBe(400);
    expect((await acme.send('POST /v1/voices', voice)).status).toBe(201);
  });
});

test('the sessions of an account are counted, analyzed and limited alone', async () => {
  const { acme, globex, main } = await openAccounts(service);
  const count = async ({ send }: RunningService) => [
    (await send('GET /v1/sessions/concurrency')).body.active,
    (await send('GET /v1/sessions')).body.meta.total,
    (await send('GET /v1/sessions/analytics')).body.sessionCount,
  ];
  const before = await count(main);
  const starts = await Promise.all(Array.from({ length: 11 }, () => start(acme)));
  expect(starts.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(await count(acme)).toStrictEqual([10, 10, 10]);
  expect(await count(globex)).toStrictEqual([0, 0, 0]);
  expect(await count(main)).toStrictEqual(before);
  expect((await start(globex)).status).toBe(200);
});

test('records and tokens name the account', async () => {
  const { acme } = await openAccounts(service);
  const { body } = await acme.send(`GET /v1/voices/${await createVoice(acme)}`);
  const [, payload = ''] = (await mintToken(acme)).split('.');
  const { accountId } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect(accountId).not.toBe(DEFAULT_ACCOUNT);
  expect(accountId).toBe(body.createdByOrganizationId);
});
