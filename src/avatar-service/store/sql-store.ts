import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from './schema.ts';
import type { ApiKey, PersonaQuery, Store, StoredRecord, Tables } from './store.ts';

const Row = z.looseObject({ id: z.string() });

const parse = (json: string): StoredRecord => Row.parse(JSON.parse(json));

/**
 * One spelling for all cases of a name, so that a filter finds it in any. Down and up again, because case is not always
 * one to one: this also brings together ß and SS, σ and ς, and (without its dot) every i of Turkish.
 */
const folded = (text: unknown) =>
  typeof text === 'string'
    ? text
        .normalize('NFC')
        .toLowerCase()
        .toUpperCase()
        .replace(/I\u0307/g, 'I')
        // The one character that a text of Postgres cannot hold.
        .replaceAll('\0', '\uFFFD')
    : '';

/** A LIKE pattern that matches `text` anywhere, and none of its characters as a wildcard. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

async function findRecord(
  db: Kysely<Database>,
  table: 'personas' | 'avatars' | 'tools',
  id: string,
): Promise<StoredRecord | undefined> {
  const row = await db.selectFrom(table).select('record').where('id', '=', id).executeTakeFirst();
  return row && parse(row.record);
}

const personas = (db: Kysely<Database>): Tables['personas'] => ({
  insert: async (persona) => {
    const row = {
      id: persona.id,
      name_folded: folded(persona.name),
      record: JSON.stringify(persona),
    };
    await db.insertInto('personas').values(row).execute();
  },
  find: (id) => findRecord(db, 'personas', id),
  list: async ({ page, perPage, search }: PersonaQuery) => {
    const matching = db
      .selectFrom('personas')
      .$if(Boolean(search), (query) =>
        query.where(sql<boolean>`name_folded like ${containing(folded(search))} escape '\\'`),
      );
    const { total } = await matching
      .select((columns) => columns.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const offset = (page - 1) * perPage;
    // A page past the end, however far: an offset beyond 64 bits would be an error of the database.
    if (offset >= Number(total)) return { records: [], total: Number(total) };
    const rows = await matching
      .select('record')
      .orderBy('sequence', 'desc')
      .limit(perPage)
      .offset(offset)
      .execute();
    return { records: rows.map(({ record }) => parse(record)), total: Number(total) };
  },
});

const avatars = (db: Kysely<Database>): Tables['avatars'] => ({
  insert: async (avatar, { bytes, type }) => {
    const row = {
      id: avatar.id,
      record: JSON.stringify(avatar),
      picture: bytes,
      picture_type: type,
    };
    await db.insertInto('avatars').values(row).execute();
  },
  find: (id) => findRecord(db, 'avatars', id),
  picture: async (id) => {
    const row = await db
      .selectFrom('avatars')
      .select([sql<number>`length(picture)`.as('size'), 'picture_type'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { size: Number(row.size), type: row.picture_type };
  },
  pictureSlice: async (id, from, bytes) => {
    // SQL counts from one.
    const slice = sql<Uint8Array>`substr(picture, cast(${from + 1} as integer), cast(${bytes} as integer))`;
    const row = await db
      .selectFrom('avatars')
      .select(slice.as('slice'))
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.slice;
  },
});

/** How dialects differ beyond their tables. */
interface Dialect {
  /** Whether a transaction that is to change a row locks it first; otherwise it has locked everything. */
  readonly locksRows: boolean;
}

/** Finds a tool for a transaction that is about to change it, so that no other does meanwhile. */
async function findToChange(db: Kysely<Database>, id: string, { locksRows }: Dialect) {
  const row = await db
    .selectFrom('tools')
    .select('record')
    .where('id', '=', id)
    .$if(locksRows, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && parse(row.record);
}

const tools = (db: Kysely<Database>, dialect: Dialect): Tables['tools'] => ({
  insert: async (tool) => {
    await db
      .insertInto('tools')
      .values({ id: tool.id, record: JSON.stringify(tool) })
      .execute();
  },
  find: (id) => findRecord(db, 'tools', id),
  change: (id, change) =>
    db.transaction().execute(async (transaction) => {
      const tool = await findToChange(transaction, id, dialect);
      if (!tool) return undefined;
      const changed = change(tool);
      const record = JSON.stringify(changed);
      await transaction.updateTable('tools').set({ record }).where('id', '=', id).execute();
      return changed;
    }),
  remove: (id, check) =>
    db.transaction().execute(async (transaction) => {
      const tool = await findToChange(transaction, id, dialect);
      if (!tool) return false;
      check(tool);
      await transaction.deleteFrom('tools').where('id', '=', id).execute();
      return true;
    }),
});

const keys = (db: Kysely<Database>): Tables['keys'] => {
  const columns = [
    'id',
    'plan',
    'label',
    'created_at as createdAt',
    'expires_at as expiresAt',
    'revoked_at as revokedAt',
  ] as const;
  return {
    insert: async ({ createdAt, expiresAt, revokedAt, ...key }: ApiKey, hash) => {
      const times = { created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt };
      await db
        .insertInto('api_keys')
        .values({ ...key, ...times, hash })
        .execute();
    },
    findByHash: (hash) =>
      db.selectFrom('api_keys').select(columns).where('hash', '=', hash).executeTakeFirst(),
    list: () =>
      db.selectFrom('api_keys').select(columns).orderBy('created_at').orderBy('id').execute(),
    revoke: async (id, at) => {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
};

const tables = (db: Kysely<Database>, dialect: Dialect): Tables => ({
  personas: personas(db),
  avatars: avatars(db),
  tools: tools(db, dialect),
  keys: keys(db),
  setting: async (name, create) => {
    const read = () =>
      db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
    const known = await read();
    if (known) return known.value;
    const row = { name, value: create() };
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await read())?.value ?? row.value;
  },
});

/** The store over any dialect of kysely whose database has been migrated. */
export const createSqlStore = (db: Kysely<Database>, dialect: Dialect): Store => ({
  ...tables(db, dialect),
  once: (name, work) =>
    db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('settings')
        .values({ name: `once:${name}`, value: 'done' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) await work(tables(transaction, dialect));
    }),
  isAlive: () =>
    db
      .selectFrom('settings')
      .select('name')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      ),
  close: () => db.destroy(),
});
