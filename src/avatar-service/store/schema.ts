import type { Generated } from 'kysely';
import { RESOURCE_NAMES, type ResourceName, resources } from '../../contract/api.ts';
import type { Plan } from '../../contract/resource.ts';

/** A row of a record table. Records are JSON text and timestamps are ISO 8601 text, in every dialect. */
interface RecordRow {
  /** Order of creation. */
  sequence: Generated<number>;
  id: string;
  /** The account that it belongs to, or that of built-in records. */
  account: string;
  /** Id of the record that it is a part of: the group of a knowledge document. */
  parent_id: string | null;
  /** The searchable texts, with folded case. */
  search_text: string;
  /** Labels to filter lists by, each between two bars, as in `|one-shot|`. */
  labels: Generated<string>;
  /** A name that must be unique in the account. */
  unique_name: string | null;
  record: string;
}

/** Tables of records, one for each resource. */
export type RecordTable = (typeof resources)[ResourceName]['collection'];

/** Creates an object with a property for each table of records. */
export const mapRecordTables = <Value>(
  create: (table: RecordTable) => Value,
): Record<RecordTable, Value> =>
  // TypeScript does not infer the keys of an object that is built from entries.
  Object.fromEntries(
    RESOURCE_NAMES.map((name) => [resources[name].collection, create(resources[name].collection)]),
  ) as Record<RecordTable, Value>;

export interface Database extends Record<RecordTable, RecordRow> {
  /** Values that the service creates once, such as the key that signs session tokens. */
  stored_values: { name: string; value: string };
  api_keys: {
    id: string;
    hash: string;
    plan: Plan;
    account: string;
    label: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** Hidden avatars. Their images are kept but not served. */
  hidden_avatars: { id: string; account: string; record: string; hidden_at: string };
  /** The tools of personas. The id consists of both ids. */
  persona_tools: { id: string; persona_id: string; tool_id: string };
  /**
   * Long recordings that wait for their voice: their sizes in bytes, their media types once they are received, and the time
   * after which they are removed. The id is that of the voice, `key_id` that of the API key that announced it.
   */
  voice_uploads: {
    id: string;
    account: string;
    key_id: string;
    size: number;
    type: string | null;
    expires_at: string;
  };
  /** Sessions that run, and the time at which each ends at the latest. */
  live_sessions: { id: string; account: string; ends_at: string };
  /** Images of avatars, samples of voices, and knowledge documents, with the ids of their records, and sizes in bytes. */
  files: { id: string; type: string; size: number };
  /** The content of files, in slices of equal size. The id consists of that of the file and the slice's position. */
  file_slices: { id: string; file_id: string; bytes: Uint8Array };
  /** The bytes of all files, and the number of documents: one row, so that nothing is summed for each upload. */
  storage_use: { id: string; bytes: number; documents: number };
  /**
   * The text of knowledge documents, with a full-text index. The id consists of the document's and `chunk_index`.
   * `group_key` is the group's id as a single word, for the index.
   */
  document_chunks: {
    sequence: Generated<number>;
    id: string;
    document_id: string;
    chunk_index: number;
    content: string;
    group_key: string;
  };
  /** Documents whose text a process extracts. It has ended if the lease has. */
  document_jobs: { id: string; leased_until: string };
  /** Ids of removed files whose content, and text, is still in the store. */
  removed_files: { id: string };
  /** API keys of custom LLMs, encrypted. */
  llm_secrets: { id: string; encrypted: string };
}
