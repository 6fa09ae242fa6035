import type { z } from 'zod';
import { MEGABYTE } from '../contract/file-size.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import type { storageSettings } from './avatar-service-settings.ts';
import { PayloadTooLarge } from './errors.ts';
import type { Store } from './store/store.ts';

/** Maximum number of knowledge documents in a store. */
const MAX_DOCUMENTS = 5_000;

export interface StorageLimits extends z.output<typeof storageSettings> {
  readonly documents?: number;
}

const format = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });

/** Creates the quota of one service. Processes that share a store may exceed its quota by one file each. */
export function createQuota(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { megabytes, documents = MAX_DOCUMENTS }: StorageLimits,
) {
  const limit = new ConcurrencyLimit({ maxActive: 1, maxWaiting: Number.POSITIVE_INFINITY });

  /** Returns the limit that a file exceeds, as a sentence. */
  const findProblem = async (bytes: number, isDocument: boolean): Promise<string | undefined> => {
    const used = await store.readStorageUse();
    if (isDocument && used.documents >= documents) {
      return `The store has ${format(used.documents)} documents, and the limit is ${format(documents)}.`;
    }
    if (used.bytes + bytes <= megabytes * MEGABYTE) return undefined;
    return `The store has ${format(used.bytes / MEGABYTE)} MB of files, the upload has ${format(bytes / MEGABYTE)} MB, and the limit (STORAGE_MEGABYTES) is ${format(megabytes)} MB.`;
  };

  /** @throws PayloadTooLarge if the store has no space for a file of this size now. */
  const check = async (bytes: number, isDocument = false): Promise<void> => {
    if ((await findProblem(bytes, isDocument)) === undefined) return;
    await store.voices.uploads.removeExpired(now().toISOString());
    const problem = await findProblem(bytes, isDocument);
    if (problem !== undefined) throw new PayloadTooLarge(`${problem} Delete files first.`);
  };

  return {
    check,
    /**
     * Runs `insert`, which adds a file, if there is space for it. One at a time, so that concurrent uploads do not exceed
     * the quota together, or hold all connections to the database.
     * @throws PayloadTooLarge as `check`, and what `insert` throws.
     */
    add: <Result>(
      bytes: number,
      insert: () => Promise<Result>,
      isDocument = false,
    ): Promise<Result> =>
      limit.run(async () => {
        await check(bytes, isDocument);
        return insert();
      }),
  };
}
