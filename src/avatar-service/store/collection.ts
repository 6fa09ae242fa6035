import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { foldCase } from './fold-case.ts';
import type { Database, RecordTable } from './schema.ts';
import type { Collection, ListQuery, StoredRecord } from './store.ts';
import { DuplicateNameError } from './store-error.ts';

/** How dialects differ beyond their tables. */
export interface Dialect {
  /** Whether a transaction that is to change a row locks it first; otherwise it has locked everything. */
  readonly locksRows: boolean;
}

/** What the store knows of the records of one table. */
export interface CollectionOptions {
  readonly table: RecordTable;
  /** The texts that a search looks in. */
  readonly searchedTexts: (record: StoredRecord) => readonly unknown[];
  /** What lists can be filtered by. Default: nothing. */
  readonly labelsOf?: (record: StoredRecord) => readonly string[];
  /** A name that only one record of the table may have. Default: none is. */
  readonly uniqueNameOf?: (record: StoredRecord) => string | undefined;
  /** Writes what goes with a record to other tables, in the same transaction. */
  readonly onSave?: (db: Kysely<Database>, record: StoredRecord) => Promise<void>;
  /** Removes it. */
  readonly onRemove?: (db: Kysely<Database>, id: string) => Promise<void>;
}

const Row = z.looseObject({ id: z.string() });

/** Reads a record as it is kept. */
export const parseRecord = (json: string): StoredRecord => Row.parse(JSON.parse(json));

/** Does `work` in a transaction: the one that `db` is already, or a new one. */
export const inTransaction = <Result>(
  db: Kysely<Database>,
  work: (transaction: Kysely<Database>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work));

/** A LIKE pattern that matches `text` anywhere, and none of its characters as a wildcard. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const labelled = (label: string) => `|${label.replaceAll('|', ' ').replaceAll('\0', ' ')}|`;

const joined = (labels: readonly string[]) => [...new Set(labels.map(labelled))].join('');

/** The code with which Postgres refuses a second row of a name. SQLite writes one transaction after the other. */
const UNIQUE_VIOLATION = '23505';

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;

/** The records of one table. */
export function createCollection(
  db: Kysely<Database>,
  { locksRows }: Dialect,
  options: CollectionOptions,
): Collection {
  const { table, searchedTexts, labelsOf, uniqueNameOf, onSave, onRemove } = options;

  const columnsOf = (record: StoredRecord) => ({
    search_text: foldCase(searchedTexts(record)),
    labels: joined(labelsOf?.(record) ?? []),
    record: JSON.stringify(record),
  });

  const save = async (to: Kysely<Database>, record: StoredRecord) => {
    const name = uniqueNameOf?.(record) ?? null;
    const { numInsertedOrUpdatedRows } = await to
      .insertInto(table)
      .values({ id: record.id, unique_name: name, ...columnsOf(record) })
      .onConflict((conflict) => conflict.column('unique_name').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new DuplicateNameError(name ?? '');
    await onSave?.(to, record);
  };

  /** Finds a record for a transaction that is about to change it, so that no other does meanwhile. */
  const findToChange = async (transaction: Kysely<Database>, id: string) => {
    const row = await transaction
      .selectFrom(table)
      .select('record')
      .where('id', '=', id)
      .$if(locksRows, (query) => query.forUpdate())
      .executeTakeFirst();
    return row && parseRecord(row.record);
  };

  const rename = async (transaction: Kysely<Database>, id: string, name: string | null) => {
    const taken = await transaction
      .selectFrom(table)
      .select('id')
      .where('unique_name', '=', name)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (taken) throw new DuplicateNameError(name ?? '');
    await transaction
      .updateTable(table)
      .set({ unique_name: name })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new DuplicateNameError(name ?? '') : error;
      });
  };

  return {
    insert: (record) =>
      onSave ? inTransaction(db, (transaction) => save(transaction, record)) : save(db, record),

    find: async (id) => {
      const row = await db
        .selectFrom(table)
        .select('record')
        .where('id', '=', id)
        .executeTakeFirst();
      return row && parseRecord(row.record);
    },

    list: async ({ offset, limit, search, labels = [] }: ListQuery) => {
      const matching = db
        .selectFrom(table)
        .$if(Boolean(search), (query) =>
          query.where(sql<boolean>`search_text like ${containing(foldCase([search]))} escape '\\'`),
        )
        .where((where) =>
          where.and(
            labels.map((any) =>
              where.or(
                any.map(
                  (label) => sql<boolean>`labels like ${containing(labelled(label))} escape '\\'`,
                ),
              ),
            ),
          ),
        );
      const { count } = await matching
        .select((columns) => columns.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      const total = Number(count);
      // A page past the end, however far: an offset beyond 64 bits would be an error of the database.
      if (limit === 0 || offset >= total) return { records: [], total };
      const rows = await matching
        .select('record')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { records: rows.map(({ record }) => parseRecord(record)), total };
    },

    change: (id, change) =>
      inTransaction(db, async (transaction) => {
        const record = await findToChange(transaction, id);
        if (!record) return undefined;
        const changed = change(record);
        const name = uniqueNameOf?.(changed);
        if (name !== uniqueNameOf?.(record)) await rename(transaction, id, name ?? null);
        await transaction.updateTable(table).set(columnsOf(changed)).where('id', '=', id).execute();
        await onSave?.(transaction, changed);
        return changed;
      }),

    remove: (id, check) =>
      inTransaction(db, async (transaction) => {
        const record = await findToChange(transaction, id);
        if (!record) return false;
        await check?.(record);
        await transaction.deleteFrom(table).where('id', '=', id).execute();
        await onRemove?.(transaction, id);
        return true;
      }),
  };
}
