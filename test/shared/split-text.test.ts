import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from '../../src/shared/split-text.ts';

test('a text is split where String.split would split it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 30 });
  const separator = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(word, separator, (text, by) => {
      expect(splitText(text, by)).toStrictEqual(text.split(by));
    }),
    { numRuns: 2_000 },
  );
});
