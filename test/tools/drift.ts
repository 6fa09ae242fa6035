import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundle, createConfig } from '@redocly/openapi-core';
import { findDrift } from './drift/find-drift.ts';
import { readShapes } from './drift/read-shapes.ts';

// `npx node test/tools/drift.ts DOCUMENT [FILE] [--accept]`: compares the contract, schema/openapi.json, with the OpenAPI document of a
// service, a URL or a file, and prints how they differ. The exit code is 1 if they do. FILE has the differences that are
// known, a line each, which are not printed; --accept writes it.

async function read(ref: string) {
  const config = await createConfig({});
  const result = await bundle({ ref, config, dereference: true });
  return readShapes(result.bundle.parsed);
}

/**
 * Compares the contract with a document, and returns all differences and those that are new. `isAccepted` writes all to
 * the file of known ones, so that none is new.
 * @throws Error if the document cannot be read.
 */
export async function compareContract(document: string, file?: string, isAccepted = false) {
  const drift = findDrift(await read('schema/openapi.json'), await read(document));
  if (isAccepted && file) {
    writeFileSync(file, `${drift.join('\n')}\n`);
    return { drift, news: [] };
  }
  const known = new Set(file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return { drift, news: drift.filter((line) => !known.has(line)) };
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { accept: { type: 'boolean', default: false } },
  });
  const [document, file] = positionals;
  if (document === undefined) throw new Error('The OpenAPI document of the service is missing.');
  const { drift, news } = await compareContract(document, file, values.accept);
  process.stdout.write(news.map((line) => `${line}\n`).join(''));
  if (news.length > 0) process.exitCode = 1;
  process.stderr.write(`${drift.length} differences, of which ${news.length} are new\n`);
}

if (import.meta.main) await main();
