import { readFile } from 'node:fs/promises';
import { parse } from 'graphql';
import {
  normalizeOperationId,
  type PersistedOperations,
  parseManifest,
} from './operations-manifest.ts';

/**
 * Reads persisted operations from a manifest in Apollo's format, or of documents by id.
 * @throws Error if the file is missing or invalid, or a document has a syntax error.
 */
export async function readPersistedOperations(path: string): Promise<PersistedOperations> {
  const manifest = [...parseManifest(JSON.parse(await readFile(path, 'utf8')))];
  for (const [, document] of manifest) parse(document);
  return new Map(manifest.map(([id, document]) => [normalizeOperationId(id), document]));
}
