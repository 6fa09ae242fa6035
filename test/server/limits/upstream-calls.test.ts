import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { limitDocuments } from '../../support/operations.ts';
import { start } from '../../support/start.ts';

const toolIds = Array.from({ length: 300 }, (_, index) => `tool-${index}`);

/** Starts an upstream with a persona that has these fields. */
const startWithPersona = (fields: object) =>
  fakeService((request, response) => {
    const id = request.url?.split('/').at(-1);
    sendJson(response, 200, id === 'p1' ? { id, systemPrompt: 'x', ...fields } : { id });
  });

test('an operation makes no more upstream calls than its maximum cost, whatever a record refers to', async () => {
  const upstream = await startWithPersona({ toolIds });
  const limits = limitDocuments({ cost: 50 });
  const { run } = await start({ upstream, limits, extensions: ['personas'] });
  const { data, errors } = await run('{ persona(id: "p1") { tools { id } } }');
  // The lookups of the tools are too many before the first of them is sent.
  expect(upstream.calls).toStrictEqual(['GET /v1/personas/p1']);
  expect(data).toBeUndefined();
  const message = expect.stringContaining('MAX_OPERATION_COST');
  expect(errors).toMatchObject([{ message, extensions: { code: 'OPERATION_TOO_LARGE' } }]);
});

test.each([
  { kind: 'ids', calls: 101, fields: { toolIds } },
  { kind: 'records', calls: 1, fields: { tools: toolIds.map((id) => ({ id })) } },
])('the first 100 of 300 $kind of tools in a persona are read', async ({ calls, fields }) => {
  const upstream = await startWithPersona(fields);
  const { run } = await start({ upstream, extensions: ['personas'] });
  const { data, errors } = await run('{ persona(id: "p1") { toolIds tools { id } record } }');
  const first = toolIds.slice(0, 100);
  expect(errors).toBeUndefined();
  expect(data.persona.tools).toStrictEqual(first.map((id) => ({ id })));
  expect(data.persona.toolIds).toStrictEqual(first);
  expect(data.persona.record).toMatchObject(fields);
  expect(upstream.calls).toHaveLength(calls);
});
