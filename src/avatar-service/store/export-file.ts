import { createHmac, type Hmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { decrypt, encrypt } from '../../shared/encryption.ts';
import type { Secret } from '../../shared/secret.ts';
import { MIGRATIONS } from './migrations/migrate.ts';
import { type Database, mapRecordTables } from './schema.ts';

const RECORD_COLUMNS = [
  'sequence',
  'id',
  'account',
  'parent_id',
  'search_text',
  'labels',
  'unique_name',
  'record',
] as const;

/** All tables with their columns. The first column is unique and defines the order. */
export const TABLES = {
  stored_values: ['name', 'value'],
  api_keys: ['id', 'hash', 'plan', 'account', 'label', 'created_at', 'expires_at', 'revoked_at'],
  ...mapRecordTables(() => RECORD_COLUMNS),
  hidden_avatars: ['id', 'account', 'record', 'hidden_at'],
  persona_tools: ['id', 'persona_id', 'tool_id'],
  voice_uploads: ['id', 'account', 'key_id', 'size', 'type', 'expires_at'],
  live_sessions: ['id', 'account', 'ends_at'],
  files: ['id', 'type', 'size'],
  file_slices: ['id', 'file_id', 'bytes'],
  storage_use: ['id', 'bytes', 'documents'],
  document_chunks: ['sequence', 'id', 'document_id', 'chunk_index', 'content', 'group_key'],
  document_jobs: ['sequence', 'id', 'key_id', 'lane', 'attempts', 'leased_until'],
  removed_files: ['id'],
  llm_secrets: ['id', 'encrypted'],
} as const satisfies { [Table in keyof Database]: readonly (keyof Database[Table])[] };

export type TableName = keyof typeof TABLES;

type MissingColumns = {
  [Table in TableName]: Exclude<keyof Database[Table], (typeof TABLES)[Table][number]>;
}[TableName];

/** Does not compile if TABLES lacks a column, which would not be exported then. */
export const TABLE_NAMES = Object.keys(TABLES) as [MissingColumns] extends [never]
  ? TableName[]
  : never;

const isTableName = (name: string): name is TableName => Object.hasOwn(TABLES, name);

/** Tables without secrets, whose rows are not encrypted, because they are most of an export. */
const PLAIN: ReadonlySet<TableName> = new Set(['files', 'file_slices', 'document_chunks']);

/** Maximum size of a line. A slice of a file takes 700 KB. */
const MAX_LINE = 64 * 1024 * 1024;

const RowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A row of an export, without its sequence: rows are in order. `bytes` of a slice are base64. */
export type Row = Readonly<z.output<typeof RowSchema>>;

const FORMAT = 'avatar-graphql';

const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  /** The last migration of the store. */
  migration: z.string(),
  salt: z.base64url().min(16).max(64),
  /** An encrypted text, to recognize the passphrase. */
  check: z.base64url(),
});

const Line = z.union([
  /** A row, as it is or encrypted. */
  z.strictObject({
    table: z.string().refine(isTableName),
    row: z.union([z.string(), RowSchema]),
  }),
  z.strictObject({ rows: z.int(), digest: z.base64url() }),
]);

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** Derives the keys of an export: one encrypts rows, the other authenticates the whole file. */
async function deriveKeys(passphrase: Secret, salt: string) {
  const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
  const bytes = await derive(passphrase.reveal().normalize('NFC'), salt, 64, cost);
  return { rowKey: bytes.subarray(0, 32), digestKey: bytes.subarray(32) };
}

/** Writes the lines of an export. */
export class ExportWriter {
  readonly #file: FileHandle;
  readonly #rowKey: Buffer;
  readonly #digest: Hmac;
  #rows = 0;

  private constructor(file: FileHandle, keys: { rowKey: Buffer; digestKey: Buffer }) {
    this.#file = file;
    this.#rowKey = keys.rowKey;
    this.#digest = createHmac('sha256', keys.digestKey);
  }

