import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';
import { createRecordTable } from './record-table.ts';

/** Adds the table of sessions. */
export const sessions = (types: ColumnTypes): Migration => ({
  up: (db: Kysely<unknown>) => createRecordTable(db, types, 'sessions'),
});
