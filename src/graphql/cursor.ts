import { z } from 'zod';

/** Position of an item in a list when it was read. */
export interface Position {
  readonly offset: number;
  /** Id of the item, to find it again after other items were created or deleted. */
  readonly id: string;
  /** Total number of items of the list; null if the upstream did not return it. */
  readonly total: number | null;
}

const offset = z.int().min(0).max(999_999_999);

const Cursor = z.tuple([z.string(), offset, z.string(), offset.nullable()]);

/** Creates the cursor of an item of a list. Cursors are opaque to clients. */
export const createCursor = (noun: string, { offset, id, total }: Position): string =>
  Buffer.from(JSON.stringify([noun, offset, id, total])).toString('base64url');

/** Returns the position that a cursor of a list has; undefined for an invalid cursor. */
export function readCursor(noun: string, cursor: string): Position | undefined {
  try {
    const [kind, offset, id, total] = Cursor.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    return kind === noun ? { offset, id, total } : undefined;
  } catch {
    return undefined;
  }
}
