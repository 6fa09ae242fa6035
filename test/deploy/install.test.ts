import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Lists the folders of the packages that `npm ci --omit=dev` installs. */
async function listInstalled(): Promise<string[]> {
  const args = ['ls', '--all', '--omit=dev', '--parseable'];
  const { stdout } = await promisify(execFile)('npm', args);
  const [root = '', ...folders] = stdout.trim().split('\n');
  return folders.filter((folder) => folder.startsWith(join(root, 'node_modules')));
}

/** Returns the bytes of a package's files, without the packages inside it. */
async function measureSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : measureSize(path);
    return stat(path).then(({ size }) => size);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('an install without development dependencies is smaller than 200 MB', async () => {
  const folders = await listInstalled();
  const names = folders.map((folder) => folder.split('node_modules/').at(-1));
  expect(names).toEqual(expect.arrayContaining(['vite', 'react-dom', 'wouter', 'graphql-yoga']));
  expect(names).not.toContain('vitest');
  expect(names).not.toContain('node');
  let bytes = 0;
  for (const folder of folders) bytes += await measureSize(folder);
  expect(bytes).toBeGreaterThan(50e6);
  expect(bytes).toBeLessThan(200e6);
});
