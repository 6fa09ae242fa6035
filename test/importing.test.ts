import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ENTRY = new URL('../src/index.ts', import.meta.url).href;

/** Prints the URL of every module that the package loads. Fails if one reads or creates a file. */
const PROGRAM = `
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
const seen = [];
let isLoading = false;
const load = (url, context, next) => {
  seen.push(url);
  isLoading = true;
  try { return next(url, context); } finally { isLoading = false; }
};
registerHooks({ load });
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

test('importing the package loads only what every server needs', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    PROGRAM,
  ]);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.some((url) => url.endsWith('/src/server/server.ts'))).toBe(true);
  const unwanted =
    /node_modules\/(fastify|kysely|pg|pino|@modelcontextprotocol|@opentelemetry|@graphql-yoga\/render-graphiql)\/|start-api|avatar-service\/(?!avatar-service-settings)/;
  expect(loaded.filter((url) => unwanted.test(url))).toStrictEqual([]);
});