  /** Starts an export with its header. */
  static async start(file: FileHandle, passphrase: Secret): Promise<ExportWriter> {
    const salt = randomBytes(16).toString('base64url');
    const keys = await deriveKeys(passphrase, salt);
    const writer = new ExportWriter(file, keys);
    const check = encrypt(keys.rowKey, FORMAT, salt).toString('base64url');
    const migration = MIGRATIONS.at(-1) ?? '';
    await writer.#write({ format: FORMAT, version: 1, migration, salt, check });
    return writer;
  }

  async #write(...values: readonly object[]): Promise<void> {
    const lines = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    this.#digest.update(lines);
    await this.#file.writeFile(lines);
  }

  /** Adds rows of a table. */
  async add(table: TableName, rows: readonly Row[]): Promise<void> {
    this.#rows += rows.length;
    const write = (row: Row) =>
      PLAIN.has(table)
        ? row
        : encrypt(this.#rowKey, JSON.stringify(row), table).toString('base64url');
    await this.#write(...rows.map((row) => ({ table, row: write(row) })));
  }

  /** Adds the digest, and returns the number of rows. */
  async end(): Promise<number> {
    const digest = this.#digest.digest('base64url');
    await this.#file.writeFile(`${JSON.stringify({ rows: this.#rows, digest })}\n`);
    return this.#rows;
  }
}

/** Yields the lines of a file with their line breaks. @throws Error if the last one has none, or one is too long. */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    let rest: Buffer = chunk;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield Buffer.concat([...parts, rest.subarray(0, end + 1)]).toString('utf8');
      rest = rest.subarray(end + 1);
      parts = [];
      size = 0;
    }
    parts.push(rest);
    size += rest.length;
    if (size > MAX_LINE) throw new Error('it is not an export');
  }
  if (size > 0) throw new Error('it is incomplete');
}

/** Parses a line. @throws Error if it is invalid. */
function parseLine<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error('it is not an export, or it is damaged', { cause });
  }
}

/** @throws Error if the row is encrypted and should not be, or reverse, or was changed. */
function readRow(table: TableName, row: string | Row, key: Buffer): Row {
  if ((typeof row === 'string') === PLAIN.has(table)) throw new Error('it is damaged');
  if (typeof row !== 'string') return row;
  return parseLine(RowSchema, decrypt(key, Buffer.from(row, 'base64url'), table) ?? '');
}

/** Checks that a row has the columns of its table. The sequence is not exported. */
function checkColumns(table: TableName, row: Row): void {
  const columns: readonly string[] = TABLES[table].filter((name) => name !== 'sequence');
  const names = Object.keys(row);
  if (names.length === columns.length && columns.every((name) => Object.hasOwn(row, name))) return;
  throw new Error(`it has a row that does not fit the table ${table}`);
}

/**
 * Yields the rows of an export, and checks it to its end. What was yielded is valid only then.
 * @throws Error if the passphrase is wrong, or the file is incomplete, damaged or of another version. Its message is the
 * end of a sentence for the operator.
 */
export async function* readExport(
  file: FileHandle,
  passphrase: Secret,
): AsyncGenerator<{ readonly table: TableName; readonly row: Row }> {
  const lines = readLines(file);
  const first = await lines.next();
  if (first.done) throw new Error('it is empty');
  const { migration, salt, check } = parseLine(Header, first.value);
  if (migration !== MIGRATIONS.at(-1))
    throw new Error(`it was written by another version (${migration})`);
  const { rowKey, digestKey } = await deriveKeys(passphrase, salt);
  if (decrypt(rowKey, Buffer.from(check, 'base64url'), salt) === undefined)
    throw new Error('the passphrase is wrong');
  const hmac = createHmac('sha256', digestKey).update(first.value);
  let count = 0;
  let isComplete = false;
  for await (const text of lines) {
    if (isComplete) throw new Error('it has lines after its digest');
    const line = parseLine(Line, text);
    if ('digest' in line) {
      const expected = hmac.digest();
      const given = Buffer.from(line.digest, 'base64url');
      const isEqual = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isEqual || line.rows !== count) throw new Error('it is damaged: its digest differs');
      isComplete = true;
    } else {
      hmac.update(text);
      count += 1;
      const { table } = line;
      const row = readRow(table, line.row, rowKey);
      checkColumns(table, row);
      yield { table, row };
    }
  }
  if (!isComplete) throw new Error('it is incomplete');
}
