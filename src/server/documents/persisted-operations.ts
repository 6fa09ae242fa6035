import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'graphql';
import { z } from 'zod';
import manifest from '../../../schema/persisted-operations.json' with { type: 'json' };

/** Documents by id. Ids that are SHA-256 hashes have no prefix `sha256:`. */
export type PersistedOperations = ReadonlyMap<string, string>;

/** Removes the prefix of hashes in https://github.com/graphql/graphql-over-http (appendix A). */
export const normalizeOperationId = (id: string): string => id.replace(/^sha256:/, '');

/** A manifest of persisted queries in Apollo's format. */
const ApolloManifest = z.looseObject({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.looseObject({ id: z.string(), body: z.string() })),
});

/** A manifest of documents by id, as Relay and GraphQL Code Generator write it. */
const DocumentsById = z.record(z.string(), z.string());

/**
 * Returns the documents of a manifest in either format, by id.
 * @throws ZodError if it has another format.
 */
function parseManifest(manifest: unknown): ReadonlyMap<string, string> {
  const apollo = ApolloManifest.safeParse(manifest);
  return new Map(
    apollo.success
      ? apollo.data.operations.map(({ id, body }) => [id, body])
      : Object.entries(DocumentsById.parse(manifest)),
  );
}

/**
 * Reads persisted operations from a manifest in Apollo's format, or of documents by id.
 * @throws Error if the file is missing or invalid, or a document has a syntax error.
 */
function readPersistedOperations(path: string): PersistedOperations {
  const manifest = [...parseManifest(JSON.parse(new TextDecoder().decode(readFileSync(path))))];
  for (const [, document] of manifest) parse(document);
  return new Map(manifest.map(([id, document]) => [normalizeOperationId(id), document]));
}

/** Names of the operations of the hooks and the console. */
export const bundledOperationNames: readonly string[] = manifest.operations.map(({ name }) => name);

/** The operations of the hooks and the console, by id. */
export const bundledOperations: PersistedOperations = new Map(
  manifest.operations.map(({ id, body }) => [id, body]),
);

/** The source that names the operations of the hooks and the console. */
const BUNDLED = 'bundled';

/**
 * Reads the operations of a manifest: `bundled`, or the path of a file, relative to `folder`.
 * @throws as `readPersistedOperations`.
 */
export const readManifest = (source: string, folder = ''): PersistedOperations =>
  source === BUNDLED ? bundledOperations : readPersistedOperations(resolve(folder, source));
