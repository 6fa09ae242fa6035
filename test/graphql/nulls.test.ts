import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/record.ts';
import {
  createRequired,
  inputsOfMutations,
  listPlaces,
  type Place,
  setPlace,
} from './null-places.ts';
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
