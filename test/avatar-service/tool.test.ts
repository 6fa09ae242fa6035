import { expect, test } from 'vitest';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { createClock } from './sessions.ts';

const clock = createClock();
/** One service for all tests: each has its own account. */
const shared = await startAvatarService({ now: clock.now });

const TOOL = { name: 'lookup', description: 'Looks things up.', type: 'CLIENT', config: {} };

const create = ({ send }: RunningService, fields: object = {}) =>
  send('POST /v1/tools', { ...TOOL, ...fields });

/** Creates a tool in an account of its own. */
async function createTool() {
  const service = await openAccount(shared);
  const { send } = service;
  const { id } = (await create(service)).body;
  return {
    service,
    id,
    read: async () => (await send(`GET /v1/tools/${id}`)).body,
    change: (update: unknown) => send(`PUT /v1/tools/${id}`, update),
  };
}

test('tools of each type are found by name, description or id', async () => {
  const service = await openAccount(shared);
  const { status, body } = await create(service);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...TOOL, usageCount: 0 });
  for (const search of ['LOOK', 'things', body.id]) {
    const found = await service.send(`GET /v1/tools?search=${search}`);
    expect(found.body).toMatchObject({ data: [{ id: body.id }], meta: { total: 1 } });
  }
  for (const tool of [
    { name: 'a', type: 'SERVER_RAG', config: { documentFolderIds: [body.id] } },
    { name: 'b', type: 'SERVER_WEBHOOK', config: { url: 'https://a.example', method: 'GET' } },
    { name: 'c', type: 'SYSTEM', config: { action: 'interrupt' } },
  ])
    expect(await create(service, tool)).toMatchObject({ status: 201, body: tool });
});

test.each<[object, (string | number)[]]>([
  [{ type: 'client' }, ['type']],
  [{ config: { toolTimeoutSeconds: 601 } }, ['config', 'toolTimeoutSeconds']],
  [
    { type: 'SERVER_WEBHOOK', config: { url: 'https://a.example', method: 'HEAD' } },
    ['config', 'method'],
  ],
  [{ type: 'SYSTEM', config: { action: 'dance' } }, ['config', 'action']],
])('a tool with %j is reported at its path', async (fields, path) => {
  const answer = await create(await openAccount(shared), fields);
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test('an empty update changes only updatedAt', async () => {
  const { read, change } = await createTool();
  const { updatedAt: before, ...rest } = await read();
  clock.add(1);
  const { updatedAt: after, ...same } = (await change({})).body;
  expect(same).toStrictEqual(rest);
  expect(after > before).toBe(true);
});

test('unknown keys are kept by later updates', async () => {
  const { read, change } = await createTool();
  await change({ newerKey: { deep: [true] } });
  await change({ description: 'Changed.', config: { only: [1, null] } });
  expect(await read()).toMatchObject({
    description: 'Changed.',
    config: { only: [1, null] },
    newerKey: { deep: [true] },
  });
});

test.each<[object, (string | number)[]]>([
  ...['id', 'type', 'createdAt', 'updatedAt', 'usageCount'].map((key): [object, string[]] => [
    { [key]: 'other', name: 'renamed' },
    [key],
  ]),
  [{ name: '' }, ['name']],
  [{ config: [] }, ['config']],
  [{ config: null }, ['config']],
  [{ config: { toolTimeoutSeconds: 0 } }, ['config', 'toolTimeoutSeconds']],
  [{ disableInterruptions: 'yes' }, ['disableInterruptions']],
])('an update to %j is reported at its path, and changes nothing', async (body, issuePath) => {
  const { read, change } = await createTool();
  const before = await read();
  const rejected = { status: 400, body: { details: [{ path: issuePath }] } };
  expect(await change(body)).toMatchObject(rejected);
  expect(await read()).toStrictEqual(before);
});

test('only one of several concurrent deletions succeeds, without a body', async () => {
  const { service, id } = await createTool();
  const remove = () => service.ask(`/v1/tools/${id}`, { method: 'DELETE' });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(remove));
  const [deleted, ...others] = answers.sort((a, b) => a.status - b.status);
  expect([deleted?.status, await deleted?.text()]).toStrictEqual([204, '']);
  expect(deleted?.headers.has('content-type')).toBe(false);
  expect(others.map(({ status }) => status)).toStrictEqual([404, 404, 404, 404]);
});

test('a tool that personas use cannot be deleted', async () => {
  const { service, id, read } = await createTool();
  const { send } = service;
  const toolIds = [id.toUpperCase(), id];
  const createPersona = async () => (await send('POST /v1/personas', { toolIds })).body.id;
  const [first, second] = [await createPersona(), await createPersona()];
  expect((await read()).usageCount).toBe(2);
  const remove = () => send(`DELETE /v1/tools/${id}`);
  const message = '2 personas use the tool lookup. Remove the tool from them first.';
  expect(await remove()).toMatchObject({ status: 409, body: { message } });
  await send(`PUT /v1/personas/${first}`, { toolIds: [] });
  expect((await send('GET /v1/tools')).body.data).toMatchObject([{ usageCount: 1 }]);
  expect((await remove()).status).toBe(409);
  await send(`DELETE /v1/personas/${second}`);
  expect((await remove()).status).toBe(204);
});

test('a system tool is read-only', async () => {
  const system = { type: 'SYSTEM', config: { action: 'interrupt' } };
  const line = `/v1/tools/${(await create(shared, system)).body.id}`;
  const before = await shared.send(`GET ${line}`);
  expect(before.body).toMatchObject({ type: 'SYSTEM' });
  expect((await shared.send(`PUT ${line}`, { name: 'mine' })).status).toBe(409);
  expect((await shared.send(`DELETE ${line}`)).status).toBe(409);
  expect(await shared.send(`GET ${line}`)).toStrictEqual(before);
});
