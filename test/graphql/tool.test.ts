import { expect, test } from 'vitest';
import { seedTool } from '../support/files.ts';
import { start } from '../support/start.ts';
import { startUpstream } from '../support/upstream.ts';

const UPDATE = `mutation ($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) { tool { id name description type config disableInterruptions record } }
}`;
const UNKNOWN = '3f0e9f7e-1111-4222-8333-444455556666';

test('an update of a tool keeps the fields that it omits', async () => {
  const { run } = await start();
  const read = `{ tool(id: "${seedTool}") { id name description type config disableInterruptions record } }`;
  const { record: _, ...before } = (await run(read)).data.tool;
  const { data, errors } = await run(UPDATE, {
    id: seedTool,
    input: { description: 'Changed.' },
  });
  expect(errors).toBeUndefined();
  const { record, ...changed } = data.updateTool.tool;
  expect(changed).toStrictEqual({ ...before, description: 'Changed.' });
  expect(record.name).toBe(before.name);
  expect((await run(read)).data.tool.description).toBe('Changed.');
});

test('an update replaces the whole config, including its nulls', async () => {
  const { run } = await start();
  const config = { url: 'https://a.example', nested: { kept: null } };
  const { data } = await run(UPDATE, { id: seedTool, input: { config } });
  expect(data.updateTool.tool.config).toStrictEqual(config);
});

test('parameters that are no JSON Schema are rejected at their path', async () => {
  const { run, upstream } = await start();
  const calls = upstream.calls.length;
  const parameters = { properties: { city: { type: 'text' } } };
  const { errors } = await run(UPDATE, { id: seedTool, input: { config: { parameters } } });
  expect(errors?.[0]?.extensions.issues).toMatchObject([
    {
      path: ['input', 'config', 'parameters', 'properties', 'city', 'type'],
      message: expect.stringMatching(/^properties\.city\.type must be one of object, /),
    },
  ]);
  expect(upstream.calls).toHaveLength(calls);
});

test('secrets of a config are redacted', async () => {
  const { run, upstream, keys } = await start();
  const url = 'https://tools.example/x';
  const headers = { Authorization: 'Bearer hunter2', 'X-Api-Key': 'hunter2', Accept: 'a/b' };
  const parameters = { properties: { password: { type: 'string' } } };
  const { data } = await run(UPDATE, {
    id: seedTool,
    input: { config: { url, headers, parameters } },
  });
  const { config, record } = data.updateTool.tool;
  const redacted = { Authorization: '[redacted]', 'X-Api-Key': '[redacted]', Accept: 'a/b' };
  expect(config).toStrictEqual({ url, headers: redacted, parameters });
  expect(record.config).toStrictEqual(config);
  const calls = upstream.calls.length;
  for (const input of [{ config }, { extra: { config: { headers: redacted } } }]) {
    const { errors } = await run(UPDATE, { id: seedTool, input });
    const path = 'config' in input ? ['input', 'config'] : ['input', 'extra', 'config'];
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [
        { path: [...path, 'headers', 'Authorization'], code: 'REDACTED' },
        { path: [...path, 'headers', 'X-Api-Key'], code: 'REDACTED' },
      ],
    });
  }
  expect(upstream.calls).toHaveLength(calls);
  await run(UPDATE, { id: seedTool, input: { description: 'Changed.' } });
  const headersOfKey = { authorization: `Bearer ${keys.pro}` };
  const stored = await fetch(`${upstream.url}/v1/tools/${seedTool}`, { headers: headersOfKey });
  expect((await stored.json()).config).toStrictEqual({ url, headers, parameters });
});

test('keys of extra are stored and returned in record', async () => {
  const { run } = await start();
  const { data } = await run(UPDATE, {
    id: seedTool,
    input: { extra: { newer: { deep: [1, null] } } },
  });
  expect(data.updateTool.tool.record).toMatchObject({ newer: { deep: [1, null] } });
});

test('a key of extra that repeats a typed field is reported at its path', async () => {
  const { run, upstream } = await start();
  const { errors } = await run(UPDATE, {
    id: seedTool,
    input: { name: 'a', extra: { name: 'b' } },
  });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'extra', 'name'] }],
  });
  expect(upstream.calls).toStrictEqual([]);
});

test.each([
  [{ name: '' }, ['input', 'name']],
  [{ name: 'x'.repeat(65) }, ['input', 'name']],
  [{ description: '' }, ['input', 'description']],
  [{ description: 'x'.repeat(1025) }, ['input', 'description']],
])('the update %j is reported at its path', async (input, path) => {
  const { run } = await start();
  const { errors } = await run(UPDATE, { id: seedTool, input });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path }] });
});

