import type { IncomingMessage } from 'node:http';
import { type GraphQLInputField, getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ANSWER, bodySchema, resolved } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { start } from '../support/start.ts';
import { sendJson, startRecordingUpstream, startUpstream } from '../support/upstream.ts';
import { expectIssue } from './expectations.ts';
import { createSample, inputsOfMutations } from './null-places.ts';
import { getRootField } from './root-fields.ts';

const extra = { newer: { key: null, list: [1] }, other: true };

describe.each(inputsOfMutations)('extra of $mutation', ({ mutation, type }) => {
  const { write, variables } = getRootField(mutation);
  const input = Object(variables.input);
  const run = async (changed: object) => {
    const { bodies, ...upstream } = await startRecordingUpstream(200, ANSWER);
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
    const upstream = await startUpstream(async (request, response) => {
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

test('a secret is not sent in extra, where a document can contain it', async () => {
  const { bodies, ...upstream } = await startRecordingUpstream(200, ANSWER);
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run(
    'mutation { updateLlm(id: "l1", input: { extra: { secret: "sk-of-the-house" } }) { llm { id } } }',
  );
  expectIssue(errors, ['input', 'extra', 'secret']);
  expect(JSON.stringify(errors)).not.toContain('sk-of');
  expect(bodies).toStrictEqual([]);
});

test('the API key of an LLM is not repeated in extra, which responses include', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 200, ANSWER));
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run(
    'mutation ($input: UpdateLlmInput!) { updateLlm(id: "l1", input: $input) { llm { id } } }',
    { input: { secret: 'sk-of-the-house', extra: { note: 'sk-of-the-house' } } },
  );
  expectIssue(errors, ['input', 'extra']);
  expect(upstream.calls).toStrictEqual([]);
});

test('extra can have the name of what every object inherits, and changes no prototype', async () => {
  const { bodies, ...upstream } = await startRecordingUpstream(200, ANSWER);
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
