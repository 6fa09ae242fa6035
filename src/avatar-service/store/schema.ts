import type { Generated } from 'kysely';
import type { Plan } from '../../contract/endpoint.ts';

/** A record of a list. Records are JSON text; times are ISO 8601 text; both read alike in every dialect. */
export interface RecordRow {
  /** Order of creation. */
  sequence: Generated<number>;
  id: string;
  /** What a search looks in, with case folded. */
  search_text: string;
  /** What lists are filtered by: each label between two bars, as in `|one-shot|`. */
  labels: Generated<string>;
  /** A name that no other record of the table may have. */
  unique_name: string | null;
  record: string;
}

/** A picture or a recording, by the id of what it belongs to. */
export interface MediaRow {
  id: string;
  bytes: Uint8Array;
  type: string;
}

/** The tables. */
export interface Database {
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
  personas: RecordRow;
  avatars: RecordRow;
  tools: RecordRow;
  voices: RecordRow;
  llms: RecordRow;
  /** Avatars that were deleted, but not erased; their pictures are kept. */
  deleted_avatars: { id: string; record: string; deleted_at: string };
  /** Pictures of avatars. */
  pictures: MediaRow;
  /** Samples of voices. */
  samples: MediaRow;
  /** Which persona uses which tool; the id is both of theirs. */
  persona_tools: { id: string; persona_id: string; tool_id: string };
  /** API keys of custom LLMs, encrypted. */
  llm_secrets: { id: string; sealed: string };
}

/** Tables of records. */
export type RecordTable = 'personas' | 'avatars' | 'tools' | 'voices' | 'llms';

/** Tables of media. */
export type MediaTable = 'pictures' | 'samples';
