import type { Generated } from 'kysely';
import { RESOURCE_NAMES, type ResourceName, resources } from '../../contract/api.ts';
import type { Plan } from '../../contract/endpoint.ts';

/** A row of a record table. Records are JSON text and timestamps are ISO 8601 text, in every dialect. */
export interface RecordRow {
  /** Order of creation. */
  sequence: Generated<number>;
  id: string;
  /** The searchable texts, with folded case. */
  search_text: string;
  /** Labels to filter lists by, each between two bars, as in `|one-shot|`. */
  labels: Generated<string>;
  /** A name that must be unique in the table. */
  unique_name: string | null;
  record: string;
}

/** An image or a recording, with the id of its record. */
export interface MediaRow {
  id: string;
  bytes: Uint8Array;
  type: string;
}

/** Where documents wait: those that were found to take long wait apart from the others. */
export type DocumentLane = 'short' | 'long';

/** Tables of records, one for each resource. */
export type RecordTable = (typeof resources)[ResourceName]['plural'];

/** Creates an object with a property for each table of records. */
export const mapRecordTables = <Value>(
  create: (table: RecordTable) => Value,
): Record<RecordTable, Value> =>
  // TypeScript does not infer the keys of an object that is built from entries.
  Object.fromEntries(
    RESOURCE_NAMES.map((name) => [resources[name].plural, create(resources[name].plural)]),
  ) as Record<RecordTable, Value>;

/** The tables. */
export interface Database extends Record<RecordTable, RecordRow> {
  settings: { name: string; value: string };
  api_keys: {
    id: string;
    hash: string;
    plan: Plan;
    label: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  /** Hidden avatars. Their images are kept but not served. */
  deleted_avatars: { id: string; record: string; deleted_at: string };
  /** Images of avatars. */
  pictures: MediaRow;
  /** Samples of voices. */
  samples: MediaRow;
  /** The tools of personas. The id consists of both ids. */
  persona_tools: { id: string; persona_id: string; tool_id: string };
  /** The files of knowledge documents: their groups, media types and sizes in bytes. */
  document_files: { id: string; group_id: string; type: string; size: number };
  /**
   * Long recordings: their sizes in bytes, and their media types once they are received. Until a voice is created from it,
   * a recording has a time after which it is removed. The id is that of the voice, `key_id` that of the API key that announced
   * it.
   */
  voice_uploads: {
    id: string;
    size: number;
    type: string | null;
    expires_at: string | null;
    key_id: string;
  };
  /** The bytes of all files, and the number of documents: one row, so that nothing is summed for each upload. */
  stored_files: { id: string; bytes: number; documents: number };
  /**
   * The content of documents and long recordings, in slices of equal size. The id consists of that of the document or the
   * voice and the slice's position.
   */
  document_slices: { id: string; document_id: string; bytes: Uint8Array };
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
  /**
   * Documents to process, by the API key that sent them. A process may work on a document until its lease ends, which is
   * empty if no process does.
   */
  document_jobs: {
    sequence: Generated<number>;
    id: string;
    key_id: string;
    lane: DocumentLane;
    attempts: number;
    leased_until: string;
  };
  /** Ids of removed documents whose content is still in the store. */
  removed_files: { id: string };
  /** API keys of custom LLMs, encrypted. */
  llm_secrets: { id: string; sealed: string };
}

/** Tables of media. */
export type MediaTable = 'pictures' | 'samples';
