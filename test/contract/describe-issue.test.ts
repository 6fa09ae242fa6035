import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from '../../src/contract/describe-issue.ts';

test.each<[z.ZodType, unknown, string]>([
  [z.string().min(1), '', 'Must not be empty.'],
  [z.string().min(3), 'ab', 'Must have at least 3 characters.'],
  [z.string().max(1), 'ab', 'Must have at most 1 character.'],
  [z.array(z.int()).min(1), [], 'Must not be empty.'],
  [z.array(z.int()).max(2), [1, 2, 3], 'Must have at most 2 items.'],
  [z.int().min(1), 0, 'Must be at least 1.'],
  [z.number().gt(0), 0, 'Must be more than 0.'],
  [z.number().max(600), 601, 'Must be at most 600.'],
  [z.number().lt(2), 2, 'Must be less than 2.'],
  [z.string(), undefined, 'A value is required.'],
  [z.string(), null, 'Must be a string.'],
  [z.int(), 1.5, 'Must be an integer.'],
  [z.boolean(), 'yes', 'Must be true or false.'],
  [z.array(z.int()), {}, 'Must be a list.'],
  [z.object({}), [], 'Must be an object.'],
  [z.url(), 'x', 'Must be a URL.'],
  [z.uuid(), 'x', 'Must be a UUID.'],
  [z.enum(['a', 'b']), 'c', 'Must be one of "a", "b".'],
  [z.literal('a'), 'c', 'Must be "a".'],
  [z.strictObject({}), { a: 1 }, 'Unknown field: a.'],
  [z.strictObject({}), { a: 1, b: 2 }, 'Unknown fields: a, b.'],
  [z.string().min(1, 'Say it.'), '', 'Say it.'],
])('the issue of %# is described in a sentence', (schema, value, message) => {
  const { error } = schema.safeParse(value, { error: describeIssue });
  expect(error?.issues.map((issue) => issue.message)).toStrictEqual([message]);
});

test('a rare issue keeps the message of zod', () => {
  const { error } = z.number().multipleOf(5).safeParse(1, { error: describeIssue });
  expect(error?.issues[0]?.message).toMatch(/multiple of 5/);
});
