import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { serverSettings } from '../../src/server/server-settings.ts';
import { getDefaults } from '../../src/shared/settings/setting.ts';
import { tempFolder } from '../support/temp-folder.ts';
import testPackage from '../package.json' with { type: 'json' };
import app from './app/tsconfig.json' with { type: 'json' };

const readme = readFileSync('README.md', 'utf8');

const samples = [...readme.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

/** What a strict compiler says of a sample in an app that has the hooks; nothing where it is right. */
async function compile(code: string): Promise<string> {
  const folder = await tempFolder();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'sample.tsx'), code);
  const compilerOptions = {
    ...app.compilerOptions,
    types: [],
    allowImportingTsExtensions: true,
    paths: { 'avatar-graphql/hooks': [resolve('src/hooks/index.ts')] },
  };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, include: ['sample.tsx'] }));
  return promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', config]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the hook samples of the README compile strictly as they are', async () => {
  expect(samples).toHaveLength(3);
  expect(await Promise.all(samples.map(compile))).toStrictEqual(['', '', '']);
}, 60_000);

test('a hook sample that asks for what is not in the schema does not compile', async () => {
  const wrong = (samples[0] ?? '').replace('perPage: 5', "perPage: 'five'");
  expect(await compile(wrong)).toContain('TS2322');
}, 60_000);

test('the README names the versions of other clients that are tested', () => {
  const [, section = ''] = readme.split('\n### Other clients\n');
  const [clients = ''] = section.split(/\n##+ /);
  const rows = [...clients.matchAll(/`([\w@/-]+)` (\d+\.\d+\.\d+)/g)];
  const versions = Object.fromEntries(rows.map(([, name = '', version]) => [name, version]));
  expect(Object.keys(versions)).toHaveLength(8);
  expect({ ...packageJson.devDependencies, ...testPackage.dependencies }).toMatchObject(versions);
});

test('the README has the limits of a document, a body and an upload', () => {
  const [, section = ''] = readme.split('\n## Limits\n');
  const [table = ''] = section.split('\n## ');
  const rows = Object.fromEntries(
    [...table.matchAll(/^\| (\w+).*? \| (.+) \|$/gm)].map(([, what, limit]) => [what, limit]),
  );
  const { document, body, upload } = getDefaults(serverSettings).limits;
  const { length, tokens, aliases, directives, depth } = document;
  const count = (number: number) => number.toLocaleString('en');
  expect(rows).toMatchObject({
    Document: `${count(length)} characters, ${count(tokens)} tokens, ${aliases} aliases, ${directives} directives, depth ${depth}`,
    JSON: expect.stringMatching(`^${body.bytes / 1024 ** 2} MiB,`),
    Variables: `${body.variablesDepth} levels`,
    Upload: expect.stringMatching(`received within ${upload.timeout / 1000} s$`),
  });
});
