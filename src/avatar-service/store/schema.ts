import type { Generated } from 'kysely';
import { RESOURCE_NAMES, type ResourceName, resources } from '../../contract/api.ts';
import { type Column, TABLES } from './migrations/0001-create-tables.ts';

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
