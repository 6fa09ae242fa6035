import type { Plan } from '../../contract/endpoint.ts';
import type { JsonObject } from '../../contract/record.ts';

/** A resource as the service keeps and answers it: JSON with an id. */
export type StoredRecord = JsonObject & { readonly id: string };

/** A picture's bytes, with the type that its content showed. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** What is known of a picture without reading it. */
export interface PictureFacts {
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

/** Which personas a page of the list has. */
export interface PersonaQuery {
  readonly page: number;
  readonly perPage: number;
  /** Text that the name contains, in any case. */
  readonly search?: string | undefined;
}

/** What the service remembers. A write that has resolved survives the death of the process. */
export interface Tables {
  readonly personas: {
    insert(persona: StoredRecord): Promise<void>;
    find(id: string): Promise<StoredRecord | undefined>;
    /** Newest first, in an order that later inserts do not disturb. */
    list(query: PersonaQuery): Promise<{ records: StoredRecord[]; total: number }>;
  };
  readonly avatars: {
    /** Writes the record and its picture together or not at all. */
    insert(avatar: StoredRecord, picture: Picture): Promise<void>;
    find(id: string): Promise<StoredRecord | undefined>;
    /** How large an avatar's picture is, in bytes, and its type. */
    picture(id: string): Promise<PictureFacts | undefined>;
    /** So many bytes of a picture from one place on, or those that there are; undefined where it does not exist. */
    pictureSlice(id: string, from: number, bytes: number): Promise<Uint8Array | undefined>;
  };
  readonly tools: {
    insert(tool: StoredRecord): Promise<void>;
    find(id: string): Promise<StoredRecord | undefined>;
    /** Replaces a tool by what `change` makes of it, with no other change in between; undefined where it does not exist. */
    change(
      id: string,
      change: (tool: StoredRecord) => StoredRecord,
    ): Promise<StoredRecord | undefined>;
    /** Deletes a tool that `check` lets go (it throws otherwise); false where it does not exist. */
    remove(id: string, check: (tool: StoredRecord) => void): Promise<boolean>;
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
