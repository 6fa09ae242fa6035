import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import { printableSecret } from '../../shared/settings/setting-types.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import type { Config } from '../config/config.ts';
import { FileError, readRegularFile } from '../config/regular-file.ts';

/** Maximum number of files in a folder, and so of tenants. */
const MAX_FILES = 10_000;

/** Maximum size of a key file in bytes. */
const MAX_BYTES = 16 * 1024;

/** Maximum time for which a call waits for a newer key, in milliseconds. */
const MAX_WAIT = 2_000;

/** The location of keys: one file with one key, or a folder with one file for each named key. */
export type KeyLocation = { readonly file: string } | { readonly folder: string };

/** The name of the key of a single file. */
export const ONLY_KEY = '';

interface KnownFile {
  readonly signature: string;
  /** The last valid key; undefined if there was none yet. */
  readonly key: Secret | undefined;
  /** The problem of the file with this signature. */
  readonly problem: string | undefined;
}

/** The names of keys that have changed. Values are never part of it. */
export interface KeyChanges {
  readonly added: readonly string[];
  readonly exchanged: readonly string[];
  readonly removed: readonly string[];
}

type Keys = ReadonlyMap<string, Secret>;

export function compareKeys(before: Keys, after: Keys): KeyChanges {
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const exchanged = [...after].flatMap(([name, key]) =>
    (before.get(name) ?? key).reveal() === key.reveal() ? [] : name,
  );
  return { added, exchanged, removed };
}

export const isEmpty = ({ added, exchanged, removed }: KeyChanges): boolean =>
  added.length + exchanged.length + removed.length === 0;

/** Returns a signature that changes with the content of a file, also behind links, as in a Kubernetes volume. */
export async function getSignature(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join();
  } catch (error) {
    return String(getErrorCode(error));
  }
}

/** Lists the files of a folder. Names with a leading dot are those of temporary files and of Kubernetes. */
async function listFolder(folder: string): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  try {
    for await (const entry of await opendir(folder)) {
      // Folders such as `lost+found` are not tenants.
      if (entry.name.startsWith('.') || entry.isDirectory()) continue;
      if (paths.size === MAX_FILES) throw new FileError(`has more than ${MAX_FILES} files`);
      paths.set(entry.name, join(folder, entry.name));
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = getErrorCode(error);
    throw new FileError(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`, {
      cause: error,
    });
  }
  return paths;
}

/** Reads the API key in a file, without spaces and line ends around it. */
function readKey(path: string): Secret | undefined {
  const text = readRegularFile(path, MAX_BYTES)?.trim();
  if (text === undefined) return undefined;
  if (text === '') throw new FileError('is empty');
  const key = printableSecret.safeParse(text);
  if (key.success) return key.data;
  throw new FileError(key.error.issues[0]?.message ?? 'is not a key');
}

/**
 * Returns the key of the server, from its setting or its file; undefined if there is none.
 * @throws FileError if the file has no key.
 */
export const readServerKey = ({ upstream }: Pick<Config, 'upstream'>): Secret | undefined =>
  upstream?.apiKeyFile === undefined ? upstream?.apiKey : readKey(upstream.apiKeyFile);

/** Reads a file again if it has changed. Returns undefined if there is none. */
async function readAgain(
  path: string,
  known: KnownFile | undefined,
): Promise<KnownFile | undefined> {
  const signature = await getSignature(path);
  if (known?.signature === signature) return known;
  try {
    const key = readKey(path);
    return key && { signature, key, problem: undefined };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { signature, key: known?.key, problem: error.message };
  }
}

/** @param problems sentences about new problems of files. Their previous keys stay in use. */
type OnChange = (changes: KeyChanges, problems: readonly string[]) => void;

/**
 * The keys in files, which are read again when their content changes. A file that is removed removes its key, and so does
 * the whole folder. The previous key of an empty or invalid file stays in use.
 */
export class KeyFiles {
  readonly location: KeyLocation;
  readonly #onChange: OnChange;
  #files: ReadonlyMap<string, KnownFile> = new Map();
  #ofFolder: string | undefined;
  #check: Promise<void> | undefined;

  /** @param onChange called after each change. */
  constructor(location: KeyLocation, onChange: OnChange) {
    this.location = location;
    this.#onChange = onChange;
  }

  get(name: string): Secret | undefined {
    return this.#files.get(name)?.key;
  }

  get keys(): Keys {
    return new Map([...this.#files].flatMap(([name, { key }]) => (key ? [[name, key]] : [])));
  }

  /** The current problems of the files, in sentences. */
  get problems(): readonly string[] {
    return [this.#ofFolder ?? [], this.#listProblems(() => true)].flat();
  }

  #listProblems(isIncluded: (file: KnownFile) => boolean): string[] {
    return [...this.#files].flatMap(([name, file]) =>
      file.problem !== undefined && isIncluded(file)
        ? `The key file ${this.#getPath(name)} ${file.problem}.`
        : [],
    );
  }

  /** Checks the files now, or waits for a check that is running. */
  check(): Promise<void> {
    this.#check ??= this.#checkAll().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  /** Checks one of the known files for a call, which waits only a few seconds. */
  async checkOne(name: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, MAX_WAIT, undefined);
    await Promise.race([this.#readOne(name), promise]);
    clearTimeout(timer);
  }

  async #readOne(name: string): Promise<void> {
    const known = this.#files.get(name);
    if (!known) return;
    const file = await readAgain(this.#getPath(name), known);
    if (file === known || this.#files.get(name) !== known) return;
    const others = [...this.#files].filter(([other]) => other !== name);
    this.#replace(new Map(file ? [...others, [name, file]] : others));
  }

  #getPath(name: string): string {
    return 'file' in this.location ? this.location.file : join(this.location.folder, name);
  }

  async #list(): Promise<Map<string, string>> {
    if ('file' in this.location) return new Map([[ONLY_KEY, this.location.file]]);
    const { folder } = this.location;
    try {
      const paths = await listFolder(folder);
      this.#ofFolder = undefined;
      return paths;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#ofFolder = `The folder of keys ${folder} ${error.message}.`;
      // What is gone is revoked. What cannot be read stays as it was.
      const names = error.message === 'does not exist' ? [] : [...this.#files.keys()];
      return new Map(names.map((name) => [name, this.#getPath(name)]));
    }
  }

  async #checkAll(): Promise<void> {
    const files = new Map<string, KnownFile>();
    const ofFolder = this.#ofFolder;
    for (const [name, path] of await this.#list()) {
      const file = await readAgain(path, this.#files.get(name));
      if (file) files.set(name, file);
    }
    this.#replace(files, ofFolder);
  }

  /** @param ofFolder what was wrong with the folder before. */
  #replace(files: ReadonlyMap<string, KnownFile>, ofFolder = this.#ofFolder): void {
    const before = this.keys;
    const known = new Set(this.#files.values());
    this.#files = files;
    const changes = compareKeys(before, this.keys);
    const problems = this.#listProblems((file) => !known.has(file));
    if (this.#ofFolder !== undefined && this.#ofFolder !== ofFolder)
      problems.unshift(this.#ofFolder);
    if (problems.length > 0 || !isEmpty(changes)) this.#onChange(changes, problems);
  }
}
