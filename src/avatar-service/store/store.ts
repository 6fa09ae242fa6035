import type { JsonObject } from '../../contract/record.ts';
import type { Plan } from '../../contract/resource.ts';
import type { RecordTable } from './schema.ts';

/** A stored resource: a JSON object with an id. */
export type StoredRecord = JsonObject & { readonly id: string };

/** Size in bytes and media type of a file. */
interface FileInfo {
  readonly size: number;
  readonly type: string;
}

/** A file to store. `slices` are FILE_SLICE bytes each, but the last. */
export interface NewFile extends FileInfo {
  readonly slices: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The metadata of an API key. The store contains only the hash of the key. Timestamps are ISO 8601. */
export interface ApiKey {
  readonly id: string;
  readonly plan: Plan;
  /** Its account, whose name is also its id. */
  readonly account: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
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

/** The records of one kind. */
export interface Collection {
  /** @throws DuplicateNameError if names must be unique and another record has the name. */
  insert(record: StoredRecord): Promise<void>;
  find(id: string): Promise<StoredRecord | undefined>;
  /** Lists records, newest first. Later inserts do not change the order. */
  list(query: ListQuery): Promise<{ records: StoredRecord[]; total: number }>;
  /**
   * Replaces a record with the result of `change`, atomically. Returns undefined if the record does not exist.
   * @throws DuplicateNameError if names must be unique and another record has the name.
   */
  change(
    id: string,
    change: (record: StoredRecord) => StoredRecord,
  ): Promise<StoredRecord | undefined>;
  /** Removes a record unless `check` throws. Returns false if the record does not exist. */
  remove(id: string, check?: (record: StoredRecord) => Promise<void> | void): Promise<boolean>;
}

/** The files of records. They are immutable. */
export interface FileTables {
  /** Returns undefined if the record is deleted or hidden. */
  findFile(id: string): Promise<FileInfo | undefined>;
  /** Returns the bytes from the offset `from` to the end of a slice, or undefined if the file does not exist. */
  readFileSlice(id: string, from: number): Promise<Uint8Array | undefined>;
}

/** Files of the store: images, recordings and documents, without the text of documents. */
export interface StorageUse {
  readonly bytes: number;
  readonly documents: number;
}

/** A chunk of a document that a search found. */
export interface FoundChunk {
  readonly document: StoredRecord;
  readonly chunkIndex: number;
  readonly content: string;
  /** The higher, the better. Depends on the database. */
  readonly rank: number;
}

/** A recording that is announced, or received. */
interface VoiceUpload {
  readonly size: number;
  /** Its media type; null until it is received. */
  readonly type: string | null;
  /** Id of the API key that announced it. */
  readonly keyId: string;
}

/** Maximum numbers of recordings that wait for their voice. */
export interface VoiceUploadLimits {
  readonly perKey: number;
  readonly total: number;
}

/** Long recordings, which are received before their voice is created. The id is that of the voice. */
export interface VoiceUploads {
  /**
   * Announces a recording. If too many others wait for their voice, returns the time at which the first of them expires
   * instead.
   */
  add(
    upload: { id: string; keyId: string; size: number; expiresAt: string },
    limits: VoiceUploadLimits,
  ): Promise<string | undefined>;
  /** Removes the recordings that have expired before they had a voice. */
  removeExpired(now: string): Promise<void>;
  /** Finds a recording without a voice. */
  find(id: string): Promise<VoiceUpload | undefined>;
  /** Writes the content. Returns false if the recording is not announced or was received before. */
  receive(id: string, type: string, slices: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** Writes a voice whose recording was received, once. Returns false if there is no such recording at the time. */
  createVoice(voice: StoredRecord, now: string): Promise<boolean>;
}

/** The data of the service. A resolved write survives a crash of the process. */
export interface Tables
  extends Omit<
    Readonly<Record<RecordTable, Collection>>,
    'avatars' | 'tools' | 'voices' | 'llms' | 'sessions' | 'knowledgeGroups' | 'knowledgeDocuments'
  > {
  readonly avatars: Omit<Collection, 'insert' | 'remove'> &
    FileTables & {
      /** Writes the record and its image atomically. */
      insert(avatar: StoredRecord, image: NewFile): Promise<void>;
      /** Removes an avatar from lists and lookups. Its image stays in the store but is not read. Returns false if the avatar does not exist. */
      hide(id: string, at: string): Promise<boolean>;
      /** Removes an avatar, hidden or not, and its image. Returns false if the avatar does not exist. */
      erase(id: string): Promise<boolean>;
    };
  readonly tools: Omit<Collection, 'remove'> & {
    /** Returns the number of personas that use each tool. */
    countPersonas(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
    /** Removes a tool unless `check` throws; `uses` is the number of personas. Returns false if it does not exist. */
    remove(id: string, check: (tool: StoredRecord, uses: number) => void): Promise<boolean>;
  };
  readonly voices: Omit<Collection, 'insert'> &
    FileTables & {
      /** Writes the record and its sample atomically. */
      insert(voice: StoredRecord, sample: NewFile): Promise<void>;
      readonly uploads: VoiceUploads;
    };
  readonly llms: Omit<Collection, 'insert' | 'change'> & {
    /**
     * Writes the record and its encrypted API key atomically.
     * @throws StoreFailure `keyUnset` or `keyLost`.
     */
    insert(llm: StoredRecord, secret: string): Promise<void>;
    /** Changes the record and, if `secret` is set, its API key. @throws StoreFailure `keyUnset` or `keyLost`. */
    change(
      id: string,
      change: (llm: StoredRecord) => StoredRecord,
      secret?: string,
    ): Promise<StoredRecord | undefined>;
    /** Returns the API key, or undefined if the LLM does not exist. @throws StoreFailure `keyLost`. */
    readSecret(id: string): Promise<string | undefined>;
  };
  readonly sessions: Collection & {
    /** Writes a session that starts, unless its id was used before, or `limit` sessions of the account run. */
    start(session: StoredRecord, limit: number): Promise<'started' | 'used' | 'full'>;
    /** Returns the number of sessions that run, and the time at which the first of them ends at the latest. */
    countLive(): Promise<{ active: number; firstEnd: string | undefined }>;
    /** Returns the ids of some sessions that run and should have ended. */
    listExpired(now: string): Promise<string[]>;
  };
  readonly knowledgeGroups: Collection & {
    /** Returns the number of documents of each group that has any. */
    countDocuments(): Promise<ReadonlyMap<string, number>>;
  };
  readonly knowledgeDocuments: Omit<Collection, 'insert'> &
    FileTables & {
      /**
       * Writes the record and its file atomically. With the end of a lease, a process is about to extract its text. Returns
       * false if the group does not exist.
       */
      insert(document: StoredRecord, file: NewFile, leasedUntil?: string): Promise<boolean>;
      /** Lists the documents of a group, newest first. */
      listOfGroup(groupId: string): Promise<StoredRecord[]>;
      /** Adds chunks of text from the position `first`. Returns false if the document does not exist. */
      addChunks(id: string, first: number, contents: readonly string[]): Promise<boolean>;
      /** Removes some chunks. Returns false if there are none. */
      removeChunks(id: string): Promise<boolean>;
      /** Finds chunks of a group's ready documents that have any word of a text, best first. */
      search(groupId: string, text: string, limit: number): Promise<FoundChunk[]>;
      /** Sets when the leases of documents end whose text is being extracted. */
      renewJobs(ids: readonly string[], leasedUntil: string): Promise<void>;
      /** Lists some documents whose lease has ended, because their process has. */
      listAbandonedJobs(now: string): Promise<string[]>;
      /** Sets the status of a document whose text was extracted, or not because of a problem. Does nothing without a job. */
      finishJob(id: string, at: string, problem: string | undefined): Promise<void>;
    };
  readonly keys: {
    insert(key: ApiKey, hash: string): Promise<void>;
    findByHash(hash: string): Promise<ApiKey | undefined>;
    find(id: string): Promise<ApiKey | undefined>;
    list(): Promise<ApiKey[]>;
    /** Revokes a key. Returns false if no active key has this id. */
    revoke(id: string, at: string): Promise<boolean>;
  };
  /** Returns a persistent value, which `create` generates on first use. */
  getOrCreateValue(name: string, create: () => string): Promise<string>;
}

/** Connection pool statistics of one process. */
export interface ConnectionUse {
  readonly used: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  readonly limit: number;
}

/** The persistent store of the service. Its own tables have the records of all accounts; new ones belong to the default account. */
export interface Store extends Tables {
  /** Returns the tables with what an account sees: its own records, and built-in ones. */
  forAccount(account: string): Tables;
  /** Runs `work` in a transaction, once per store and `name`. What it adds to `builtIn` is seen by all accounts. */
  once(name: string, work: (tables: Tables, builtIn: Tables) => Promise<void>): Promise<void>;
  readStorageUse(): Promise<StorageUse>;
  /** Removes a part of the content of a removed file. Returns false if there is none. */
  removeContent(): Promise<boolean>;
  isAlive(): Promise<boolean>;
  /** Connection pool statistics. Absent for SQLite. */
  readonly connections?: () => ConnectionUse;
  close(): Promise<void>;
}
