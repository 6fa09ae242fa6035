import { expect, test } from 'vitest';
import { limitDocuments } from '../../support/operations.ts';
import { start } from '../../support/start.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

const PERSONA_WITH_TOOLS = {
  id: 'p1',
  systemPrompt: 'x',
  toolIds: Array.from({ length: 300 }, (_, index) => `tool-${index}`),
};

test('an operation makes no more upstream calls than its maximum cost, whatever a record refers to', async () => {
  const upstream = await startUpstream((request, response) => {
    const id = request.url?.split('/').at(-1);
    sendJson(response, 200, id === 'p1' ? PERSONA_WITH_TOOLS : { id });
  });
  const { run } = await start({
    upstream,
    limits: limitDocuments({ cost: 50 }),
    extensions: ['personas'],
  });
  const { data, errors } = await run('{ persona(id: "p1") { tools { id } } }');
  expect(upstream.calls).toHaveLength(50);
  expect(data).toBeUndefined();
  expect(errors).toStrictEqual([
    expect.objectContaining({
      message: expect.stringContaining('MAX_OPERATION_COST'),
      extensions: expect.objectContaining({ code: 'OPERATION_TOO_LARGE' }),
    }),
  ]);
});

test.each([
  { kind: 'ids', calls: 101, fields: { toolIds: PERSONA_WITH_TOOLS.toolIds } },
  {
    kind: 'records',
    calls: 1,
    fields: { tools: PERSONA_WITH_TOOLS.toolIds.map((id) => ({ id })) },
  },
])('the first 100 of 300 $kind of tools in a persona are read', async ({ calls, fields }) => {
  const upstream = await startUpstream((request, response) => {
    const id = request.url?.split('/').at(-1);
    sendJson(response, 200, id === 'p1' ? { id, systemPrompt: 'x', ...fields } : { id });
  });
  const { run } = await start({ upstream, extensions: ['personas'] });
  const { data, errors } = await run('{ persona(id: "p1") { toolIds tools { id } record } }');
  const first = PERSONA_WITH_TOOLS.toolIds.slice(0, 100);
  expect(errors).toBeUndefined();
  expect(data.persona.tools).toStrictEqual(first.map((id) => ({ id })));
  expect(data.persona.toolIds).toStrictEqual(first);
  expect(data.persona.record).toMatchObject(fields);
  expect(upstream.calls).toHaveLength(calls);
});

test('active calls are aborted when the operation’s deadline passes', {
  tags: ['slow'],
}, async () => {
  const { promise: avatarRequested, resolve: onAvatarRequested } = Promise.withResolvers<void>();
  const upstream = await startUpstream(async (request, response) => {
    // Never answered, unless the call is aborted.
    if (request.url?.startsWith('/v1/avatars')) return onAvatarRequested();
    if (request.url?.includes('page=1')) {
      return sendJson(response, 200, { data: [{ id: 'p1', avatarId: 'a1' }], meta: {} });
    }
    await avatarRequested;
    sendJson(response, 403, { error: 'no' });
  });
  const { run } = await start({ upstream, operationTimeout: 500 });
  const { data } = await run(
    '{ one: personas(page: 1) { items { avatar { id } } } two: personas(page: 2) { total } }',
  );
  expect(data).toStrictEqual({ one: { items: [{ avatar: null }] }, two: null });
  await expect.poll(() => upstream.open()).toBe(0);
});
