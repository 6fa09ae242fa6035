import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { tempFolder } from '../support/resources.ts';

const execute = promisify(execFile);

const COMMAND = resolve('node_modules/@changesets/cli/bin.js');

/** A module that reports every connection of a process. */
const WATCHER = new URL('../support/watch-connections.js', import.meta.url).href;

const listChangesets = async (folder: string) =>
  (await readdir(join(folder, '.changeset'))).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  );

test('changesets are added to the changelog with the next version, without network connections', async ({
  skip,
}) => {
  const folder = await tempFolder();
  await execute('git', ['init', '--quiet', folder]).catch(() => skip('git is not installed'));
  for (const part of ['package.json', 'CHANGELOG.md', '.changeset']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const changeset = (...args: string[]) =>
    execute(process.execPath, ['--import', WATCHER, COMMAND, ...args], { cwd: folder });

  const added = await changeset('add', '--major', 'avatar-graphql', '-m', 'Settings are reloaded.');
  const paths = (await listChangesets(folder)).map((name) => join(folder, '.changeset', name));
  const changesets = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const released = await changeset('version');

  const changelog = await readFile(join(folder, 'CHANGELOG.md'), 'utf8');
  const [latest = ''] = changelog.split(`## ${packageJson.version}\n`);
  expect(latest).toContain('\n- Settings are reloaded.\n');
  for (const text of changesets) {
    const [sentence = ''] = text.split('---\n').at(-1)?.trim().split('\n') ?? [];
    expect(latest).toContain(sentence);
  }
  expect(changelog).toContain((await readFile('CHANGELOG.md', 'utf8')).slice(18));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect(latest).toContain(`## ${version}\n`);
  expect(version).not.toBe(packageJson.version);
  expect(await listChangesets(folder)).toStrictEqual([]);
  for (const { stderr } of [added, released]) expect(stderr).not.toContain('OUTBOUND');
});
