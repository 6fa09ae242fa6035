import { expect, test } from 'vitest';
import { Versions } from '../../src/upstream/versions.ts';

test('a version never repeats, and one that was forgotten is a new one', () => {
  const versions = new Versions(2);
  const first = versions.get('a');
  expect(versions.get('a')).toBe(first);
  const seen = new Set([first]);
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    const version = versions.change(name);
    expect(seen).not.toContain(version);
    expect(versions.get(name)).toBe(version);
    seen.add(version);
  }
  expect(seen).not.toContain(versions.get('c'));
});
