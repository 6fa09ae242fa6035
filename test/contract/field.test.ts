import { expect, test } from 'vitest';
import { z } from 'zod';
import { field, inputField, shapeIn } from '../../src/contract/field.ts';
import { Id } from '../../src/contract/record.ts';

const text = z.string();

const fields = {
  name: field(text, 'Name.', {
    in: ['create', 'update', 'session'],
    input: [text.min(1), 'Name, not empty.'],
    session: 'Name for the session.',
    required: 'create',
  }),
  note: field(text, 'Note.', { in: ['create', 'update'], update: text.nullable() }),
  tags: field(z.array(text), 'Tags.', { maxItems: 2 }),
  language: inputField(text.default('en'), 'Language.', { in: ['create'] }),
};

test('a place has the fields that name it, in the form that they have there', () => {
  const create = z.strictObject(shapeIn('create', fields));
  const body: z.input<typeof create> = { name: 'a', note: 'b' };
  expect(create.parse(body)).toStrictEqual({ ...body, language: 'en' });
  expect(create.safeParse({}).success).toBe(false);
  expect(create.safeParse({ name: '' }).success).toBe(false);
  expect(create.safeParse({ name: 'a', note: null }).success).toBe(false);

  const update = z.strictObject(shapeIn('update', fields));
  const changes: z.input<typeof update> = { note: null };
  expect(update.parse(changes)).toStrictEqual(changes);
  expect(update.safeParse({ language: 'en' }).success).toBe(false);

  const { name, ...others } = shapeIn('session', fields);
  expect([name.description, name.safeParse('').success]).toStrictEqual([undefined, true]);
  expect(name.unwrap().description).toBe('Name for the session.');
  expect(others).toStrictEqual({});
});

test('a response may have any field or none', () => {
  const response = z.object(shapeIn('response', fields));
  expect(response.parse({})).toStrictEqual({});
  expect(response.parse({ name: 7, tags: ['a', 7, 'b'], language: 'en' })).toStrictEqual({
    name: null,
    tags: ['a'],
  });
});

test('a fact that nothing reads does not compile', () => {
  expect([
    // @ts-expect-error There is no such fact.
    field(text, 'Text.', { isInvented: true }),
    // @ts-expect-error There is no such request.
    field(text, 'Text.', { in: ['replace'] }),
    // @ts-expect-error There is no such resource.
    field(Id, 'Id.', { in: ['session'], refersTo: 'robot' }),
    // @ts-expect-error Only ids of session configurations are looked up.
    field(Id, 'Id.', { in: ['create'], refersTo: 'tool' }),
    // @ts-expect-error No request has the field.
    field(text, 'Text.', { input: 'Other text.' }),
    // @ts-expect-error Updates do not have the field.
    field(text, 'Text.', { in: ['create'], update: 'Other text.' }),
    // @ts-expect-error Creations do not have the field.
    field(text, 'Text.', { in: ['update'], required: 'create' }),
    // @ts-expect-error It is no list.
    field(text, 'Text.', { maxItems: 3 }),
    // @ts-expect-error Responses do not have the field.
    inputField(text, 'Text.', { in: ['create'], isSearched: true }),
  ]).toHaveLength(9);
});
