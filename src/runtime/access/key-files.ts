import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { KeyFileError, readKeyFile } from './key-file.ts';

/** Maximum number of files in a folder, and so of tenants. */
const MAX_FILES = 10_000;

/** Time between two looks at the files, in milliseconds. */
const INTERVAL = 2_000;

/** Maximum time for which a call waits for a newer key, in milliseconds. */
const MAX_WAIT = 2_000;

/** Where the files are: one file for one key without a name, or a folder of files whose names are those of the keys. */
export type KeyLocation = { readonly file: string } | { readonly folder: string };

interface KnownFile {
  /** What changes with the content: of the file itself, also if links lead to it. */
  readonly signature: string;
  /** The last valid key; undefined if there was none yet. */
  readonly key: Secret | undefined;
  /** Why the file of this signature has no valid key. */
  readonly problem: string | undefined;
}

/** What has changed, by the names of keys. Values are never part of it. */
export interface KeyChanges {
  readonly added: readonly string[];
  readonly exchanged: readonly string[];
  readonly removed: readonly string[];
  /** Sentences about files whose key stays as it was. */
  readonly problems: readonly string[];
}

/** Lists the files of a folder. Names with a leading dot are those of temporary files and of Kubernetes. */
async function listFolder(folder: string): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  try {
    for await (const entry of await opendir(folder)) {
      // `lost+found` and the like are no tenants.
      if (entry.name.startsWith('.') || entry.isDirectory()) continue;
      if (paths.size === MAX_FILES) throw new KeyFileError(`has more than ${MAX_FILES} files`);
      paths.set(entry.name, join(folder, entry.name));
    }
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    if (getErrorCode(error) !== 'ENOENT')
      throw new KeyFileError(`cannot be read (${getErrorCode(error)})`, { cause: error });
  }
  return paths;
}

async function getSignature(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join();
  } catch (error) {
    return String(getErrorCode(error));
  }
}

/** Reads a file again if it has changed. Returns undefined if there is none. */
async function readAgain(path: string, known: KnownFile | undefined): Promise<KnownFile | undefined> {
  const signature = await getSignature(path);
  if (known?.signature === signature) return known;
  try {
    const key = await readKeyFile(path);
    return key && { signature, key, problem: undefined };
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    return { signature, key: known?.key, problem: error.message };
  }
}

/**
 * The keys in files, which are read again when their content changes. A file that is removed removes its key. One that is
 * empty or otherwise invalid keeps the key before.
 */
export class KeyFiles {
  readonly #location: KeyLocation;
  readonly #onChange: (changes: KeyChanges) => void;
  #files: ReadonlyMap<string, KnownFile> = new Map();
  #folderProblem: string | undefined;
  #look: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param onChange called after each change. */
  constructor(location: KeyLocation, onChange: (changes: KeyChanges) => void) {
    this.#location = location;
    this.#onChange = onChange;
  }

  /** Returns the key of a name; of the only file, with an empty name. */
  get(name: string): Secret | undefined {
    return this.#files.get(name)?.key;
  }

  get size(): number {
    return this.#files.size;
  }

  /** Sentences about what is wrong with the files now. */
  get problems(): readonly string[] {
    const ofFiles = [...this.#files].flatMap(([name, { problem }]) =>
      problem === undefined ? [] : [this.#describe(name, problem)],
    );
    return [this.#folderProblem ?? [], ofFiles].flat();
  }

  #describe(name: string, problem: string): string {
    const { file, folder } = { file: undefined, folder: undefined, ...this.#location };
    return `The key file ${file ?? join(folder ?? '', name)} ${problem}.`;
  }

  /** Looks at the files now, or waits for the look that has begun. */
  check(): Promise<void> {
    this.#look ??= this.#checkAll().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  /** Looks at the files, for a call that waits for a newer key. */
  async checkSoon(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, MAX_WAIT);
    await Promise.race([this.check(), promise]);
    clearTimeout(timer);
  }

  /** Looks at the files from time to time, until `stop`. */
  start(): void {
    this.#timer = setTimeout(() => {
      void this.check().finally(() => this.#timer && this.start());
    }, INTERVAL).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #list(): Promise<Map<string, string>> {
    if ('file' in this.#location) return new Map([['', this.#location.file]]);
    return listFolder(this.#location.folder);
  }

  async #checkAll(): Promise<void> {
    const before = this.#files;
    const problemsBefore = this.problems;
    try {
      const files = new Map<string, KnownFile>();
      for (const [name, path] of await this.#list()) {
        const file = await readAgain(path, before.get(name));
        if (file) files.set(name, file);
      }
      this.#files = files;
      this.#folderProblem = undefined;
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      const { folder } = { folder: '', ...this.#location };
      this.#folderProblem = `The folder of keys ${folder} ${error.message}.`;
    }
    const changes = this.#compare(before, problemsBefore);
    if (Object.values(changes).some(({ length }) => length > 0)) this.#onChange(changes);
  }

  #compare(before: ReadonlyMap<string, KnownFile>, problemsBefore: readonly string[]): KeyChanges {
    const names = [...new Set([...before.keys(), ...this.#files.keys()])];
    const select = (hasChanged: (old: string | undefined, now: string | undefined) => boolean) =>
      names.filter((name) =>
        hasChanged(before.get(name)?.key?.reveal(), this.get(name)?.reveal()),
      );
    return {
      added: select((old, now) => old === undefined && now !== undefined),
      exchanged: select((old, now) => old !== undefined && now !== undefined && old !== now),
      removed: select((old, now) => old !== undefined && now === undefined),
      problems: this.problems.filter((problem) => !problemsBefore.includes(problem)),
    };
  }
}
