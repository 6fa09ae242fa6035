import { z } from 'zod';
import {
  ApolloManifest,
  DocumentsById,
  parseManifest,
} from '../../server/documents/persisted-operations.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Operation } from './operations.ts';

/** Returns a persisted query manifest in Apollo's format. */
export const createManifest = (operations: readonly Operation[]) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations,
});

const parseWith = <Result>(text: string, file: string, parse: (json: unknown) => Result) => {
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
    const message = `${file} is not a JSON file that maps ids to documents, or a persisted query manifest of Apollo.`;
    throw new ConfigError(message, { cause });
  }
};

/**
 * Returns the documents of a manifest by id.
 * @throws ConfigError if it is invalid.
 */
export const parseManifestText = (text: string, file: string): ReadonlyMap<string, string> =>
  parseWith(text, file, parseManifest);

/**
 * Returns a manifest with further operations, in its own format. Those that it has already move to the end: Apollo
 * Client takes the last operation of a name.
 * @throws ConfigError if the manifest is invalid.
 */
export const addToManifest = (
  text: string,
  file: string,
  operations: readonly Operation[],
): object =>
  parseWith(text, file, (manifest) => {
    const apollo = ApolloManifest.safeParse(manifest);
    if (!apollo.success) {
      const added = operations.map(({ id, body }) => [id, body]);
      return { ...DocumentsById.parse(manifest), ...Object.fromEntries(added) };
    }
    const ids = new Set(operations.map(({ id }) => id));
    const others = apollo.data.operations.filter(({ id }) => !ids.has(id));
    return { ...apollo.data, operations: [...others, ...operations] };
  });
