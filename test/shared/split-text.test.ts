import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from '../../src/shared/split-text.ts';

test('splitText returns what String.split returns', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 30 });
  const separators = fc.string({
    unit: fc.constantFrom('a', 'b', '.'),
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(texts, separators, (text, separator) => {
      expect(splitText(text, separator)).toStrictEqual(text.split(separator));
    }),
    { numRuns: 2_000 },
  );
});
