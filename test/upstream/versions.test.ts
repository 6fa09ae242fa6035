import { expect, test } from 'vitest';
import { Versions } from '../../src/upstream/versions.ts';

test('a version never repeats, even after its name was evicted', () => {
  const versions = new Versions(2);
  const seen = new Set<number>();
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    versions.increment(name);
    expect(seen).not.toContain(versions.get(name));
    seen.add(versions.get(name));
  }
  // "c" has been evicted: its version must be a new one.
  expect(versions.get('c')).toBeGreaterThanOrEqual(4);
});

test('what was read after a change that is forgotten counts as unchanged', () => {
  const versions = new Versions(2);
  versions.increment('a');
  const readAt = versions.latest;
  for (const name of ['b', 'c']) versions.increment(name);
  // "a" has been forgotten, and "never" was never changed.
  for (const name of ['a', 'never']) expect(versions.get(name)).toBeLessThanOrEqual(readAt);
  versions.increment('d');
  for (const name of ['a', 'never']) expect(versions.get(name)).toBeGreaterThan(readAt);
});
