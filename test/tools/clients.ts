import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { build } from 'rolldown';
import { createKey } from '../../src/avatar-service/keys.ts';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { DISK_PREFIX, finishFile, tempFolder } from '../support/resources.ts';

// `npm run clients`: installs code generators in a temporary folder, runs each over the schema or the OpenAPI document,
// compiles a strict project with its code, and runs that against the product.

/** The command of each generator over the schema. */
const GRAPHQL = {
  relay: ['relay-compiler'],
  'gql-tada': ['gql.tada', 'generate-output'],
  'client-preset': ['graphql-codegen', '--config', 'codegen.ts'],
};

/** The command of each generator over the OpenAPI document. */
const OPENAPI = {
  'hey-api': ['openapi-ts'],
  orval: ['orval'],
  'openapi-typescript': [process.execPath, 'generate.ts'],
};

const PICTURE = resolve('test/support/sample/portrait.png');

const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = await tempFolder(DISK_PREFIX);
const GENERATORS = 'test/tools/clients/generators';
const projects = join(folder, GENERATORS);

const run = async (cwd: string, [program = '', ...words]: readonly string[]) => {
  const bin = join(projects, 'node_modules/.bin');
  const env = {
    ...process.env,
    PATH: `${bin}:${resolve('node_modules/.bin')}:${process.env.PATH}`,
  };
  const { stdout } = await promisify(execFile)(program, words, { cwd, env });
  return stdout;
};

let failures = 0;

/** Compiles and bundles a project: some generators write code for bundlers. Returns what it prints. */
async function runProgram(cwd: string, words: readonly string[]): Promise<string> {
  await run(cwd, ['tsc', '-p', '.']);
  const file = join(cwd, 'main.js');
  const external = ['graphql'];
  await build({
    cwd,
    input: 'main.ts',
    external,
    platform: 'node',
    output: { file, format: 'esm' },
  });
  return run(cwd, [process.execPath, file, ...words]);
}

/** Generates, compiles and runs a project, and compares what it prints. */
async function check(name: string, command: string[], words: string[], expected: object) {
  const cwd = join(projects, name);
  try {
    await run(cwd, command);
    const printed: unknown = JSON.parse(await runProgram(cwd, words));
    const { image, ...result } = Object(printed);
    if (!isDeepStrictEqual(result, expected)) throw new Error(JSON.stringify(result));
    if (image && !(await fetch(image)).ok) throw new Error(`There is no image at ${image}.`);
    print(`ok      ${name}`);
  } catch (error) {
    failures += 1;
    const { stdout = '', stderr = '', message } = Object(error);
    print(`failed  ${name}: ${stdout}${stderr}${message}`);
  }
}

for (const path of [GENERATORS, 'test/clients/tsconfig.json'])
  await cp(path, join(folder, path), { recursive: true });
for (const file of ['schema.graphql', 'openapi.json'])
  await cp(join('schema', file), join(projects, file));
print('Installing the generators …');
await run(projects, ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']);
await cp('schema', join(projects, 'node_modules/avatar-graphql-hooks/schema'), { recursive: true });

const store = await openStore({ dataDir: join(folder, 'service') });
await seed(store);
const { key } = await createKey(store, { plan: 'pro', label: 'clients' });
const service = createAvatarService({
  store,
  publicUrl: () => serviceUrl,
  allowPrivateImageUrls: true,
  onError: (error) => print(String(error)),
});
const serviceUrl: string = await service.listen({ host: '127.0.0.1', port: 0 });
const api = await startApi(readConfig({ PORT: '0', DATA_DIR: join(folder, 'api') }));

for (const [name, command] of Object.entries(GRAPHQL)) {
  const expected =
    name === 'relay'
      ? { created: 'Ada', isInserted: true, isDeleted: true }
      : { persona: 'Nora, museum guide', hasImage: true, created: 'Ada' };
  await check(name, command, [`${api.url}/graphql`], expected);
}
for (const [name, command] of Object.entries(OPENAPI))
  await check(name, command, [serviceUrl, key, PICTURE], { personas: 1, name: 'Ada' });

await api.close(0);
service.server.closeAllConnections();
await service.close();
await store.close();
await finishFile();
process.exitCode = failures > 0 ? 1 : 0;
