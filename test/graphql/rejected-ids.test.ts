import { expect, test } from 'vitest';
import { reply } from '../support/fake-service.ts';
import { start } from '../support/start.ts';

const createApi = async (body: object) => start({ upstream: reply(400, body), extensions: 'all' });

test.each([
  { error: 'Invalid id' },
  { error: 'Bad Request', message: 'Invalid tool ID' },
  { message: 'Validation failed (uuid is expected)', error: 'Bad Request', statusCode: 400 },
  { message: 'params/id must match format "uuid"' },
  { error: 'invalid input syntax for type uuid: "t1"' },
  { message: 'Cast to ObjectId failed for value "t1"' },
  { errors: [{ path: 'toolId', message: 'The value is not valid.' }] },
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
