import { readFile } from 'node:fs/promises';
import { parse } from 'graphql';
import { z } from 'zod';
import type { PersistedOperations } from './persisted-operations.ts';

const Manifest = z.record(z.string(), z.string());

/**
 * Reads persisted operations from a JSON file of documents by id, as code generators write it.
 * @throws Error if the file is missing or invalid, or a document has a syntax error.
 */
export async function readPersistedOperations(path: string): Promise<PersistedOperations> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  for (const document of Object.values(manifest)) parse(document);
  return new Map(Object.entries(manifest));
}
