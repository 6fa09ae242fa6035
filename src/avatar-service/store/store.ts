import type { Plan } from '../../contract/endpoint.ts';
import type { JsonObject } from '../../contract/record.ts';

/** A resource as the service keeps and answers it: JSON with an id. */
export type StoredRecord = JsonObject & { readonly id: string };

/** The bytes of a picture or a recording, with the type that its content showed. */
export interface Media {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** What is known of a picture or a recording without reading it. */
export interface MediaFacts {
  readonly size: number;
  readonly type: string;
}

/** An API key, without the key: only its hash is kept. Times are ISO 8601. */
export interface ApiKey {
  readonly id: string;
  readonly plan: Plan;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** Which records of a list are asked for. */
export interface ListQuery {
  readonly offset: number;
  /** Records, at most. */
  readonly limit: number;
  /** Text that one of the searched texts contains, in any case. */
  readonly search?: string | undefined;
  /** Labels: a record has at least one of each group. Default: any record. */
  readonly labels?: readonly (readonly string[])[] | undefined;
}

/** Records of one kind. */
export interface Collection {
  /** @throws DuplicateNameError where names are unique and another one has it. */
  insert(record: StoredRecord): Promise<void>;
  find(id: string): Promise<StoredRecord | undefined>;
  /** Newest first, in an order that later inserts do not disturb. */
  list(query: ListQuery): Promise<{ records: StoredRecord[]; total: number }>;
  /**
   * Replaces a record by what `change` makes of it, with no other change in between; undefined where there is none.
   * @throws DuplicateNameError as `insert` does.
   */
  change(
    id: string,
    change: (record: StoredRecord) => StoredRecord,
  ): Promise<StoredRecord | undefined>;
  /** Removes a record unless `check` throws; false where there is none. */
  remove(id: string, check?: (record: StoredRecord) => Promise<void> | void): Promise<boolean>;
}

/** Pictures or recordings of records, which never change. */
export interface MediaTables {
  /** How large it is, in bytes, and its type. */
  media(id: string): Promise<MediaFacts | undefined>;
  /** So many bytes of it from one place on, or those that there are; undefined where there is none. */
  mediaSlice(id: string, from: number, bytes: number): Promise<Uint8Array | undefined>;
}

/** What the service remembers. A write that has resolved survives the death of the process. */
export interface Tables {
  readonly personas: Collection;
  readonly avatars: Omit<Collection, 'insert' | 'remove'> &
    MediaTables & {
      /** Writes the record and its picture together or not at all. */
      insert(avatar: StoredRecord, picture: Media): Promise<void>;
      /** Takes an avatar out of lists and lookups, and keeps its picture; false where there is none. */
      hide(id: string, at: string): Promise<boolean>;
      /** Removes an avatar, hidden or not, with its picture; false where there is none. */
      erase(id: string): Promise<boolean>;
    };
  readonly tools: Omit<Collection, 'remove'> & {
    /** How many personas use each of these tools. */
    usage(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
    /** Removes a tool unless `check` throws, which is told how many personas use it; false where there is none. */
    remove(id: string, check: (tool: StoredRecord, uses: number) => void): Promise<boolean>;
  };
  readonly voices: Omit<Collection, 'insert'> &
    MediaTables & {
      /** Writes the record and its sample together or not at all. */
      insert(voice: StoredRecord, sample: Media): Promise<void>;
    };
  readonly llms: Omit<Collection, 'insert' | 'change'> & {
    /**
     * Writes the record and its API key, encrypted, together or not at all.
     * @throws StoreFailure `keyUnset` or `keyLost`.
     */
    insert(llm: StoredRecord, secret: string): Promise<void>;
    /** The same for a change; without a secret, the one it has stays. */
    change(
      id: string,
      change: (llm: StoredRecord) => StoredRecord,
      secret?: string,
    ): Promise<StoredRecord | undefined>;
    /** Its API key; undefined where there is none. @throws StoreFailure `keyLost`. */
    secret(id: string): Promise<string | undefined>;
  };
  readonly keys: {
    insert(key: ApiKey, hash: string): Promise<void>;
    findByHash(hash: string): Promise<ApiKey | undefined>;
    list(): Promise<ApiKey[]>;
    /** False where no key that still worked has this id. */
    revoke(id: string, at: string): Promise<boolean>;
  };
  /** A value that is made once, the first time anyone asks for it, and then stays. */
  setting(name: string, create: () => string): Promise<string>;
}

/** How the connections of one process to a database are used at a moment. */
export interface ConnectionUse {
  readonly used: number;
  readonly idle: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
  /** Connections that there may be, at most. */
  readonly limit: number;
}

/** The service's memory, behind which any SQL dialect can stand. */
export interface Store extends Tables {
  /** Does `work` in one transaction if it was never done to this store before; `name` tells one work from another. */
  once(name: string, work: (tables: Tables) => Promise<void>): Promise<void>;
  /** Whether the store answers. */
  isAlive(): Promise<boolean>;
  /** How its connections are used; absent where it has none to speak of. */
  readonly connections?: () => ConnectionUse;
  close(): Promise<void>;
}
