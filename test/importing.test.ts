import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempStoreFolder } from './support/stores.ts';

const ENTRY = new URL('../src/index.ts', import.meta.url).href;

/** Records the URL of every module that is loaded. */
const RECORD = `
import { registerHooks } from 'node:module';
const seen = [];
let isLoading = false;
const load = (url, context, next) => {
  seen.push(url);
  isLoading = true;
  try { return next(url, context); } finally { isLoading = false; }
};
registerHooks({ load });
`;

/** Fails if the import reads or creates a file. */
const IMPORT = `${RECORD}
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readFileSync } = fs;
const fail = () => { throw new Error('A file was touched.'); };
fs.readFileSync = (...given) => (isLoading ? readFileSync(...given) : fail());
for (const target of [fs.promises, fs])
  for (const name of ['readFile', 'readdir', 'mkdir', 'readdirSync', 'mkdirSync'])
    if (target[name]) target[name] = fail;
syncBuiltinESMExports();
await import(${JSON.stringify(ENTRY)});
console.log(JSON.stringify(seen));
`;

/** Starts the API with the built-in avatar service, and answers a query. */
const START = `${RECORD}
const { startApi } = await import(${JSON.stringify(ENTRY)});
const { url, close } = await startApi({ PORT: '0', DATA_DIR: process.argv[1] });
const body = JSON.stringify({ query: '{ personas { totalCount } }' });
const headers = { 'content-type': 'application/json' };
const response = await fetch(url + '/graphql', { method: 'POST', headers, body });
if ((await response.json()).data === null) throw new Error('The query failed.');
console.log(JSON.stringify(seen));
await close(0);
`;

/** Runs a program, and returns what it loaded. */
async function listLoaded(program: string, ...words: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
    ...words,
  ]);
  return JSON.parse(stdout);
}

/** What only some processes use. */
const UNUSED =
  /node_modules\/(pg|ioredis|@modelcontextprotocol|@opentelemetry\/(?!api\/)|@graphql-yoga\/render-graphiql|mammoth|unpdf)\/|span-tracing|runtime\/redis\/connection/;

test('importing the package loads only what every server needs', async () => {
  const loaded = await listLoaded(IMPORT);
  expect(loaded.some((url) => url.endsWith('/src/server/server.ts'))).toBe(true);
  const unwanted =
    /node_modules\/(fastify|kysely|pino|jose|@opentelemetry)\/|start-api|avatar-service\/(?!avatar-service-settings)/;
  expect(loaded.filter((url) => UNUSED.test(url) || unwanted.test(url))).toStrictEqual([]);
});

test('a start with the built-in avatar service loads only what its first answers need', async () => {
  const loaded = await listLoaded(START, await tempStoreFolder());
  expect(loaded.some((url) => url.endsWith('/src/avatar-service/service.ts'))).toBe(true);
  expect(loaded.filter((url) => UNUSED.test(url))).toStrictEqual([]);
  // The packages of Yoga need it in two versions, of which `overrides` in package.json leaves one.
  const copies = loaded.flatMap((url) => /.*\/@graphql-tools\/utils\//.exec(url)?.[0] ?? []);
  expect(new Set(copies).size).toBe(1);
});
