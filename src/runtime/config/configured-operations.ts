import {
  type PersistedOperations,
  readManifest as readOperations,
} from '../../server/documents/persisted-operations.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

/**
 * Reads the operations of a manifest: `bundled`, or the path of a file, relative to `folder`.
 * @param setting what names the manifest, in messages.
 * @throws ConfigError if the file does not exist or is invalid.
 */
function readManifest(source: string, setting: string, folder = ''): PersistedOperations {
  try {
    return readOperations(source, folder);
  } catch (cause) {
    if (getErrorCode(cause) === 'ENOENT')
      throw new ConfigError(`${setting} ${source} does not exist.`);
    const message = `${setting} ${source} must be a JSON file that maps ids to documents, such as {"<sha256>": "query …"}, or an Apollo persisted query manifest.`;
    throw new ConfigError(message, { cause });
  }
}

/**
 * Reads the operations of PERSISTED_OPERATIONS; undefined if it is not set.
 * @throws ConfigError if a file is invalid, or two documents have the same id.
 */
export function readConfiguredOperations({
  operations: { persisted: sources },
}: Config): PersistedOperations | undefined {
  if (sources === undefined) return undefined;
  const operations = new Map<string, string>();
  for (const source of sources) {
    for (const [id, document] of readManifest(source, 'PERSISTED_OPERATIONS')) {
      if ((operations.get(id) ?? document) !== document) {
        throw new ConfigError(
          `PERSISTED_OPERATIONS contains two different documents with the id ${id}. One is in ${source}.`,
        );
      }
      operations.set(id, document);
    }
  }
  return operations;
}
