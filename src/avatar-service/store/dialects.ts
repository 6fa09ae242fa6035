import { sql } from 'kysely';
import type { Dialect } from './collection.ts';

/** SQLite. The rank is that of BM25, which is the lower, the better. */
export const SQLITE: Dialect = {
  locksRows: false,
  matchText: (words) => {
    const query = words.map((word) => `"${word}"`).join(' OR ');
    return sql`(select rowid as sequence, -bm25(document_chunks_text) as rank from document_chunks_text where document_chunks_text match ${query})`;
  },
};

/** Postgres. */
export const POSTGRES: Dialect = {
  locksRows: true,
  matchText: (words) => {
    const query = sql`to_tsquery('english', ${words.map((word) => `'${word}'`).join(' | ')})`;
    return sql`(select sequence, ts_rank(content_text, ${query}) as rank from document_chunks where content_text @@ ${query})`;
  },
};
