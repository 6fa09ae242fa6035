import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { resources } from '../../src/contract/api.ts';
import { createReader } from '../../src/contract/read-response.ts';
import { isJsonObject } from '../../src/contract/record.ts';
import type { ResourceContract } from '../../src/contract/resource.ts';
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

/** Returns what `schema` says, as zod alone can: with `catch` around each nullish value, and around each item there. */
function tolerate(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = unwrap(schema);
    const value = inner instanceof z.ZodArray ? tolerateItems(inner) : tolerate(inner);
    return value.nullish().catch(null);
  }
  if (schema instanceof z.ZodArray) return z.array(tolerate(schema.element));
  if (!(schema instanceof z.ZodObject)) return schema instanceof z.ZodType ? schema : z.unknown();
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, tolerate(field)]);
  return z.object(Object.fromEntries(fields));
}

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap())
    : schema;

/** The maximum number of items of all lists that have one. */
const MAX_ITEMS = 100;

function tolerateItems({ element }: z.ZodArray): z.ZodType {
  const item = tolerate(element);
  return z.array(z.unknown()).transform((items) =>
    items.slice(0, MAX_ITEMS).flatMap((each) => {
      const { success, data } = item.safeParse(each);
      return success ? [data] : [];
    }),
  );
}

/** Reads all fields of a value that the parsed one has. */
const readFields = (value: unknown, like: unknown): unknown => {
  if (Array.isArray(like) && Array.isArray(value)) {
    return value.map((item, index) => readFields(item, like[index]));
  }
  if (!isJsonObject(like) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(like).map((name) => [name, readFields(Reflect.get(value, name), like[name])]),
  );
};

const RECORDS = Object.values<ResourceContract>(resources).map(
  ({ tag, record }) => [tag, record] as const,
);

test.each(RECORDS)(
  'a record of %s has what the schemas of its fields return',
  { tags: ['slow'] },
  (_, record) => {
    const read = createReader(record);
    const tolerant = tolerate(record);
    fc.assert(
      fc.property(createBodies(Object.keys(record.shape)), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        const result = read(json);
        const parsed = tolerant.safeParse(json);
        expect(result.error?.issues).toStrictEqual(parsed.error?.issues);
        expect(readFields(result.data, parsed.data)).toStrictEqual(
          readFields(parsed.data, parsed.data),
        );
      }),
      { numRuns: RUNS * 4 },
    );
  },
);

test('a URL is read without white space, as its schema returns it', () => {
  const avatar = { id: 'a1', imageUrl: ' https://a.example/b\n', videoUrl: 'x:\ty' };
  expect(createReader(resources.avatar.record)(avatar).data).toMatchObject({
    imageUrl: 'https://a.example/b',
    videoUrl: 'x:y',
  });
});

test.each(RECORDS)('a record of %s has no field that its contract does not have', (_, record) => {
  const { data } = createReader(record)({ id: 'x1', unknownField: 1 });
  expect(Reflect.get(Object(data), 'unknownField')).toBeUndefined();
});

test('unknown fields are kept in record, even one of this name', () => {
  const sent = { id: 'x', nested: { deep: [null] }, record: 'theirs' };
  expect(createReader(resources.avatar.record)(sent).data).toMatchObject({ id: 'x', record: sent });
});

test('embedded tools and avatars without an id are omitted', () => {
  const read = createReader(resources.persona.record);
  const tools = [{ id: 't', name: 'lookup' }, { name: 'inline', type: 'client' }, 7];
  expect(read({ id: 'p', tools }).data?.tools).toMatchObject([{ id: 't', name: 'lookup' }]);
  expect(read({ id: 'p', tools: 'many' }).data?.tools).toBeNull();
  expect(read({ id: 'p', avatar: { displayName: 'no id' } }).data?.avatar).toBeNull();
});
