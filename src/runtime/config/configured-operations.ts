import {
  bundledOperations,
  type PersistedOperations,
  readPersistedOperations,
} from '../../server/documents/persisted-operations.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

/** The source that names the operations of the hooks and the console. */
const BUNDLED = 'bundled';

/** @throws ConfigError if the file does not exist or is invalid. */
const readSource = (source: string): Promise<PersistedOperations> | PersistedOperations =>
  source === BUNDLED
    ? bundledOperations
    : readPersistedOperations(source).catch((cause: unknown) => {
        if (getErrorCode(cause) === 'ENOENT')
          throw new ConfigError(`PERSISTED_OPERATIONS ${source} does not exist.`);
        const message = `PERSISTED_OPERATIONS ${source} is not a JSON file that maps ids to documents, such as {"<sha256>": "query …"}, or a persisted query manifest of Apollo.`;
        throw new ConfigError(message, { cause });
      });

/**
 * Reads the operations of PERSISTED_OPERATIONS; undefined if it is not set.
 * @throws ConfigError if a file is invalid, or two documents have the same id.
 */
export async function readConfiguredOperations({
  operations: { persisted: sources },
}: Config): Promise<PersistedOperations | undefined> {
  if (sources === undefined) return undefined;
  const operations = new Map<string, string>();
  for (const source of sources) {
    for (const [id, document] of await readSource(source)) {
      if ((operations.get(id) ?? document) !== document) {
        throw new ConfigError(
          `PERSISTED_OPERATIONS has two different documents with the id ${id}; one is in ${source}.`,
        );
      }
      operations.set(id, document);
    }
  }
  return operations;
}
