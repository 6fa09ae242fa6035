import type { PersistedOperations } from '../server/security/persisted-operations.ts';
import { readPersistedOperations } from '../server/security/persisted-operations-file.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';

/**
 * Reads the file of PERSISTED_OPERATIONS; undefined if it is not set.
 * @throws ConfigError if the file is invalid.
 */
export async function readRegisteredOperations({
  persistedOperations: path,
}: Config): Promise<PersistedOperations | undefined> {
  if (path === undefined) return undefined;
  return readPersistedOperations(path).catch((cause: unknown) => {
    const message = `PERSISTED_OPERATIONS ${path} is not a JSON file that maps ids to documents, such as {"<sha256>": "query …"}.`;
    throw new ConfigError(message, { cause });
  });
}
