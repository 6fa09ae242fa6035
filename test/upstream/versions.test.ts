import { expect, test } from 'vitest';
import { createLocalVersions } from '../../src/upstream/read-cache.ts';

test('a version never repeats, and one that was forgotten is a new one', () => {
  const versions = createLocalVersions(2);
  const first = versions.get('a');
  expect(versions.get('a')).toBe(first);
  const seen = new Set([first]);
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    versions.change(name);
    const version = versions.get(name);
    expect(seen).not.toContain(version);
    seen.add(version);
  }
  expect(seen).not.toContain(versions.get('c'));
});
