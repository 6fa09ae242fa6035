import { expect, test } from 'vitest';
import { CreatePersona, PersonasQuery } from '../../src/contract/persona.ts';
import { findIssuePaths } from './find-issue-paths.ts';

/** The fields of the table "Persona" of the specification. */
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

test('a persona with every field of the table is accepted unchanged', () => {
  expect(CreatePersona.parse(PERSONA)).toStrictEqual(PERSONA);
});

// @assumed "Required fields: not shown".
test('no field of a persona is required', () => {
  expect(CreatePersona.parse({})).toStrictEqual({});
});

test.each(Object.entries(PERSONA))('a persona with only its %s is accepted', (field, value) => {
  expect(CreatePersona.parse({ [field]: value })).toStrictEqual({ [field]: value });
});

test.each(Object.keys(PERSONA))('a %s of the wrong type is reported at its path', (field) => {
  const values: unknown[] = [7, {}, [], field === 'skipGreeting' ? 'true' : true];
  for (const value of values) {
    expect(findIssuePaths(CreatePersona, { ...PERSONA, [field]: value })).toStrictEqual([field]);
  }
});

test.each(Object.keys(PERSONA).filter((field) => field !== 'avatarModel'))(
  '%s cannot be null',
  (field) => {
    expect(findIssuePaths(CreatePersona, { [field]: null })).toStrictEqual([field]);
  },
);

// @assumed Services have newer models than the specification, and know which.
test.each(['cara-2', 'cara-3', 'cara-4-latest', null])('avatarModel can be %j', (avatarModel) => {
  expect(CreatePersona.parse({ avatarModel })).toStrictEqual({ avatarModel });
});

test('an omitted avatarModel stays omitted', () => {
  expect('avatarModel' in CreatePersona.parse({ name: 'Mara' })).toBe(false);
});

test.each(['', 'c'.repeat(101)])('avatarModel cannot be %j', (avatarModel) => {
  expect(findIssuePaths(CreatePersona, { avatarModel })).toStrictEqual(['avatarModel']);
});

test.each([
  '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  'SERVICE_LLAMA_v3_3_70B_V1',
  'CUSTOMER_CLIENT_V1',
  'an-id-of-a-custom-llm',
])('%s is accepted as llmId and as brainType', (id) => {
  expect(CreatePersona.parse({ llmId: id })).toStrictEqual({ llmId: id });
  expect(CreatePersona.parse({ brainType: id })).toStrictEqual({ brainType: id });
});

// @assumed The specification says only that llmId replaces brainType.
test('llmId and brainType together are rejected', () => {
  const both = { llmId: 'CUSTOMER_CLIENT_V1', brainType: 'CUSTOMER_CLIENT_V1' };
  expect(findIssuePaths(CreatePersona, both)).toStrictEqual(['brainType']);
});

// @assumed The specification does not define how unknown fields are handled.
test('an unknown field is rejected', () => {
  expect(CreatePersona.safeParse({ ...PERSONA, voice: 'x' }).success).toBe(false);
});

// @assumed The names of the three query parameters.
test.each([
  {},
  { page: 1 },
  { page: 1_000_000 },
  { perPage: 1 },
  { perPage: 100 },
  { search: '' },
  { page: 2, perPage: 50, search: 'mara' },
])('the query %j is accepted', (query) => {
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
])('a query with the %s %j is rejected', (name, value) => {
  expect(findIssuePaths(PersonasQuery, { [name]: value })).toStrictEqual([name]);
});
