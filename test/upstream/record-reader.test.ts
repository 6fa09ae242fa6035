import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { pageParts } from '../../src/contract/page.ts';
import { isJsonObject, shapeOf } from '../../src/contract/record.ts';
import { createRecordReader } from '../../src/upstream/record-reader.ts';
import { RUNS } from '../support/arbitraries.ts';

/** The endpoints that return a record or a page of records. */
const endpoints = Object.entries<Endpoint>(api).filter(
  ([, { response }]) => shapeOf(response) !== undefined || pageParts(response) !== undefined,
);

/** Valid and invalid values of fields. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '\ud800',
    'cara-2',
    'cara-9',
    'https://a.example/b',
    ' https://a.example/b\n',
    'HTTPS://a.example:99999',
    'x:\ty',
    '2026-01-01T00:00:00Z',
  ),
  fc.integer({ min: -2, max: 3 }),
  fc.constant(2 ** 60),
);

const recordOf = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.dictionary(fc.constantFrom(...names, 'unknown', 'record'), value, { maxKeys: 8 });

const personaKeys = [
  'id',
  'name',
  'avatarModel',
  'skipGreeting',
  'createdAt',
  'voice',
  'brain',
  'toolIds',
  'tools',
];
const nested = fc.record({ id: value, imageUrl: value, systemPrompt: value }, { requiredKeys: [] });
const persona = fc
  .tuple(
    recordOf(personaKeys),
    fc.record({
      avatar: nested,
      voice: nested,
      brain: nested,
      toolIds: fc.array(value, { maxLength: 3 }),
      tools: fc.array(fc.oneof(nested, value), { maxLength: 3 }),
    }),
  )
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

/** Reads all fields of a record that the parsed value has. */
const readFields = (record: unknown, like: unknown): unknown => {
  if (Array.isArray(like) && Array.isArray(record)) {
    return record.map((item, index) => readFields(item, like[index]));
  }
  if (!isJsonObject(like) || typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(
    Object.keys(like).map((name) => [name, readFields(Reflect.get(record, name), like[name])]),
  );
};

test.each(endpoints)(
  'the reader of %s returns what its schema returns',
  { tags: ['slow'] },
  (_, { response }) => {
    const read =
      createRecordReader(response) ?? expect.fail('there is a reader for every endpoint');
    fc.assert(
      fc.property(body, (value) => {
        const json = JSON.parse(JSON.stringify(value));
        const record = read(json);
        const parsed = response.safeParse(json);
        expect(record !== undefined).toBe(parsed.success);
        expect(readFields(record, parsed.data)).toStrictEqual(parsed.data);
      }),
      { numRuns: RUNS * 4 },
    );
  },
);

test('a URL is read without white space, as its schema returns it', () => {
  const avatar = { id: 'a1', imageUrl: ' https://a.example/b\n', videoUrl: 'x:\ty' };
  const read = createRecordReader(api.avatar.response);
  expect(read?.(avatar)).toMatchObject({ imageUrl: 'https://a.example/b', videoUrl: 'x:y' });
});

const recordEndpoints = endpoints.filter(([, { response }]) => shapeOf(response) !== undefined);

test.each(recordEndpoints)(
  'the reader of %s has no field that its schema omits',
  (_, { response }) => {
    const record = createRecordReader(response)?.({ id: 'x1', sessionToken: 't', unknownField: 1 });
    expect(record).toBeDefined();
    expect(Reflect.get(Object(record), 'unknownField')).toBeUndefined();
  },
);

test('a schema that is not a record has no reader', () => {
  expect(createRecordReader(z.object({ id: z.string() }))).toBeUndefined();
});
