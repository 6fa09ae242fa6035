import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLabel, createMintId, isOwnLabel, readMintId } from '../../src/policy/label.ts';
import { anyText, RUNS, TIME } from '../support/arbitraries.ts';

const TEMPLATE = 'app:{issuer}:{role}/{tenant} {subject}:{mint}';

/** Values that look like parts of labels, or like each other. */
const anyValue = fc
  .oneof(
    anyText,
    fc.constantFrom('a', 'a:b', ':', '=', '%3A', 'x'.repeat(200), `=${'A'.repeat(43)}`),
  )
  .filter((text) => text.isWellFormed() && text !== '');

const anyCaller = fc.record({
  issuer: fc.constantFrom('a', 'b', 'a-b'),
  tenant: anyValue,
  subject: anyValue,
});

test('a label belongs to its own caller, whatever the role was, and to no other one', {
  timeout: TIME,
}, () => {
  fc.assert(
    fc.property(anyCaller, anyCaller, fc.constantFrom('r', 'role'), (one, other, role) => {
      const mint = createMintId();
      const label = createLabel(TEMPLATE, { ...one, role }, mint);
      if (label === undefined) return;
      expect(label.length).toBeLessThanOrEqual(128);
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(isOwnLabel({ template: TEMPLATE, ...one }, label)).toBe(true);
      expect(isOwnLabel({ template: TEMPLATE, ...other }, label)).toBe(isSame);
      expect(readMintId(TEMPLATE, label)).toBe(mint);
    }),
    { numRuns: 20 * RUNS },
  );
});

test.each([
  ['no id', 'app:a:r/t s:'],
  ['a text after it', `app:a:r/t s:${'A'.repeat(22)}x`],
  ['a text before it', `xapp:a:r/t s:${'A'.repeat(22)}`],
  ['another id', `app:a:r/t s:${'A'.repeat(21)}`],
  ['one part more', `app:a:r/t s:s:${'A'.repeat(22)}`],
  ['a line more', `app:a:r/t s:${'A'.repeat(22)}\n`],
])('a label with %s belongs to nobody and is of no mint', (_, label) => {
  const ada = { template: TEMPLATE, issuer: 'a', tenant: 't', subject: 's' };
  expect(isOwnLabel(ada, label)).toBe(false);
  expect(readMintId(TEMPLATE, label)).toBeUndefined();
  expect(isOwnLabel(ada, `app:a:r/t s:${'A'.repeat(22)}`)).toBe(true);
});

test('a label without room for the names of a caller is none', () => {
  const values = { issuer: 'a', tenant: 'ö'.repeat(40), subject: 's', role: 'r' };
  expect(createLabel(TEMPLATE, values, createMintId())).toBeUndefined();
});
