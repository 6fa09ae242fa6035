import { z } from 'zod';

/** Documents by id. Ids that are SHA-256 hashes have no prefix `sha256:`. */
export type PersistedOperations = ReadonlyMap<string, string>;

/** Removes the prefix of hashes in https://github.com/graphql/graphql-over-http (appendix A). */
export const normalizeOperationId = (id: string): string => id.replace(/^sha256:/, '');

/** A manifest of persisted queries in Apollo's format. */
export const ApolloManifest = z.looseObject({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.looseObject({ id: z.string(), body: z.string() })),
});

/** A manifest of documents by id, as Relay and GraphQL Code Generator write it. */
export const DocumentsById = z.record(z.string(), z.string());

/**
 * Returns the documents of a manifest in either format, by id.
 * @throws ZodError if it has another format.
 */
export function parseManifest(manifest: unknown): ReadonlyMap<string, string> {
  const apollo = ApolloManifest.safeParse(manifest);
  return new Map(
    apollo.success
      ? apollo.data.operations.map(({ id, body }) => [id, body])
      : Object.entries(DocumentsById.parse(manifest)),
  );
}
