import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Avatar } from '../../src/contract/avatar.ts';
import { ErrorBody } from '../../src/contract/error.ts';
import { Persona, PersonaPage } from '../../src/contract/persona.ts';
import { IdParams } from '../../src/contract/record.ts';
import { Tool } from '../../src/contract/tool.ts';
import { readFields } from './read-fields.ts';

// @assumed throughout: the specification shows no response fields, so that only an id is required.

describe.each([
  ['persona', Persona],
  ['avatar', Avatar],
  ['tool', Tool],
] as const)('a %s of a response', (_, schema) => {
  test('requires only its id', () => {
    expect(schema.parse({ id: 'x' })).toMatchObject({ id: 'x', record: { id: 'x' } });
  });

  test.each([{}, { id: 7 }, { id: null }, { id: '' }, [], 'x', null])('cannot be %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });

  test('keeps unknown fields in record, even one called record', () => {
    const sent = { id: 'x', tags: ['a'], nested: { deep: [null] }, record: 'theirs' };
    expect(schema.parse(sent).record).toStrictEqual(sent);
  });

  test('is any JSON object with an id', () => {
    // zod leaves out a key named __proto__.
    const anyObject = fc
      .tuple(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.constantFrom(...Object.keys(schema.parse({ id: 'x' }))), fc.jsonValue()),
        fc.string().filter((id) => IdParams.safeParse({ id }).success),
      )
      .map(([others, known, id]) => ({ ...others, ...known, id }))
      .filter((object) => !Object.hasOwn(object, '__proto__'));
    fc.assert(
      fc.property(anyObject, (sent) => {
        const read = schema.parse(sent);
        expect(read.id).toBe(sent.id);
        expect(read.record).toStrictEqual(sent);
      }),
    );
  });
});

test('a persona can be flat, with the fields of its request', () => {
  const sent = {
    id: 'p',
    name: 'Mara',
    description: '',
    avatarId: 'a',
    avatarModel: 'cara-2',
    voiceId: 'v',
    llmId: 'CUSTOMER_CLIENT_V1',
    systemPrompt: 'You are Mara.',
    skipGreeting: true,
    createdAt: '2026-01-02T03:04:05.678Z',
  };
  expect(readFields(Persona.parse(sent))).toStrictEqual({ ...sent, record: sent });
});

test('a persona can have a nested avatar, voice and system prompt', () => {
  const avatar = { id: 'a', displayName: 'Ada', idleVideoUrl: null };
  const sent = {
    id: 'p',
    avatar,
    voice: { id: 'v', gender: 'FEMALE' },
    brain: { systemPrompt: 's' },
  };
  const { avatar: read, voice, brain } = Persona.parse(sent);
  expect(read).toMatchObject({ id: 'a', displayName: 'Ada', record: avatar });
  expect(voice).toMatchObject({ id: 'v', gender: 'FEMALE', record: { id: 'v', gender: 'FEMALE' } });
  expect(brain).toStrictEqual({ systemPrompt: 's' });
});

test.each([
  ['avatarModel', 7],
  ['name', 7],
  ['skipGreeting', 'yes'],
  ['avatar', { displayName: 'no id' }],
  ['createdAt', 'yesterday'],
] as const)('a persona with the invalid %s %j is read with null', (field, value) => {
  const sent = { id: 'p', [field]: value };
  expect(readFields(Persona.parse(sent))).toStrictEqual({ id: 'p', [field]: null, record: sent });
});

test('one invalid persona makes a page invalid', () => {
  const meta = { total: 1, lastPage: 1, currentPage: 1, perPage: 10, prev: null, next: null };
  const page = PersonaPage.parse({ data: [{ id: 'p' }], meta });
  expect(page.data.map(readFields)).toStrictEqual([{ id: 'p', record: { id: 'p' } }]);
  expect(page.meta).toStrictEqual(meta);
  expect(PersonaPage.parse({ data: [], meta: {} })).toMatchObject({ data: [], meta: {} });
  expect(PersonaPage.safeParse({ data: [{ name: 'no id' }], meta }).success).toBe(false);
  expect(PersonaPage.parse([{ id: 'p' }]).data).toMatchObject([{ id: 'p' }]);
  expect(PersonaPage.parse({ data: [{ id: 'p' }] }).data).toHaveLength(1);
  expect(PersonaPage.parse({ data: [], meta: { page: 3 } }).meta.currentPage).toBe(3);
});

test('an error body can be any object', () => {
  expect(ErrorBody.parse({})).toStrictEqual({});
  expect(ErrorBody.parse({ error: 7, message: 'm', reason: 'r', details: 'd' })).toStrictEqual({
    error: null,
    message: 'm',
    reason: 'r',
    details: null,
  });
});
