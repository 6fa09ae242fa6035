import { z } from 'zod';
import type { JsonObject } from '../../contract/record.ts';

/** The default account of API keys. It has the sample data. */
export const DEFAULT_ACCOUNT = 'default';

/** Reserved account of built-in records, which all accounts see. No account can have this name. */
export const BUILT_IN_ACCOUNT = '*';

const Uuid = z.guid();

/** Whether a string is a valid id of this service: a UUID of any version. */
export const isId = (id: string): boolean => Uuid.safeParse(id).success;

/** A stored resource: a JSON object with an id. */
export type StoredRecord = JsonObject & { readonly id: string };

/** A file to store. `slices` are FILE_SLICE bytes each, but the last. */
export interface NewFile {
  /** Size in bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
  readonly slices: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  /** Text that a searchable text of the record must contain. Case-insensitive. */
  readonly search?: string | undefined;
  /** Groups of labels. A record must have at least one label of each group. Default: no filter. */
  readonly labels?: readonly (readonly string[])[] | undefined;
  /** Id of the record that they are parts of. Default: no filter. */
  readonly parentId?: string | undefined;
}

/** The files of records. They are immutable. */
export interface FileTables {
  /** Returns undefined if the record is deleted. */
  findFile(id: string): Promise<Omit<NewFile, 'slices'> | undefined>;
  /** Returns the bytes from the offset `from` to the end of a slice, or undefined if the file does not exist. */
  readFileSlice(id: string, from: number): Promise<Uint8Array | undefined>;
}

/** Files of the store: images, recordings and documents, without the text of documents. */
export interface StorageUse {
  readonly bytes: number;
  readonly documents: number;
}
