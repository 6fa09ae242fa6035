import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatAST, type DocumentNode, parse, separateOperations } from 'graphql';
import { getPackagePath } from '../../shared/package-path.ts';

/** Documents by the name of their operation, each with the fragments that it uses and no others. */
export type Operations = Readonly<Record<string, DocumentNode>>;

/**
 * Reads the operations of `schema/operations`.
 * @throws Error if a file cannot be read or has a syntax error.
 */
export async function readOperations(): Promise<Operations> {
  const folder = getPackagePath('schema/operations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return separateOperations(concatAST(texts.map((text) => parse(text))));
}
