import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import { printableSecret } from '../../shared/settings/setting-types.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { FileError, readRegularFile } from '../config/regular-file.ts';

/** Maximum number of files in a folder, and so of tenants. */
const MAX_FILES = 10_000;

/** Maximum size of a key file in bytes. */
const MAX_BYTES = 16 * 1024;

/** Keys by the names of their tenants. */
export type Keys = ReadonlyMap<string, Secret>;

/**
 * Reads the API key in a file, without spaces and line ends around it. Returns undefined if the file does not exist.
 * @throws FileError if the file has no key.
 */
export function readKeyFile(path: string): Secret | undefined {
  const text = readRegularFile(path, MAX_BYTES)?.trim();
  if (text === undefined) return undefined;
  if (text === '') throw new FileError('is empty');
  const key = printableSecret.safeParse(text);
  if (key.success) return key.data;
  throw new FileError(key.error.issues[0]?.message ?? 'is not a key');
}

/** Lists the files of a folder. Names with a leading dot are those of temporary files and of Kubernetes. */
export async function* listKeyFiles(folder: string): AsyncGenerator<string> {
  let count = 0;
  for await (const entry of await opendir(folder)) {
    // Folders such as `lost+found` are not tenants.
    if (entry.name.startsWith('.') || entry.isDirectory()) continue;
    count += 1;
    if (count > MAX_FILES) throw new FileError(`has more than ${MAX_FILES} files`);
    yield entry.name;
  }
}

function describeProblem(error: unknown): string {
  if (error instanceof FileError) return error.message;
  const code = getErrorCode(error);
  if (code === undefined) throw error;
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
}

interface KeyFolder {
  readonly keys: Keys;
  /** A sentence for each file that has no key, or for the folder. */
  readonly problems: readonly string[];
}

/**
 * Reads the keys in a folder, one file for each tenant.
 * @param previous the keys in use. That of an invalid file stays, so that one tenant's mistake does not delay the keys of
 * others, and so do all of a folder that cannot be read. A folder that was removed revokes them.
 */
export async function readKeyFolder(folder: string, previous?: Keys): Promise<KeyFolder> {
  const keys = new Map<string, Secret>();
  const problems: string[] = [];
  try {
    for await (const name of listKeyFiles(folder)) {
      const path = join(folder, name);
      try {
        const key = readKeyFile(path);
        if (key) keys.set(name, key);
      } catch (error) {
        problems.push(`The key file ${path} ${describeProblem(error)}.`);
        const known = previous?.get(name);
        if (known) keys.set(name, known);
      }
    }
    return { keys, problems };
  } catch (error) {
    if (previous && getErrorCode(error) === 'ENOENT') return { keys: new Map(), problems: [] };
    const problem = `The folder of keys ${folder} ${describeProblem(error)}.`;
    return { keys: previous ?? new Map(), problems: [problem] };
  }
}
