import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { isJsonObject, shapeOf } from '../../src/contract/record.ts';
import { createRecordReader } from '../../src/upstream/record-reader.ts';

const endpoints = Object.entries<Endpoint>(api).filter(([, { method }]) => method !== 'DELETE');

/** Values that fields of some kind are made of, and values that they are not. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '.', '..', 'cara-2', 'cara-9', 'https://a.example/b', '2026-01-01T00:00:00Z'),
  fc.integer({ min: -2, max: 3 }),
  fc.constant(2 ** 60),
);

const recordOf = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.dictionary(fc.constantFrom(...names, 'unknown', 'record'), value, { maxKeys: 8 });

const personaKeys = ['id', 'name', 'avatarModel', 'skipGreeting', 'createdAt', 'voice', 'brain'];
const nested = fc.record({ id: value, imageUrl: value, systemPrompt: value }, { requiredKeys: [] });
const persona = fc
  .tuple(recordOf(personaKeys), fc.record({ avatar: nested, voice: nested, brain: nested }))
  .map(([record, inside]) => Object.assign({ id: 'p1' }, inside, record));
const page = fc.oneof(
  fc.array(fc.oneof(persona, value), { maxLength: 3 }),
  fc.record({ data: fc.array(persona, { maxLength: 3 }), meta: value }),
  fc.record({
    data: fc.array(persona, { maxLength: 3 }),
    meta: fc.dictionary(
      fc.constantFrom('total', 'page', 'currentPage', 'perPage', 'prev', 'next', 'lastPage'),
      value,
    ),
  }),
);
const body = fc.oneof(
  persona,
  page,
  recordOf(['id', 'displayName', 'imageUrl', 'availableVersions', 'sessionToken', 'usageCount']),
  value,
);

/** Everything that a reader of an answer can see, by the names that the schema gives. */
const seen = (answer: unknown, like: unknown): unknown => {
  if (Array.isArray(like) && Array.isArray(answer)) {
    return answer.map((item, index) => seen(item, like[index]));
  }
  if (!isJsonObject(like) || typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.keys(like).map((name) => [name, seen(Reflect.get(answer, name), like[name])]),
  );
};

test.each(endpoints)('%s is seen by its view as its schema reads it', (_, { response }) => {
  const read = createRecordReader(response) ?? expect.fail('there is a reader for every endpoint');
  fc.assert(
    fc.property(body, (value) => {
      const json = JSON.parse(JSON.stringify(value));
      const answer = read(json);
      const parsed = response.safeParse(json);
      expect(answer !== undefined).toBe(parsed.success);
      expect(seen(answer, parsed.data)).toStrictEqual(parsed.data);
    }),
    { numRuns: 400 },
  );
});

test.each(endpoints)('%s shows by name no field that its schema leaves out', (_, { response }) => {
  const shape = shapeOf(response);
  const answer = createRecordReader(response)?.({ id: 'x1', sessionToken: 't', stranger: 1 });
  if (!shape || !answer) return;
  expect(Reflect.get(answer, 'stranger')).toBeUndefined();
});

test('a schema that is no record is read by itself', () => {
  expect(createRecordReader(z.object({ id: z.string() }))).toBeUndefined();
});
