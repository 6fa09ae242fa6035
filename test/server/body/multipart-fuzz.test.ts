import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSpool } from '../../../src/shared/spool.ts';
import { anyCharacter, RUNS } from '../../support/arbitraries.ts';
import { FORM_TYPE, form, map, operations, part } from '../../support/files.ts';
import { tempFolder } from '../../support/resources.ts';
import { start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

const VALID = form(operations(), map(), part('0', 'an image', 'a.png'));

/** A change of a text at a relative position from 0 to 1. */
const change = fc.record({
  position: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  text: fc.oneof(
    fc.string({ maxLength: 20, unit: anyCharacter }),
    fc.constantFrom(
      '\r\n',
      '--',
      '"',
      ';',
      '\0',
      '{',
      '[',
      '__proto__',
      'variables',
      '\r\n\r\n',
      'name=',
    ),
  ),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const applyChanges = (text: string, changes: readonly Change[]) =>
  changes.reduce((whole, { position, length, text: other }) => {
    const at = Math.floor(position * whole.length);
    return whole.slice(0, at) + other + whole.slice(at + length);
  }, text);

test('a form with random changes leaves no files behind', async () => {
  const folder = await tempFolder();
  const upstream = await startUpstreamWithResponse(201, { id: 'a1' });
  const faults: unknown[] = [];
  const { url } = await start({
    upstream,
    spool: createSpool(folder),
    onFault: (fault) => faults.push(fault),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const body = applyChanges(VALID, changes);
      const response = await fetch(url, { method: 'POST', body, headers: FORM_TYPE });
      const result = await response.json();
      expect(response.status).toBeLessThan(500);
      if (response.status >= 400) expect(result.errors?.[0]?.message).toMatch(/\S/);
      const left = await readdir(folder, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toStrictEqual([]);
    }),
    { numRuns: RUNS * 3 },
  );
  expect(faults).toStrictEqual([]);
});
