import { expect, test } from 'vitest';
import { personas, tools } from '../../src/avatar-service/seed/seed-data.ts';
import {
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';
import { seedTool } from '../support/files.ts';

const path = `/v1/tools/${seedTool}`;
const [seeded] = tools;

const change = ({ askJson }: RunningService, body: unknown) =>
  readResponse(askJson('PUT', path, body));

test('a tool is returned with flat fields', async () => {
  const { ask } = await startAvatarService({ seeded: true });
  expect(await readResponse(ask(path))).toMatchObject({
    status: 200,
    body: {
      ...seeded,
      usageCount: personas.filter(({ toolIds }) => toolIds?.includes(seedTool)).length,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    },
  });
});

test('an update changes only the given fields of a tool', async () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const service = await startAvatarService({ seeded: true, now: () => now });
  const before = await (await service.ask(path)).json();
  const { status, body } = await change(service, { name: 'renamed', config: { only: [1, null] } });
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    ...before,
    name: 'renamed',
    config: { only: [1, null] },
    updatedAt: now.toISOString(),
  });
  expect(await (await service.ask(path)).json()).toStrictEqual(body);
});

test('an empty update changes only updatedAt', async () => {
  const service = await startAvatarService({ seeded: true });
  const { updatedAt: before, ...rest } = await (await service.ask(path)).json();
  const { updatedAt: after, ...same } = (await change(service, {})).body;
  expect(same).toStrictEqual(rest);
  expect(after > before).toBe(true);
});

test('unknown keys are kept by later updates', async () => {
  const service = await startAvatarService({ seeded: true });
  await change(service, { newerKey: { deep: [true] } });
  await change(service, { description: 'Changed.' });
  expect(await (await service.ask(path)).json()).toMatchObject({
    description: 'Changed.',
    newerKey: { deep: [true] },
  });
});

test.each(['id', 'type', 'createdAt', 'updatedAt', 'usageCount'])(
  'an update cannot set the %s of a tool',
  async (key) => {
    const service = await startAvatarService({ seeded: true });
    const before = await (await service.ask(path)).json();
    expect(await change(service, { [key]: 'other', name: 'renamed' })).toMatchObject({
      status: 400,
      body: { details: [{ path: [key] }] },
    });
    expect(await (await service.ask(path)).json()).toStrictEqual(before);
  },
);

test.each<[object, (string | number)[]]>([
  [{ name: '' }, ['name']],
  [{ name: 'x'.repeat(65) }, ['name']],
  [{ description: '' }, ['description']],
  [{ description: 'x'.repeat(1025) }, ['description']],
  [{ config: [] }, ['config']],
  [{ config: null }, ['config']],
  [{ disableInterruptions: 'yes' }, ['disableInterruptions']],
])('an update to %j is reported at its path', async (body, issuePath) => {
  const service = await startAvatarService({ seeded: true });
  expect(await change(service, body)).toMatchObject({
    status: 400,
    body: { details: [{ path: issuePath }] },
  });
});

test('concurrent updates are all applied', async () => {
  const service = await startAvatarService({ seeded: true });
  const names = Array.from({ length: 20 }, (_, index) => `key${index}`);
  const changed = await Promise.all(names.map((name) => change(service, { [name]: name })));
  expect(changed.every(({ status }) => status === 200)).toBe(true);
  expect(await (await service.ask(path)).json()).toMatchObject(
    Object.fromEntries(names.map((name) => [name, name])),
  );
});

test('a deleted tool is 404', async () => {
  const { ask } = await startAvatarService({ seeded: true });
  const response = await ask(path, { method: 'DELETE' });
  expect([response.status, await response.text()]).toStrictEqual([204, '']);
  expect(response.headers.has('content-type')).toBe(false);
  for (const method of ['GET', 'DELETE']) expect((await ask(path, { method })).status).toBe(404);
});

test('only one of several concurrent deletions succeeds', async () => {
  const { ask } = await startAvatarService({ seeded: true });
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await ask(path, { method: 'DELETE' })).status),
  );
  expect(statuses.sort()).toStrictEqual([204, 404, 404, 404, 404]);
});

test('ids ignore case', async () => {
  const { ask } = await startAvatarService({ seeded: true });
  const response = await ask(`/v1/tools/${seedTool.toUpperCase()}`);
  expect(await response.json()).toMatchObject({ id: seedTool });
});

test('a system tool is read-only', async () => {
  const { ask, askJson } = await startAvatarService({ seeded: true });
  const system = tools.find(({ type }) => type === 'SYSTEM');
  const systemPath = `/v1/tools/${system?.id}`;
  const before = await (await ask(systemPath)).json();
  expect(before).toMatchObject({ type: 'SYSTEM' });
  expect((await askJson('PUT', systemPath, { name: 'mine' })).status).toBe(403);
  expect((await ask(systemPath, { method: 'DELETE' })).status).toBe(403);
  expect(await (await ask(systemPath)).json()).toStrictEqual(before);
});
