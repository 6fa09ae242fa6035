import type { Generated, Kysely, RawBuilder } from 'kysely';
import { RESOURCE_NAMES, type ResourceName, resources } from '../../contract/api.ts';
import { type Column, TABLES } from './migrations/0001-create-tables.ts';
import type { Slice } from './slice-writer.ts';

/** All tables with their columns. The first column of each is unique and defines the order of its rows. */
export { TABLES };

export type TableName = keyof typeof TABLES;

// Object.keys returns text.
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

interface Values {
  text: string;
  integer: number;
  'double precision': number;
  bytes: Uint8Array;
  sequence: Generated<number>;
}

type ValueOf<Each extends Column> = Each extends readonly [
  infer Type extends keyof Values,
  'optional',
]
  ? Values[Type] | null
  : Values[Each[0]];

/** The rows of all tables. */
export type Database = {
  [Table in TableName]: {
    -readonly [Name in keyof (typeof TABLES)[Table]]: (typeof TABLES)[Table][Name] extends Column
      ? ValueOf<(typeof TABLES)[Table][Name]>
      : never;
  };
};

/** Tables of records, one for each resource. */
export type RecordTable = (typeof resources)[ResourceName]['collection'];

/** Creates an object with a property for each table of records. */
export const mapRecordTables = <Value>(
  create: (table: RecordTable) => Value,
): Record<RecordTable, Value> =>
  // TypeScript does not infer the keys of an object that is built from entries.
  Object.fromEntries(
    RESOURCE_NAMES.map((name) => [resources[name].collection, create(resources[name].collection)]),
  ) as Record<RecordTable, Value>;

/** Differences between SQL dialects. */
export interface Dialect {
  /** Whether a transaction must lock a row before it changes it. False if a transaction locks the database. */
  readonly locksRows: boolean;
  /** Selects the `sequence` of the chunks of a group that contain a word. The index finds both. */
  readonly matchWord: (word: string, groupKey: string) => RawBuilder<{ readonly sequence: number }>;
  /** Waits until no other transaction has this lock, and keeps it until the end of its own. Absent like locks of rows. */
  readonly lock?: (name: string) => RawBuilder<unknown>;
  /** Writes a part of a file's content, outside of this thread. Absent if writing does not stop the thread. */
  readonly writeSlice?: (slice: Slice) => Promise<void>;
}

/** An open, migrated database. */
export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly dialect: Dialect;
  /** Whether the open file still exists at its path. Absent for databases that are not files. */
  isThere?(): boolean;
  /** Connection pool statistics. Absent for SQLite. */
  readonly connections?: () => ConnectionUse;
}

/** Connection pool statistics of one process. */
export interface ConnectionUse {
  readonly used: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  readonly limit: number;
}
