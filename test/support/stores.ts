import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { Secret } from '../../src/shared/secret.ts';
import { onFinished, tempFolder } from './resources.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres server in which tests make databases; only the project `postgres` has it. */
    readonly postgres: string;
  }
}

/** Runs one statement in the database at an address. */
export async function query(databaseUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a copy of the database `template` in the server at an address, whose name begins with `prefix`. */
export async function createDatabase(
  server: string,
  template = 'template0',
  prefix = 'test',
): Promise<{ name: string; url: string }> {
  const name = `${prefix}_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  return { name, url: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

/** An empty database of the running test's own in the server at an address. */
export async function tempDatabase(server: string): Promise<string> {
  const { name, url } = await createDatabase(server);
  onFinished(() => query(server, `drop database ${name} with (force)`));
  return url;
}

/** Keeps the content of a database beside it, and adds a function that ends all other connections and restores it. */
export const KEEP_CONTENT = `
  create schema kept;
  do $$ declare here record; begin
    for here in select table_name from information_schema.tables where table_schema = 'public' loop
      execute format('create table kept.%1$I as table public.%1$I', here.table_name);
    end loop;
  end $$;
  create function kept.restore() returns void language plpgsql as $$ declare here record; begin
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    for here in
      select table_name, string_agg(quote_ident(column_name), ', ') as columns
        from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name
    loop
      execute format('delete from public.%I', here.table_name);
      execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from kept.%1$I',
        here.table_name, here.columns);
    end loop;
  end $$`;

/** How often a database is restored. Each time leaves what was deleted. */
const MAX_USES = 30;

/** The databases that no test uses now, by their templates: to restore one takes a fifth of the time to make one. */
const idle = new Map<string, { readonly url: string; readonly uses: number }[]>();

/** A copy of a prepared database for the running test. */
async function tempCopy(server: string, template: string): Promise<string> {
  const others = idle.get(template) ?? [];
  idle.set(template, others);
  const { url, uses } = others.pop() ?? {
    url: (await createDatabase(server, template, template)).url,
    uses: 0,
  };
  onFinished(async () => {
    if (uses === MAX_USES)
      return query(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    await query(url, 'select kept.restore()');
    return others.push({ url, uses: uses + 1 });
  });
  return url;
}

/** The store in the database at an address. */
export const locateDatabase = (url: string): StoreLocation => ({
  databaseUrl: new Secret(url),
  secret: new Secret('what tests encrypt API keys with'),
});

/** A folder of the running test's own with a store that has the sample data, or an empty one for tests over Postgres. */
export async function tempStoreFolder(): Promise<string> {
  const dataDir = await tempFolder();
  if (!inject('postgres')) await cp(inject('stores').seeded.source, dataDir, { recursive: true });
  return dataDir;
}

/**
 * A new place for a store of the running test's own: in Postgres for the project of that name, else a folder. Default:
 * an empty one, else a copy of the prepared store `source`.
 */
export async function tempPlace(source?: string): Promise<StoreLocation> {
  const server = inject('postgres');
  if (server) {
    const url = source === undefined ? tempDatabase(server) : tempCopy(server, source);
    return locateDatabase(await url);
  }
  const dataDir = await tempFolder();
  if (source !== undefined) await cp(source, dataDir, { recursive: true });
  return { dataDir };
}

/** Returns the settings for a store at a place. */
export const placeSettings = (place: StoreLocation): Record<string, string> => ({
  ...(place.secret && { STORE_SECRET: place.secret.reveal() }),
  ...('dataDir' in place
    ? { DATA_DIR: place.dataDir }
    : {
        DATABASE_URL: place.databaseUrl.reveal(),
        ...(place.connections && { DATABASE_CONNECTIONS: String(place.connections) }),
      }),
});
