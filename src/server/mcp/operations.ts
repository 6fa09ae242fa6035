import { readdir, readFile } from 'node:fs/promises';
import { concatAST, type DocumentNode, parse, separateOperations } from 'graphql';

/** The product's operations, seen from `src` and `dist` alike. */
const FOLDER = new URL('../../../schema/operations/', import.meta.url);

/** Documents by the name of their operation, each with the fragments that it uses and no others. */
export type Operations = Readonly<Record<string, DocumentNode>>;

/**
 * Reads the operations of `schema/operations`.
 * @throws Error if a file cannot be read or has a syntax error.
 */
export async function readOperations(): Promise<Operations> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
  return separateOperations(concatAST(texts.map((text) => parse(text))));
}
