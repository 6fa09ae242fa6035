import { expect, test } from 'vitest';
import { CreatePersona, PersonasQuery } from '../../src/contract/persona.ts';
import { violations } from './violations.ts';

/** Specification, "Persona", as its table has it. */
const PERSONA = {
  name: 'Mara',
  description: 'Greets guests at the desk.',
  avatarId: '071b0286-4cce-4808-bee2-e642f1062de3',
  avatarModel: 'cara-3',
  voiceId: 'de23e340-1416-4dd8-977d-065a7ca11697',
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'You are Mara.',
  skipGreeting: true,
};

test('a persona of every field of the table is taken as it is', () => {
  expect(CreatePersona.parse(PERSONA)).toStrictEqual(PERSONA);
});

// @assumed "Required fields: not shown".
test('no field of a persona is required', () => {
  expect(CreatePersona.parse({})).toStrictEqual({});
});

test.each(Object.entries(PERSONA))('a persona with nothing but its %s is taken', (field, value) => {
  expect(CreatePersona.parse({ [field]: value })).toStrictEqual({ [field]: value });
});

test.each(Object.keys(PERSONA))('a %s of another type is refused by its name', (field) => {
  const wrong: unknown[] = [7, {}, [], field === 'skipGreeting' ? 'true' : true];
  for (const value of wrong) {
    expect(violations(CreatePersona, { ...PERSONA, [field]: value })).toStrictEqual([field]);
  }
});

test.each(Object.keys(PERSONA).filter((field) => field !== 'avatarModel'))(
  'a null is no %s',
  (field) => {
    expect(violations(CreatePersona, { [field]: null })).toStrictEqual([field]);
  },
);

test.each(['cara-2', 'cara-3', null])('avatarModel may be %j', (avatarModel) => {
  expect(CreatePersona.parse({ avatarModel })).toStrictEqual({ avatarModel });
});

test('an avatarModel that is omitted stays omitted', () => {
  expect('avatarModel' in CreatePersona.parse({ name: 'Mara' })).toBe(false);
});

test.each(['cara-1', 'cara-4', 'CARA_3', ''])('avatarModel may not be %j', (avatarModel) => {
  expect(violations(CreatePersona, { avatarModel })).toStrictEqual(['avatarModel']);
});

test.each([
  '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  'SERVICE_LLAMA_v3_3_70B_V1',
  'CUSTOMER_CLIENT_V1',
  'an-id-of-a-custom-llm',
])('%s is an llmId, and still a brainType', (id) => {
  expect(CreatePersona.parse({ llmId: id })).toStrictEqual({ llmId: id });
  expect(CreatePersona.parse({ brainType: id })).toStrictEqual({ brainType: id });
});

// @assumed The specification says only that llmId replaces brainType.
test('llmId and brainType together are refused', () => {
  const both = { llmId: 'CUSTOMER_CLIENT_V1', brainType: 'CUSTOMER_CLIENT_V1' };
  expect(violations(CreatePersona, both)).toStrictEqual(['brainType']);
});

// @assumed The specification does not say what becomes of fields it does not have.
test('a field that the table does not have is refused', () => {
  expect(CreatePersona.safeParse({ ...PERSONA, voice: 'x' }).success).toBe(false);
});

// @assumed The names of the three query inputs.
test.each([
  {},
  { page: 1 },
  { page: 1_000_000 },
  { perPage: 1 },
  { perPage: 100 },
  { search: '' },
  { page: 2, perPage: 50, search: 'mara' },
])('personas may be asked for with %j', (query) => {
  expect(PersonasQuery.parse(query)).toStrictEqual(query);
});

test.each([
  ['page', 0],
  ['page', -1],
  ['page', 1.5],
  ['page', '1'],
  ['page', null],
  ['perPage', 0],
  ['perPage', 101],
  ['perPage', 99.5],
  ['perPage', '10'],
  ['search', 7],
])('personas may not be asked for with a %s of %j', (name, value) => {
  expect(violations(PersonasQuery, { [name]: value })).toStrictEqual([name]);
});
