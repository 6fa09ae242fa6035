import { expect, test } from 'vitest';
import { z } from 'zod';
import { field, inputField } from '../../src/contract/field.ts';
import { Id } from '../../src/contract/record.ts';

const text = z.string();

test('a fact that nothing reads does not compile', () => {
  expect([
    // @ts-expect-error There is no such fact.
    field(text, 'Text.', { isInvented: true }),
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
  ]).toHaveLength(8);
});