test('a deleted tool is null in a query and NOT_FOUND in mutations', async () => {
  const { run } = await start();
  const remove = `mutation { deleteTool(id: "${seedTool}") { deletedId } }`;
  expect((await run(remove)).data).toStrictEqual({ deleteTool: { deletedId: seedTool } });
  expect((await run(`{ tool(id: "${seedTool}") { id } }`)).data).toStrictEqual({ tool: null });
  const again = await run(remove);
  expect(again.errors).toMatchObject([{ path: ['deleteTool'], extensions: { code: 'NOT_FOUND' } }]);
  const update = await run(UPDATE, { id: seedTool, input: { name: 'x' } });
  expect(update.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('tools by ids are returned in the requested order, with null for unknown ids', async () => {
  const { run } = await start();
  const { data } = await run(`{ toolsByIds(ids: ["${UNKNOWN}", "${seedTool}"]) { id } }`);
  expect(data).toStrictEqual({ toolsByIds: [null, { id: seedTool }] });
});

test.each(['', '.', '..', 'a/../b', 'a%2f..', 'a?b', 'a\n'])(
  'the id %o is rejected without an upstream call',
  async (id) => {
    const { run, upstream } = await start();
    const { errors } = await run('query ($id: ID!) { tool(id: $id) { id } }', { id });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['id'] }],
    });
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('a deletion may return 200 with a message', async () => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"Gone"}');
  });
  const { run } = await start({ upstream });
  expect((await run('mutation { deleteTool(id: "t1") { deletedId } }')).data).toStrictEqual({
    deleteTool: { deletedId: 't1' },
  });
});

const CREATE_TOOL = `mutation ($input: CreateToolInput!) {
  createTool(input: $input) { tool { id name type config disableInterruptions personaCount } }
}`;

test('a tool is created, listed and found by search', async () => {
  const { run } = await start();
  const input = {
    name: 'find_seats',
    description: 'Finds free seats.',
    type: 'SERVER_WEBHOOK',
    config: { url: 'https://tools.example/seats', method: 'GET', headers: { Accept: 'a/b' } },
  };
  const { data, errors } = await run(CREATE_TOOL, { input });
  expect(errors).toBeUndefined();
  const { id, ...created } = data.createTool.tool;
  expect(created).toStrictEqual({
    name: input.name,
    type: input.type,
    config: input.config,
    disableInterruptions: false,
    personaCount: 0,
  });
  const found = await run('{ tools(search: "find_sea") { total items { id type } } }');
  expect(found.data.tools).toStrictEqual({ total: 1, items: [{ id, type: 'SERVER_WEBHOOK' }] });
  const again = await run(CREATE_TOOL, { input });
  expect(again.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'name'] }],
  });
});

test.each<[object, (string | number)[]]>([
  [{ name: 'two words' }, ['input', 'name']],
  [
    { type: 'SERVER_WEBHOOK', config: { url: 'ftp://x', method: 'GET' } },
    ['input', 'config', 'url'],
  ],
  [{ type: 'SERVER_RAG' }, ['input', 'config', 'documentFolderIds']],
])('a new tool with %j is reported at its path', async (fields, path) => {
  const { run, upstream } = await start();
  const input = { name: 'x', description: 'x', type: 'CLIENT', ...fields };
  const { errors } = await run(CREATE_TOOL, { input });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path }] });
  expect(upstream.calls).toStrictEqual([]);
});

const listOf = (count: number) => Array.from({ length: count }, () => 0);

test.each([
  ['items', { list: listOf(9_999) }],
  ['keys', Object.fromEntries(listOf(10_000).map((value, index) => [`key${index}`, value]))],
  ['levels', { a: listOf(100).map(() => ({ b: listOf(98) })) }],
])('JSON with more than 10,000 values in %s is reported at its path', async (_, extra) => {
  const { run, upstream } = await start();
  const { errors } = await run(CREATE_TOOL, {
    input: { name: 'x', description: 'x', type: 'CLIENT', extra },
  });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'extra'] }],
  });
  expect(upstream.calls).toStrictEqual([]);
});

test('JSON with 10,000 values is accepted', async () => {
  const { run } = await start();
  const { errors } = await run(CREATE_TOOL, {
    input: { name: 'x', description: 'x', type: 'CLIENT', config: { list: listOf(9_998) } },
  });
  expect(errors).toBeUndefined();
});

test('an unknown tool type is rejected by the schema', async () => {
  const { run } = await start();
  const { errors } = await run(CREATE_TOOL, {
    input: { name: 'x', description: 'x', type: 'server' },
  });
  expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});
