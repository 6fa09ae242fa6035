import { readFile, writeFile } from 'node:fs/promises';
import { schema } from '../../graphql/schema.ts';
import { ignoreMissing } from '../../shared/thrown-errors.ts';
import { addToManifest, createManifest } from './manifest.ts';
import type { Operation } from './operations.ts';
import { readOperations } from './read-operations.ts';

/**
 * Adds the operations of files, by paths or patterns, to the manifest in `file`, and returns them. The manifest is
 * created if it does not exist. Nothing is written if there is an error.
 * @throws ConfigError if an operation does not match the schema, or the manifest is invalid.
 */
export async function addOperations(
  file: string,
  patterns: readonly string[],
): Promise<readonly Operation[]> {
  const operations = await readOperations(schema, patterns);
  const text = await readFile(file, 'utf8').catch(ignoreMissing);
  const manifest =
    text === undefined ? createManifest(operations) : addToManifest(text, file, operations);
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  return operations;
}
