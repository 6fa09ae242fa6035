import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MEGABYTE } from '../../contract/file-size.ts';
import type { Secret } from '../../shared/secret.ts';
import { MIGRATIONS } from './migrations/migrate.ts';
import { TABLES, type TableName } from './schema.ts';

// An export is a line of JSON, the encrypted rows, which are lines of JSON, and a tag that authenticates all of it.

const FORMAT = 'avatar-graphql export 2';
const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;

/** Maximum bytes of the first line. */
const MAX_HEADER = 1_000;

const Header = z.strictObject({
  format: z.literal(FORMAT),
  /** The last migration of the store. */
  migration: z.string(),
  salt: z.base64url(),
  /** Derived from the passphrase, to recognize it. */
  check: z.base64url(),
});

const isTableName = (name: string): name is TableName => Object.hasOwn(TABLES, name);

const Line = z.tuple([
  z.string().refine(isTableName),
  z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
]);

/** A row of an export, without its sequence: rows are in order. `bytes` of a slice are base64. */
export type Row = Readonly<z.output<typeof Line>[1]>;

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** Derives what an export needs. Each has its own salt, so that no key and nonce are used twice. */
async function deriveKey(passphrase: Secret, salt: string) {
  const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * MEGABYTE };
  const bytes = await derive(passphrase.reveal().normalize('NFC'), salt, 64, cost);
  const check = bytes.subarray(44).toString('base64url');
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32, 44), check };
}

/** Writes rows to an export. Returns their number. */
export async function writeExport(
  file: FileHandle,
  passphrase: Secret,
  batches: AsyncIterable<{ readonly table: TableName; readonly rows: readonly Row[] }>,
): Promise<number> {
  const salt = randomBytes(16).toString('base64url');
  const { key, nonce, check } = await deriveKey(passphrase, salt);
  const header = `${JSON.stringify({ format: FORMAT, migration: MIGRATIONS.at(-1), salt, check })}\n`;
  await file.writeFile(header);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(header));
  let count = 0;
  for await (const { table, rows } of batches) {
    const lines = rows.map((row) => `${JSON.stringify([table, row])}\n`).join('');
    await file.writeFile(cipher.update(lines, 'utf8'));
    count += rows.length;
  }
  await file.writeFile(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
  return count;
}

/** Reads the first line. @throws Error if it is not that of an export of this version. */
async function readHeader(file: FileHandle) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER), 0, MAX_HEADER, 0);
  const line = buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf('\n') + 1);
  try {
    const { migration, salt, check } = Header.parse(JSON.parse(line.toString()));
    return { line, migration, salt, check };
  } catch (cause) {
    throw new Error('it is not an export, or it is damaged', { cause });
  }
}

/**
 * Yields the rows of an export as text. What was yielded is valid only if it ends without an error.
 * @throws Error if the passphrase is wrong, or the file is incomplete, damaged or of another version. Its message is the
 * end of a sentence for the operator.
 */
export async function* decryptExport(file: FileHandle, passphrase: Secret): AsyncGenerator<Buffer> {
  const { line, migration, salt, check } = await readHeader(file);
  if (migration !== MIGRATIONS.at(-1))
    throw new Error(`it was written by another version (${migration})`);
  const { key, nonce, check: expected } = await deriveKey(passphrase, salt);
  if (check !== expected) throw new Error('the passphrase is wrong');
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(line);
  const end = (await file.stat()).size - TAG_BYTES;
  const chunk = Buffer.alloc(MEGABYTE);
  const read = async (from: number, bytes: number) =>
    chunk.subarray(0, (await file.read(chunk, 0, Math.min(chunk.length, bytes), from)).bytesRead);
  for (let at = line.length; at < end; ) {
    const part = await read(at, end - at);
    if (part.length === 0) break;
    yield decipher.update(part);
    at += part.length;
  }
  try {
    decipher.setAuthTag(await read(end, TAG_BYTES)).final();
  } catch (cause) {
    throw new Error('it is incomplete or damaged', { cause });
  }
}

/** Yields the rows of an export. It was checked before, so that its lines are as long as they were written. */
export async function* readExport(
  file: FileHandle,
  passphrase: Secret,
): AsyncGenerator<{ readonly table: TableName; readonly row: Row }> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of decryptExport(file, passphrase)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [table, row] = Line.parse(JSON.parse(line));
      yield { table, row };
    }
  }
}
