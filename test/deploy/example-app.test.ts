import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the example app has fewer than 150 lines', async () => {
  const sources = await Array.fromAsync(glob('test/deploy/app/src/*'), (path) =>
    readFile(path, 'utf8'),
  );
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.join('').split('\n').length).toBeLessThan(150);
});
