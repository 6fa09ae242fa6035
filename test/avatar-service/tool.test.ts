import { expect, test } from 'vitest';
import { tools } from '../../src/avatar-service/seed/seed-data.ts';
import { openAccount, readResponse, startAvatarService } from '../support/avatar-service.ts';

/** One service for all tests: each has a tool in an account of its own. */
const shared = await startAvatarService({ seeded: true });

async function createTool() {
  const { ask, askJson } = await openAccount(shared);
  const body = { name: 'lookup', description: 'Looks things up.', type: 'CLIENT', config: {} };
  const { id } = await (await askJson('POST', '/v1/tools', body)).json();
  const path = `/v1/tools/${id}`;
  return {
    id,
    ask,
    path,
    read: async () => (await ask(path)).json(),
    change: (update: unknown) => readResponse(askJson('PUT', path, update)),
  };
}

test('an empty update changes only updatedAt', async () => {
  const { read, change } = await createTool();
  const { updatedAt: before, ...rest } = await read();
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
  [{ name: 'x'.repeat(65) }, ['name']],
  [{ description: '' }, ['description']],
  [{ description: 'x'.repeat(1025) }, ['description']],
  [{ config: [] }, ['config']],
  [{ config: null }, ['config']],
  [{ config: { toolTimeoutSeconds: 0 } }, ['config', 'toolTimeoutSeconds']],
  [{ disableInterruptions: 'yes' }, ['disableInterruptions']],
])('an update to %j is reported at its path, and changes nothing', async (body, issuePath) => {
  const { read, change } = await createTool();
  const before = await read();
  expect(await change(body)).toMatchObject({
    status: 400,
    body: { details: [{ path: issuePath }] },
  });
  expect(await read()).toStrictEqual(before);
});

test('concurrent updates are all applied', async () => {
  const { read, change } = await createTool();
  const names = Array.from({ length: 20 }, (_, index) => `key${index}`);
  const changed = await Promise.all(names.map((name) => change({ [name]: name })));
  expect(changed.every(({ status }) => status === 200)).toBe(true);
  expect(await read()).toMatchObject(Object.fromEntries(names.map((name) => [name, name])));
});

test('only one of several concurrent deletions succeeds, without a body', async () => {
  const { ask, path } = await createTool();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask(path, { method: 'DELETE' })),
  );
  const [deleted, ...others] = answers.sort((a, b) => a.status - b.status);
  expect([deleted?.status, await deleted?.text()]).toStrictEqual([204, '']);
  expect(deleted?.headers.has('content-type')).toBe(false);
  expect(others.map(({ status }) => status)).toStrictEqual([404, 404, 404, 404]);
});

test('ids ignore case', async () => {
  const { ask, id } = await createTool();
  const response = await ask(`/v1/tools/${id.toUpperCase()}`);
  expect(await response.json()).toMatchObject({ id });
});

test('a system tool is read-only', async () => {
  const { ask, askJson } = shared;
  const path = `/v1/tools/${tools.find(({ type }) => type === 'SYSTEM')?.id}`;
  const before = await (await ask(path)).json();
  expect(before).toMatchObject({ type: 'SYSTEM' });
  expect((await askJson('PUT', path, { name: 'mine' })).status).toBe(403);
  expect((await ask(path, { method: 'DELETE' })).status).toBe(403);
  expect(await (await ask(path)).json()).toStrictEqual(before);
});
