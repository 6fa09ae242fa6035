import { describe, expect, test } from 'vitest';
import { resources } from '../../src/contract/api.ts';
import { schema } from '../../src/graphql/schema.ts';
import { start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';

/** Input of the updates, for resources that have one. */
const CHANGES: Readonly<Record<string, string>> = {
  persona: 'name: "Something"',
  tool: 'description: "Something"',
  avatar: 'displayName: "Something"',
  voice: 'displayName: "Something"',
  llm: 'displayName: "Something"',
  shareLink: 'usageLimit: 3',
};

/** Returns the mutation that ends or deletes a record. */
const getRemoval = (name: string, Name: string) => {
  if (name === 'session') return 'stopSession(id: $id) { stoppedId }';
  if (name === 'meetingInvite') return 'cancelMeetingInvite(id: $id) { cancelledId }';
  return `delete${Name}(id: $id) { deletedId }`;
};

const RESOURCES = Object.entries(resources).map(([name, { collection }]) => ({
  name,
  collection,
  Name: name.charAt(0).toUpperCase() + name.slice(1),
}));

const { run, upstream } = await start();

describe.each([
  ['is unknown', '00000000-0000-4000-8000-000000000999'],
  ['the upstream rejects as malformed', 'not-a-uuid'],
])('an id that %s', (_, id) => {
  test.each(RESOURCES)('is null in the query $name', async ({ name, collection }) => {
    const byIds = schema.getQueryType()?.getFields()[`${collection}ByIds`];
    const { data, errors } = await run(
      `{ ${name}(id: "${id}") { id } ${byIds ? `list: ${collection}ByIds(ids: ["${id}"]) { id }` : ''} }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toStrictEqual({ [name]: null, ...(byIds && { list: [null] }) });
  });

  test.each(RESOURCES)('is NOT_FOUND in the mutations of $name', async ({ Name, name }) => {
    const change = CHANGES[name];
    for (const mutation of [
      ...(change ? [`update${Name}(id: $id, input: { ${change} }) { ${name} { id } }`] : []),
      getRemoval(name, Name),
    ]) {
      const { errors } = await run(`mutation ($id: ID!) { ${mutation} }`, { id });
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });
});

test.each(RESOURCES)('an invalid id is rejected: $name', async ({ name, Name }) => {
  const calls = upstream.calls.length;
  for (const id of ['', '..', 'a/b', 'a%2fb', 'x'.repeat(257)]) {
    for (const operation of [
      `query ($id: ID!) { ${name}(id: $id) { id } }`,
      `mutation ($id: ID!) { ${getRemoval(name, Name)} }`,
    ]) {
      const { errors } = await run(operation, { id });
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        issues: [{ path: ['id'] }],
      });
    }
  }
  expect(upstream.calls).toHaveLength(calls);
});

const createApi = async (body: object) =>
  start({ upstream: await startUpstreamWithResponse(400, body), extensions: 'all' });

test.each([
  { error: 'Invalid id' },
  { error: 'Bad Request', message: 'Invalid tool ID' },
  { message: 'Validation failed (uuid is expected)', error: 'Bad Request', statusCode: 400 },
  { message: 'params/id must match format "uuid"' },
  { error: 'invalid input syntax for type uuid: "t1"' },
  { message: 'Cast to ObjectId failed for value "t1"' },
  { detail: [{ loc: ['path', 'tool_id'], msg: 'Not a UUID', type: 'uuid_parsing' }] },
  { errors: { toolId: ['The value is not valid.'] } },
  { error: 'Validation error', details: [{ path: ['params', 'id'], message: 'Bad', code: 'x' }] },
])('a 400 about the id means that no record has it: %j', async (body) => {
  const { run } = await createApi(body);
  const { data, errors } = await run('{ tool(id: "t1") { id } }');
  expect([data, errors]).toStrictEqual([{ tool: null }, undefined]);
  const removed = await run('mutation { deleteTool(id: "t1") { deletedId } }');
  expect(removed.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test.each([
  { error: 'Bad Request' },
  { error: 'Validation error' },
  { message: 'The header X-Request-ID is missing' },
  { error: 'The tool is in use by a valid persona' },
  {
    error: 'Validation error',
    details: [
      { path: ['id'], message: 'Not a UUID', code: 'invalid' },
      { path: ['version'], message: 'Required', code: 'required' },
    ],
  },
])('a 400 that is not about the id is an error: %j', async (body) => {
  const { run } = await createApi(body);
  const { data, errors } = await run(
    '{ tool(id: "t1") { id } avatarsByIds(ids: ["a1"]) { id } session(id: "s1") { id } }',
  );
  expect(data).toStrictEqual({ tool: null, avatarsByIds: [null], session: null });
  expect(errors?.map(({ extensions }) => extensions.code)).toStrictEqual(
    Array(3).fill('BAD_USER_INPUT'),
  );
  const removed = await run('mutation { deleteTool(id: "t1") { deletedId } }');
  expect(removed.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});
