import type { IncomingMessage } from 'node:http';
import { type GraphQLInputField, getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/record.ts';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { ANSWER, bodySchema, resolved } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { start } from '../support/start.ts';
import { expectIssue } from './expectations.ts';
import {
  createRequired,
  createSample,
  inputsOfMutations,
  listPlaces,
  type Place,
  setPlace,
} from './null-places.ts';
import { getRootField } from './root-fields.ts';
import { findOutcome, startRecordingApi } from './written-inputs.ts';

/** Creates a valid input for a mutation, without a value at a place. */
function createInput(mutation: string, [name, field]: Place): JsonObject {
  const type = inputsOfMutations.find((each) => each.mutation === mutation)?.type;
  const input = type ? createRequired(type) : {};
  if (mutation === 'createMeetingInvite')
    return name === 'personaConfig' && field
      ? { ...input, personaConfig: { name: 'Ada', ...(field === 'name' && { llmId: 'l' }) } }
      : {
          ...input,
          ...(name === 'personaId' ? { personaConfig: { name: 'Ada' } } : { personaId: 'p' }),
        };
  if (mutation !== 'createSessionToken') return input;
  return {
    personaConfig:
      name === 'overrides'
        ? { personaId: 'p1' }
        : field === 'name'
          ? { llmId: 'l1' }
          : { name: 'Ada' },
  };
}

const containsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(containsNull));

const read = (value: unknown, path: Place) =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);

test('the table covers all inputs', () => {
  const places = inputsOfMutations.flatMap(({ type }) => listPlaces(type));
  expect(inputsOfMutations.length).toBeGreaterThan(15);
  expect(places.length).toBeGreaterThan(250);
});

test.each(inputsOfMutations)(
  'each null of $mutation is sent, refused at its path, or no value',
  async ({ mutation, type }) => {
    const { bodies, write, calls } = await startRecordingApi();
    const outcomes: [string, string][] = [];
    const expected: [string, string][] = [];
    for (const path of listPlaces(type)) {
      const place = path.join('.');
      expected.push([place, findOutcome(mutation, path)]);
      const [written, called] = [bodies.length, calls.length];
      const { errors } = await write(
        mutation,
        setPlace(type, createInput(mutation, path), path, 'null'),
      );
      const sent = bodies.slice(written);
      if (errors) {
        expect(errors[0]?.extensions).toMatchObject({
          code: 'BAD_USER_INPUT',
          issues: [{ path: ['input', ...path], code: 'NULL_NOT_ALLOWED' }],
        });
        expect(calls.slice(called)).toStrictEqual([]);
      } else expect(sent.length, place).toBeGreaterThan(0);
      const isSent = sent.some((body) => read(body, path) === null);
      expect(isSent || !sent.some(containsNull), place).toBe(true);
      outcomes.push([place, errors ? 'refused' : isSent ? 'sent' : 'left out']);
    }
    expect(Object.fromEntries(outcomes)).toStrictEqual(Object.fromEntries(expected));
  },
);

/** What other tests send: it is not in the body, has another name there, or needs or excludes another field. */
const ELSEWHERE =
  'extra overrides unusable brainType knowledgeGroupIds personaId personaConfig videoWidth videoHeight'.split(
    ' ',
  );

test.each(inputsOfMutations)('each field of $mutation is sent', async ({ mutation, type }) => {
  const { bodies, write } = await startRecordingApi();
  const missing: string[] = [];
  for (const path of listPlaces(type)) {
    if (path[0] === 'overrides' || ELSEWHERE.includes(String(path.at(-1)))) continue;
    const written = bodies.length;
    const input = setPlace(type, createInput(mutation, path), path, 'sample');
    const { errors } = await write(mutation, input);
    const isSent = bodies.slice(written).some((body) => read(body, path) !== undefined);
    if (!isSent) missing.push(`${path.join('.')}: ${errors?.[0]?.message}`);
  }
  expect(missing).toStrictEqual([]);
});

test('a null that clears nothing says what to send instead', async () => {
  const { write } = await startRecordingApi();
  const input = {
    description: null,
    toolIds: null,
    voiceDetectionOptions: null,
    widgetConfig: null,
  };
  const { errors } = await write('updatePersona', { ...input, voiceId: null });
  const messages = errors?.[0]?.extensions.issues?.map(({ message }) => message);
  expect(messages?.toSorted()).toStrictEqual([
    'Null does not clear description. Send "" to clear it.',
    'Null does not clear toolIds. Send [] to clear it.',
    'Null does not clear voiceDetectionOptions. Send {} to clear it.',
    'Null does not clear voiceId. Omit it.',
    'Null does not clear widgetConfig. Omit it.',
  ]);
});

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
