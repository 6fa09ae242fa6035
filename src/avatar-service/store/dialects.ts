import { sql } from 'kysely';
import type { Dialect } from './collection.ts';

/** SQLite. */
export const SQLITE: Dialect = {
  locksRows: false,
  matchWord: (word, groupKey) =>
    sql`select rowid as sequence from document_chunks_text where document_chunks_text match ${`group_key : "${groupKey}" AND content : "${word}"`}`,
};

/** Postgres. A word that its dictionary leaves out matches nothing. */
export const POSTGRES: Dialect = {
  locksRows: true,
  matchWord: (word, groupKey) => {
    const query = sql`to_tsquery('english', ${`'${word}'`})`;
    return sql`select sequence from document_chunks where content_text @@ (${`'group ${groupKey}'`}::tsquery && ${query}) and numnode(${query}) > 0`;
  },
};
