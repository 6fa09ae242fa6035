import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import { findDrift } from './drift/find-drift.ts';
import { readShapes } from './drift/read-shapes.ts';

// `npm run drift -- DOCUMENT [FILE] [--accept]`: compares the contract, schema/openapi.json, with the OpenAPI document of a
// service, a URL or a file, and prints how they differ. The exit code is 1 if they do. FILE has the differences that are
// known, a line each, which are not printed; --accept writes it.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'boolean', default: false } },
});
const [document, file] = positionals;
if (document === undefined) throw new Error('The OpenAPI document of the service is missing.');

async function read(ref: string) {
  const config = await createConfig({});
  const result = await bundle({ ref, config, dereference: true });
  return readShapes(result.bundle.parsed);
}

const drift = findDrift(await read('schema/openapi.json'), await read(document));
const known = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
const news = drift.filter((line) => !known.has(line));
if (values.accept && file) writeFileSync(file, `${drift.join('\n')}\n`);
else {
  process.stdout.write(news.map((line) => `${line}\n`).join(''));
  if (news.length > 0) process.exitCode = 1;
}
process.stderr.write(`${drift.length} differences, of which ${news.length} are new\n`);
