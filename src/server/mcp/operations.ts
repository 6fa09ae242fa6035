import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { concatAST, type DocumentNode, parse, separateOperations } from 'graphql';

/** The product's operations, seen from `src` and `dist` alike. Bundlers look for a folder in `new URL`. */
const FOLDER = join(fileURLToPath(import.meta.url), '../../../../schema/operations');

/** Documents by the name of their operation, each with the fragments that it uses and no others. */
export type Operations = Readonly<Record<string, DocumentNode>>;

/**
 * Reads the operations of `schema/operations`.
 * @throws Error if a file cannot be read or has a syntax error.
 */
export async function readOperations(): Promise<Operations> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8')));
  return separateOperations(concatAST(texts.map((text) => parse(text))));
}
