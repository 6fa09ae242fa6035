import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { AUTH, signJwt } from '../support/issuer.ts';
import { DISK_PREFIX, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { bundleSvelte } from './bundle-svelte.ts';

const CLIENTS = ['apollo', 'urql', 'graphql-request', 'vue-query', 'svelte-query'];

const IMAGE = resolve('test/support/sample/portrait.png');

let root: string;

const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => expect.fail(stdout + stderr),
  );

const compile = (project: string, ...options: string[]) =>
  run(resolve('node_modules/.bin/tsc'), ['-p', project, ...options]);

/** Returns the file to run. Node.js runs all but runes, which need Svelte's compiler. */
async function getProgram(project: string): Promise<string> {
  const runes = join(project, 'main.svelte.ts');
  if (!existsSync(runes)) return join(project, 'main.ts');
  await bundleSvelte(runes, join(project, 'main.js'));
  return join(project, 'main.js');
}

// Creates a folder with the exports of the package, where the projects import it by name.
beforeAll(async () => {
  root = await tempFolder(DISK_PREFIX);
  await compile('src/deploy/build/tsconfig.hooks.json', '--outDir', join(root, 'dist'));
  await copyFile('src/hooks/package.json', join(root, 'package.json'));
  // With a package.json of their own, the projects would not find the package by its name.
  await cp('test/clients', join(root, 'clients'), {
    recursive: true,
    filter: (path) => !path.endsWith('package.json'),
  });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await symlink(resolve('test/node_modules'), join(root, 'clients/node_modules'));
}, 60_000);

test.each(CLIENTS)(
  'a strict TypeScript project with %s lists, searches and uploads with the typed documents',
  async (client) => {
    await compile(join(root, 'clients', client));
    const url = `${(await start({ settings: { ...AUTH } })).url}/graphql`;
    const program = await getProgram(join(root, 'clients', client));
    const output = await run(process.execPath, [program, url, await signJwt(), IMAGE]);
    const { uploaded, ...result } = JSON.parse(output);
    expect(result).toStrictEqual({ personas: ['Nora, museum guide'], error: 'BAD_USER_INPUT' });
    const image = await (await fetch(uploaded)).bytes();
    expect(image).toStrictEqual(new Uint8Array(await readFile(IMAGE)));
  },
  60_000,
);
