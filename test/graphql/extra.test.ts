import type { IncomingMessage } from 'node:http';
import { type GraphQLInputField, getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { ANSWER, bodySchema, resolved } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { start } from '../support/start.ts';
import { expectIssue } from './expectations.ts';
import { createSample, inputsOfMutations } from './null-places.ts';
import { getRootField } from './root-fields.ts';

const SECRET = 'sk-of-the-house';

const extra = { newer: { key: null, list: [1] }, other: true };

describe.each(inputsOfMutations)('extra of $mutation', ({ mutation, type }) => {
  const { write, variables } = getRootField(mutation);
  const input = Object(variables.input);
  const run = async (changed: object) => {
    const { bodies, ...upstream } = await fakeService(reply(200, ANSWER));
    const api = await start({ upstream, extensions: 'all' });
    const { errors } = await api.run(write('{ __typename }'), {
      ...variables,
      input: { ...input, ...changed },
    });
    return { errors, bodies, calls: upstream.calls };
  };

  test('is sent unchanged', async () => {
    const { errors, bodies } = await run({ extra });
    expect(errors).toBeUndefined();
    expect(bodies).toMatchObject([extra]);
  });

  test('cannot repeat a field', async () => {
    const { properties = {} } = resolved(bodySchema(mutation) ?? {});
    const isSimple = (of: GraphQLInputField) =>
      of.name in input || ['String', 'ID', 'Int'].includes(getNamedType(of.type).name);
    const found = Object.values(type.getFields()).find(
      (of) => of.name in properties && isSimple(of),
    );
    if (!found) return expect.fail('there is no such field');
    const { name } = found;
    const given = input[name] ?? createSample(name, found.type);
    const { errors, calls } = await run({ [name]: given, extra: { [name]: given } });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    const path = errors?.[0]?.extensions.issues?.[0]?.path;
    expect(path?.slice(0, 3)).toStrictEqual(['input', 'extra', name]);
    expect(calls).toStrictEqual([]);
  });
});

/** Reads the texts of a form. */
async function readTexts(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = Buffer.concat(await request.toArray());
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData();
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
}

test.each(OPERATIONS.filter(({ files }) => files))(
  'extra of the form of $name is text, JSON where it is none',
  async ({ name, variables, files }) => {
    const texts: Record<string, unknown>[] = [];
    const upstream = await fakeService(async (request, response) => {
      texts.push(await readTexts(request));
      sendJson(response, 201, ANSWER);
    });
    const { runNamed } = await start({ upstream, extensions: 'all' });
    const { input, ...others } = { input: {}, ...variables };
    const given = { ...others, input: { ...Object(input), extra } };
    const { errors } = await runNamed(name, { variables: given, ...(files && { files }) });
    expect(errors).toBeUndefined();
    expect(texts).toMatchObject([{ newer: '{"key":null,"list":[1]}', other: 'true' }]);
  },
);

test.each([
  ['in extra, where a document can contain it', { extra: { secret: SECRET } }, ['secret']],
  ['again in extra, which responses include', { secret: SECRET, extra: { note: SECRET } }, []],
])('a secret is not sent %s', async (_, input, path) => {
  const { bodies, ...upstream } = await fakeService(reply(200, ANSWER));
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run(getRootField('updateLlm').write(), { id: 'l1', input });
  expectIssue(errors, ['input', 'extra', ...path]);
  expect(JSON.stringify(errors)).not.toContain(SECRET);
  expect(bodies).toStrictEqual([]);
});

test('extra can have the name of what every object inherits, and changes no prototype', async () => {
  const { bodies, ...upstream } = await fakeService(reply(200, ANSWER));
  const { run } = await start({ upstream, extensions: 'all' });
  const extra = JSON.parse('{"constructor": {"polluted": 1}, "__proto__": {"polluted": 1}}');
  const { errors } = await run(
    'mutation ($input: UpdateToolInput!) { updateTool(id: "t1", input: $input) { tool { id } } }',
    { input: { extra } },
  );
  expect(errors).toBeUndefined();
  expect(JSON.stringify(bodies)).toBe('[{"constructor":{"polluted":1}}]');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
