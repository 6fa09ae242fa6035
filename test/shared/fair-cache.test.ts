import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairCache } from '../../src/shared/fair-cache.ts';

const createCache = (maxEntries = 8) => new FairCache<string>({ maxEntries, maxBytes: 800 });

/** Lists the keys that are still there. */
const listFound = (cache: FairCache<string>, keys: readonly string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

test('one owner may fill the whole cache, and loses what it has not used for longest', () => {
  const cache = createCache();
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const key of keys) cache.set('one', key, key, 1);
  expect(listFound(cache, keys)).toStrictEqual(keys);
  cache.get('a');
  cache.set('one', 'i', 'i', 1);
  expect(listFound(cache, [...keys, 'i'])).toStrictEqual(['a', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
});

test('an entry that is too large is not kept, and neither is what it replaces', () => {
  const cache = new FairCache<string>({ maxEntries: 8, maxBytes: 800, maxEntryBytes: 100 });
  cache.set('one', 'a', 'old', 100);
  cache.set('one', 'a', 'new', 101);
  expect(cache.get('a')).toBeUndefined();
});

test('an entry belongs to whoever set it last', () => {
  const cache = createCache();
  cache.set('one', 'a', 'a', 1);
  cache.set('two', 'a', 'a', 1);
  for (let index = 0; index < 100; index += 1) cache.set('one', `flood ${index}`, '', 1);
  expect(cache.get('a')).toBe('a');
});

test('whatever others set and use, an owner with less than half of an equal share loses nothing', () => {
  const step = fc.record({
    owner: fc.constantFrom('b', 'c', 'd'),
    key: fc.integer({ min: 0, max: 50 }),
    bytes: fc.integer({ min: 1, max: 300 }),
    isRead: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
      const cache = new FairCache<string>({ maxEntries: 100, maxBytes: 8_000 });
      // An equal share of four owners is 2,000.
      for (const key of ['x', 'y', 'z']) cache.set('small', key, key, 300);
      const weights = new Map<string, number>();
      for (const { owner, key, bytes, isRead } of steps) {
        const name = `${owner} ${key}`;
        if (isRead) cache.get(name);
        else {
          cache.set(owner, name, name, bytes);
          weights.set(name, Math.max(80, bytes));
        }
      }
      expect(listFound(cache, ['x', 'y', 'z'])).toStrictEqual(['x', 'y', 'z']);
      const found = listFound(cache, [...weights.keys()]);
      const total = found.reduce((sum, name) => sum + (weights.get(name) ?? 0), 900);
      expect(total).toBeLessThanOrEqual(8_000);
    }),
  );
});
