import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REDACTED } from '../../src/contract/redact.ts';
import { redactText } from '../../src/upstream/credential.ts';

const unit = fc.constantFrom('a', 'b', '.');

test('each occurrence of a secret is replaced, as String.replaceAll does', () => {
  const texts = fc.string({ unit, maxLength: 30 });
  const secrets = fc.string({ unit, minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(texts, secrets, (text, secret) => {
      expect(redactText(text, secret)).toBe(text.replaceAll(secret, REDACTED));
    }),
    { numRuns: 2_000 },
  );
});

test('a long secret leaves nothing, whether all of it occurs or its beginning', () => {
  const secret = Array.from({ length: 4_096 }, (_, index) => index.toString(36)).join('-');
  expect(redactText(`key ${secret}!`, secret)).toBe(`key ${REDACTED}!`);
  expect(redactText(`key ${secret.slice(0, 1_000)}!`, secret)).toBe(`key ${REDACTED}!`);
  expect(redactText(`key ${secret.slice(0, 63)}!`, secret)).toBe(`key ${secret.slice(0, 63)}!`);
});

test('an occurrence that stays is not changed', () => {
  const stays = (before = '', after = '') => /\w/.test(before + after);
  expect(redactText('abc abcd zabc abcabc', 'abc', stays)).toBe(`${REDACTED} abcd zabc abcabc`);
  const secret = 'x'.repeat(200);
  const word = 'x'.repeat(100);
  expect(redactText(`${word}y ${word}`, secret, stays)).toBe(`${word}y ${REDACTED}`);
});
