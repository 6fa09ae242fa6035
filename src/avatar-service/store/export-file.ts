import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { decrypt, encrypt } from '../../shared/encryption.ts';
import type { Secret } from '../../shared/secret.ts';
import { MIGRATIONS } from './migrations/migrate.ts';
import { TABLES, type TableName } from './schema.ts';

const isTableName = (name: string): name is TableName => Object.hasOwn(TABLES, name);

/** Tables without secrets, whose rows are not encrypted, because they are most of an export. */
const PLAIN: ReadonlySet<TableName> = new Set(['files', 'file_slices', 'document_chunks']);

/** Maximum bytes of a line. A slice of a file takes 700 KB. */
const MAX_LINE = 64 * 1024 * 1024;

const FORMAT = 'avatar-graphql export 1';

const Header = z.strictObject({
  format: z.literal(FORMAT),
  /** The last migration of the store. */
  migration: z.string(),
  salt: z.base64url(),
  /** An encrypted text, to recognize the passphrase. */
  check: z.base64url(),
});

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A row of an export, without its sequence: rows are in order. `bytes` of a slice are base64. */
export type Row = Readonly<z.output<typeof Row>>;

const Line = z.union([
  /** A row, as it is or encrypted. */
  z.strictObject({ table: z.string().refine(isTableName), row: z.union([z.string(), Row]) }),
  z.strictObject({ digest: z.base64url() }),
]);

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** Derives the keys of an export: one encrypts rows, the other authenticates the whole file. */
async function deriveKeys(passphrase: Secret, salt: string) {
  const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
  const bytes = await derive(passphrase.reveal().normalize('NFC'), salt, 64, cost);
  return { rowKey: bytes.subarray(0, 32), digestKey: bytes.subarray(32) };
}

/** Writes rows to an export, with its header and its digest. Returns the number of rows. */
export async function writeExport(
  file: FileHandle,
  passphrase: Secret,
  batches: AsyncIterable<{ readonly table: TableName; readonly rows: readonly Row[] }>,
): Promise<number> {
  const salt = randomBytes(16).toString('base64url');
  const { rowKey, digestKey } = await deriveKeys(passphrase, salt);
  const seal = (text: string, context: string) =>
    encrypt(rowKey, text, context).toString('base64url');
  const hmac = createHmac('sha256', digestKey);
  const write = async (values: readonly object[]) => {
    const lines = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    hmac.update(lines);
    await file.writeFile(lines);
  };
  const migration = MIGRATIONS.at(-1);
  await write([{ format: FORMAT, migration, salt, check: seal('', salt) }]);
  let count = 0;
  for await (const { table, rows } of batches) {
    count += rows.length;
    await write(
      rows.map((row) => ({
        table,
        row: PLAIN.has(table) ? row : seal(JSON.stringify(row), table),
      })),
    );
  }
  await file.writeFile(`${JSON.stringify({ digest: hmac.digest('base64url') })}\n`);
  return count;
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

/** @throws Error if the text is not JSON of the schema. */
function parse<Schema extends z.ZodType>(schema: Schema, text: string | undefined) {
  try {
    return schema.parse(JSON.parse(text ?? ''));
  } catch (cause) {
    throw new Error('it is not an export, or it is damaged', { cause });
  }
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
  const { value: first } = await lines.next();
  const { migration, salt, check } = parse(Header, first ?? '');
  if (migration !== MIGRATIONS.at(-1))
    throw new Error(`it was written by another version (${migration})`);
  const { rowKey, digestKey } = await deriveKeys(passphrase, salt);
  const open = (text: string, context: string) =>
    decrypt(rowKey, Buffer.from(text, 'base64url'), context);
  if (open(check, salt) === undefined) throw new Error('the passphrase is wrong');
  const hmac = createHmac('sha256', digestKey).update(first ?? '');
  for await (const text of lines) {
    const line = parse(Line, text);
    if ('digest' in line) {
      const [expected, given] = [hmac.digest(), Buffer.from(line.digest, 'base64url')];
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Error('it is damaged: its digest differs');
      if (!(await lines.next()).done) throw new Error('it has lines after its digest');
      return;
    }
    hmac.update(text);
    const { table, row } = line;
    yield { table, row: typeof row === 'string' ? parse(Row, open(row, table)) : row };
  }
  throw new Error('it is incomplete');
}
