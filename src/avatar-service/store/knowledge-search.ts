import { type Kysely, type RawBuilder, sql } from 'kysely';
import { parseRecord } from './collection.ts';
import type { Database, Dialect } from './schema.ts';

/** Maximum number of words of a search. */
const MAX_WORDS = 16;

/** Maximum number of chunks that a search reads from the index, and of those, how many it looks into. */
const MAX_MATCHES = 4_000;
const MAX_CANDIDATES = 40;

/** Maximum number of chunks that are read for one word. Words that are more frequent say little. */
const MAX_MATCHES_OF_WORD = 1_000;

/** Words of questions that say nothing about their subject. Postgres has its own list, SQLite has none. */
const STOP_WORDS = new Set(
  'a am an and are as at be by can do does for from had has have how i if in is it many may me much my of on or our shall should so that the their there they this to was we were what when where which who whom why will with would you your'.split(
    ' ',
  ),
);

/** Words of a text, without the operators of a search. */
function splitWords(text: string): string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))];
  const subject = words.filter((word) => !STOP_WORDS.has(word));
  return (subject.length > 0 ? subject : words).slice(0, MAX_WORDS);
}

/** Returns the id of a group as a single word, for the full-text index. */
export const createGroupKey = (groupId: string): string => groupId.replaceAll('-', '');

interface Candidate {
  readonly record: string;
  readonly chunkIndex: number;
  readonly content: string;
  /** The higher, the better. Depends on the database. */
  readonly rank: number;
}

/** Selects the chunks that contain the most words. Rare words have more weight. */
function selectCandidates(
  words: readonly string[],
  groupId: string,
  { matchWord }: Dialect,
): RawBuilder<Candidate> {
  const limit = Math.min(MAX_MATCHES_OF_WORD, Math.floor(MAX_MATCHES / words.length));
  const matches = words.map(
    (word, index) =>
      sql`select ${sql.lit(index)} as word, sequence from (${matchWord(word, createGroupKey(groupId))} limit ${sql.lit(limit)}) as matched`,
  );
  return sql`with matches as (${sql.join(matches, sql` union all `)}),
      weights as (select word, ln(1 + ${sql.lit(limit)} * 1.0 / count(*)) as weight from matches group by word),
      candidates as (select sequence, sum(weight) as rank from matches join weights using (word)
        group by sequence order by rank desc, sequence limit ${sql.lit(MAX_CANDIDATES)})
    select record, chunk_index as "chunkIndex", content, rank
    from candidates
    join document_chunks using (sequence)
    join ${sql.table('knowledgeDocuments')} as documents on documents.id = document_id
    where parent_id = ${groupId}
    order by rank desc, document_id, chunk_index`;
}

function countOccurrences(text: string, words: readonly string[]): number {
  const folded = text.toLowerCase();
  return words.reduce((count, word) => count + folded.split(word).length - 1, 0);
}

/**
 * Searches the documents of a group that are ready. The work is bounded, however large the group and others are: the
 * index yields some chunks for each word, those with the most words are candidates, and among equals, the one that
 * repeats the words most is first.
 */
export async function searchChunks(
  db: Kysely<Database>,
  dialect: Dialect,
  { groupId, text, limit }: { groupId: string; text: string; limit: number },
) {
  const words = splitWords(text);
  if (words.length === 0) return [];
  const { rows } = await selectCandidates(words, groupId, dialect).execute(db);
  return rows
    .map(({ rank, record, ...row }) => ({
      ...row,
      document: parseRecord(record),
      rank: Number(rank),
      occurrences: countOccurrences(row.content, words),
    }))
    .filter(({ document }) => document.status === 'READY')
    .sort((a, b) => b.rank - a.rank || b.occurrences - a.occurrences)
    .slice(0, limit);
}
