import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts, resources } from '../../src/contract/api.ts';
import { shapeIn } from '../../src/contract/field.ts';
import { isJsonObject } from '../../src/contract/record.ts';
import { RUNS } from '../support/arbitraries.ts';

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

const nested = fc.record({ id: value, imageUrl: value, systemPrompt: value }, { requiredKeys: [] });

/** Records with some of these fields, with records and lists in them, and what is no record. */
const createBodies = (names: readonly string[]): fc.Arbitrary<unknown> => {
  const item = fc.oneof(value, nested, fc.array(fc.oneof(nested, value), { maxLength: 3 }));
  const keys = fc.constantFrom(...names, 'id', 'brain', 'unknown', 'record');
  const some = fc.dictionary(keys, item, { maxKeys: 12 });
  return fc.oneof(
    some,
    some.map((record) => ({ id: 'p1', ...record })),
    value,
  );
};

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

test.each(contracts.map(({ tag, record, fields }) => [tag, record, fields] as const))(
  'a record of %s has what the schemas of its fields return',
  { tags: ['slow'] },
  (_, record, fields) => {
    const eager = z.object(shapeIn('response', fields));
    fc.assert(
      fc.property(createBodies(Object.keys(fields)), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        const read = record.safeParse(json);
        const parsed = eager.safeParse(json);
        expect(read.error?.issues).toStrictEqual(parsed.error?.issues);
        expect(readFields(read.data, parsed.data)).toStrictEqual(
          readFields(parsed.data, parsed.data),
        );
      }),
      { numRuns: RUNS * 4 },
    );
  },
);

test('a URL is read without white space, as its schema returns it', () => {
  const avatar = { id: 'a1', imageUrl: ' https://a.example/b\n', videoUrl: 'x:\ty' };
  const read = resources.avatar.record.parse(avatar);
  expect(read).toMatchObject({ imageUrl: 'https://a.example/b', videoUrl: 'x:y' });
});

test.each(contracts.map(({ tag, record }) => [tag, record] as const))(
  'a record of %s has no field that its contract does not have',
  (_, record) => {
    const read = record.parse({ id: 'x1', sessionToken: 't', unknownField: 1 });
    expect(Reflect.get(Object(read), 'unknownField')).toBeUndefined();
  },
);

test('unknown fields are kept in record, even one of this name', () => {
  const sent = { id: 'x', nested: { deep: [null] }, record: 'theirs' };
  expect(resources.avatar.record.parse(sent)).toMatchObject({ id: 'x', record: sent });
});
