import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';
import { createRecordTable } from './record-table.ts';

/** Adds share links and meeting invites. */
export const shareLinks = (types: ColumnTypes): Migration => ({
  up: async (db) => {
    await createRecordTable(db, types, 'shareLinks');
    await createRecordTable(db, types, 'meetingInvites');
  },
});
