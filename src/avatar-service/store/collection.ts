import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { resources } from '../../contract/api.ts';
import {
  BUILT_IN_ACCOUNT,
  DEFAULT_ACCOUNT,
  isId,
  type ListQuery,
  type StoredRecord,
} from './records.ts';
import type { Database, Dialect, RecordTable } from './schema.ts';
import { StoreFailure } from './store-error.ts';

/** How the tables of a store are used. */
export interface Access extends Dialect {
  /**
   * The account that sees its own records and built-in ones, and changes only its own; the default account also changes
   * built-in ones. Absent: all records are seen and changed, and new ones belong to the default account.
   */
  readonly account?: string | undefined;
}

/** Returns the accounts whose records are seen; undefined for all. */
export const getVisibleAccounts = ({ account }: Access): string[] | undefined =>
  account === undefined ? undefined : [account, BUILT_IN_ACCOUNT];

/** Returns the account of new records. */
export const getOwner = ({ account = DEFAULT_ACCOUNT }: Access): string => account;

export interface CollectionOptions {
  readonly table: RecordTable;
  /** Returns the id of the record that a record is a part of. Default: none. */
  readonly getParentId?: (record: StoredRecord) => string;
  /** Labels to filter lists by, besides those of the contract's filters. Default: none. */
  readonly getLabels?: (record: StoredRecord) => readonly string[];
  /** Writes related rows of other tables, in the same transaction. */
  readonly onSave?: (db: Kysely<Database>, record: StoredRecord, account: string) => Promise<void>;
  /** Removes the related rows, in the same transaction. */
  readonly onRemove?: (db: Kysely<Database>, id: string) => Promise<void>;
}

/** For each table, the fields of its records that have a column. */
const INDEXED = new Map(
  Object.values(resources).map(({ collection, searched, filters }) => [
    collection,
    { searched, filtered: filters },
  ]),
);

const Row = z.looseObject({ id: z.string() });

export const parseRecord = (json: string): StoredRecord => Row.parse(JSON.parse(json));

/** Runs `work` in a transaction: the current one if `db` is a transaction, otherwise a new one. */
export const inTransaction = <Result>(
  db: Kysely<Database>,
  work: (transaction: Kysely<Database>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work));

/**
 * Folds the case of texts for case-insensitive search. Values that are not strings are ignored. It converts to lower case
 * and then to upper case, because case mappings are not one-to-one: this also matches ß with SS, σ with ς, and ı with i.
 */
export const foldCase = (texts: readonly unknown[]): string =>
  texts
    .filter((text) => typeof text === 'string')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .replace(/I\u0307/g, 'I')
    // Postgres texts cannot contain this character.
    .replaceAll('\0', '\uFFFD');

/** Creates a LIKE pattern for texts that contain `text`, with escaped wildcards. */
const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const wrapLabel = (label: string) => `|${label.replaceAll('|', ' ').replaceAll('\0', ' ')}|`;

const joinLabels = (labels: readonly string[]) => [...new Set(labels.map(wrapLabel))].join('');

/**
 * Returns the labels of the fields that the contract says lists of a table can be filtered by. Others than texts have
 * none. The case of UUIDs does not count.
 */
export const getFilterLabels = (table: RecordTable, values: object): string[] =>
  (INDEXED.get(table)?.filtered ?? []).flatMap((field) => {
    const value: unknown = Reflect.get(values, field);
    return typeof value === 'string'
      ? [`${field} ${isId(value) ? value.toLowerCase() : value}`]
      : [];
  });

