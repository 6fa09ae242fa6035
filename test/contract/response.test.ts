import { expect, test } from 'vitest';
import { contracts } from '../../src/contract/api.ts';
import { Persona, PersonaPage } from '../../src/contract/persona.ts';
import { SessionToken } from '../../src/contract/session-token.ts';

/** Reads all fields of a record, which it has on access. Absent ones are left out. */
function readFields(record: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in record) {
    const value: unknown = Reflect.get(record, name);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

// @assumed throughout: the specification shows no response fields, so that only an id is required.

const RECORDS = contracts.filter(({ fields }) => 'id' in fields);

test.each(RECORDS.map(({ tag, record }) => [tag, record] as const))(
  'one of the %s requires only its id, and keeps unknown fields, even one called record',
  (_, record) => {
    const sent = { id: 'x', tags: ['a'], nested: { deep: [null] }, record: 'theirs' };
    expect(record.parse(sent)).toMatchObject({ id: 'x', record: sent });
    for (const none of [{}, { id: 7 }, { id: null }, { id: '' }, [], 'x', null])
      expect(record.safeParse(none).success).toBe(false);
  },
);

test('a record inside of another is null without its id', () => {
  expect(Persona.parse({ id: 'p', avatar: { displayName: 'no id' } }).avatar).toBeNull();
});

test('one invalid persona makes a page invalid', () => {
  const meta = { total: 1, lastPage: 1, currentPage: 1, perPage: 10, prev: null, next: null };
  expect(PersonaPage.parse({ data: [{ id: 'p' }], meta }).meta).toStrictEqual(meta);
  expect(PersonaPage.safeParse({ data: [{ name: 'no id' }], meta }).success).toBe(false);
});

test('other fields than the sessionToken of a response are kept in record', () => {
  const record = { sessionToken: 'a.b.c', region: 'eu' };
  expect(readFields(SessionToken.parse(record))).toStrictEqual({ sessionToken: 'a.b.c', record });
  for (const none of [{}, { sessionToken: '' }, { sessionToken: 7 }, { token: 'a.b.c' }, [], null])
    expect(SessionToken.safeParse(none).success).toBe(false);
});
