import type { Generated } from 'kysely';
import type { Plan } from '../../contract/endpoint.ts';

/** The tables. Records are JSON text; times are ISO 8601 text; both read alike in every dialect. */
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
  personas: { sequence: Generated<number>; id: string; name_folded: string; record: string };
  avatars: { id: string; record: string; picture: Uint8Array; picture_type: string };
  tools: { id: string; record: string };
}