/** The records of one kind. Their functions run in the transaction that is given last, if there is one. */
export function createCollection(db: Kysely<Database>, access: Access, options: CollectionOptions) {
  const visible = getVisibleAccounts(access);
  const owner = getOwner(access);
  const { table, getParentId, getLabels, onSave, onRemove } = options;
  const searched = INDEXED.get(table)?.searched ?? [];

  const toColumns = (record: StoredRecord) => ({
    parent_id: getParentId?.(record) ?? null,
    search_text: foldCase(searched.map((field) => record[field])),
    labels: joinLabels([...getFilterLabels(table, record), ...(getLabels?.(record) ?? [])]),
    record: JSON.stringify(record),
  });

  const save = async (to: Kysely<Database>, record: StoredRecord) => {
    const row = { id: record.id, account: owner, ...toColumns(record) };
    await to.insertInto(table).values(row).execute();
    await onSave?.(to, record, owner);
  };

  /**
   * Finds and locks a record, so that no other transaction changes it.
   * @throws StoreFailure `builtIn` if the account sees the record but cannot change it.
   */
  const findForUpdate = async (transaction: Kysely<Database>, id: string) => {
    const row = await transaction
      .selectFrom(table)
      .select(['record', 'account'])
      .where('id', '=', id)
      .$if(visible !== undefined, (query) => query.where('account', 'in', visible ?? []))
      .$if(access.locksRows, (query) => query.forUpdate())
      .executeTakeFirst();
    if (
      row?.account === BUILT_IN_ACCOUNT &&
      visible &&
      ![DEFAULT_ACCOUNT, BUILT_IN_ACCOUNT].includes(owner)
    )
      throw new StoreFailure('builtIn');
    return row && { record: parseRecord(row.record), account: row.account };
  };

  return {
    insert: (record: StoredRecord, to = db): Promise<void> =>
      onSave ? inTransaction(to, (transaction) => save(transaction, record)) : save(to, record),

    find: async (id: string): Promise<StoredRecord | undefined> => {
      const row = await db
        .selectFrom(table)
        .select('record')
        .where('id', '=', id)
        .$if(visible !== undefined, (query) => query.where('account', 'in', visible ?? []))
        .executeTakeFirst();
      return row && parseRecord(row.record);
    },

    /** Lists records, newest first. Later inserts do not change the order. */
    list: async ({ offset, limit, search, labels = [], parentId }: ListQuery, from = db) => {
      const matching = from
        .selectFrom(table)
        .$if(visible !== undefined, (query) => query.where('account', 'in', visible ?? []))
        .$if(parentId !== undefined, (query) => query.where('parent_id', '=', parentId ?? ''))
        .$if(Boolean(search), (query) =>
          query.where(
            sql<boolean>`search_text like ${toLikePattern(foldCase([search]))} escape '\\'`,
          ),
        )
        .where((where) =>
          where.and(
            labels.map((alternatives) =>
              where.or(
                alternatives.map(
                  (label) =>
                    sql<boolean>`labels like ${toLikePattern(wrapLabel(label))} escape '\\'`,
                ),
              ),
            ),
          ),
        );
      const { count } = await matching
        .select((columns) => columns.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      const total = Number(count);
      // A page after the end. The database would reject an offset of more than 64 bits.
      if (limit === 0 || offset >= total) return { records: [], total };
      const rows = await matching
        .select('record')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return { records: rows.map(({ record }) => parseRecord(record)), total };
    },

    /** Replaces a record with the result of `change`, atomically. Returns undefined if the record does not exist. */
    change: (
      id: string,
      change: (record: StoredRecord) => StoredRecord,
      within = db,
    ): Promise<StoredRecord | undefined> =>
      inTransaction(within, async (transaction) => {
        const found = await findForUpdate(transaction, id);
        if (!found) return undefined;
        const { record, account } = found;
        const changed = change(record);
        await transaction.updateTable(table).set(toColumns(changed)).where('id', '=', id).execute();
        await onSave?.(transaction, changed, account);
        return changed;
      }),

    /** Removes a record unless `check` throws. Returns false if the record does not exist. */
    remove: (
      id: string,
      check?: (record: StoredRecord, transaction: Kysely<Database>) => Promise<void> | void,
    ): Promise<boolean> =>
      inTransaction(db, async (transaction) => {
        const found = await findForUpdate(transaction, id);
        if (!found) return false;
        await check?.(found.record, transaction);
        await transaction.deleteFrom(table).where('id', '=', id).execute();
        await onRemove?.(transaction, id);
        return true;
      }),
  };
}
