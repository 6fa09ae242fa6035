import type { z } from 'zod';
import { MEGABYTE } from '../contract/file-size.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import type { storageSettings } from './avatar-service-settings.ts';
import { PayloadTooLarge } from './errors.ts';
import type { StorageUse } from './store/records.ts';
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

  /** Returns the limit that these files exceed, as a sentence. */
  const findProblem = async (files: StorageUse): Promise<string | undefined> => {
    const used = await store.readStorageUse();
    if (used.documents + files.documents > documents) {
      return `The store has ${format(used.documents)} documents, and the limit is ${format(documents)}.`;
    }
    if (used.bytes + files.bytes <= megabytes * MEGABYTE) return undefined;
    return `The store has ${format(used.bytes / MEGABYTE)} MB of files, the upload has ${format(files.bytes / MEGABYTE)} MB, and the limit (STORAGE_MEGABYTES) is ${format(megabytes)} MB.`;
  };

  /** @throws PayloadTooLarge if the store has no space for these files now. */
  const check = async (files: StorageUse): Promise<void> => {
    if ((await findProblem(files)) === undefined) return;
    await store.voices.uploads.removeExpired(now().toISOString());
    const problem = await findProblem(files);
    if (problem !== undefined) throw new PayloadTooLarge(`${problem} Delete files first.`);
  };

  return {
    check,
    /**
     * Runs `insert`, which adds these files, if there is space for them. One at a time, so that concurrent uploads do not
     * exceed the quota together, or hold all connections to the database.
     * @throws PayloadTooLarge as `check`, and what `insert` throws.
     */
    add: <Result>(files: StorageUse, insert: () => Promise<Result>): Promise<Result> =>
      limit.run(async () => {
        await check(files);
        return insert();
      }),
  };
}
