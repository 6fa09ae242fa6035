import manifest from '../../../schema/persisted-operations.json' with { type: 'json' };
import type { PersistedOperations } from './operations-manifest.ts';

/** Names of the operations of the hooks and the console. */
export const bundledOperationNames: readonly string[] = manifest.operations.map(({ name }) => name);

/** The operations of the hooks and the console, by id. */
export const bundledOperations: PersistedOperations = new Map(
  manifest.operations.map(({ id, body }) => [id, body]),
);
