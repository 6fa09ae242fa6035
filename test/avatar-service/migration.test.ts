import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { query, tempPlace } from '../support/stores.ts';

/** Runs a statement in the database of a store, which may not exist yet. */
async function run(place: StoreLocation, statement: string) {
  if ('databaseUrl' in place) return query(place.databaseUrl.reveal(), statement);
  const db = new DatabaseSync(join(place.dataDir, 'avatar-service.sqlite'));
  db.exec(statement);
  return db.close();
}

const PERSONA = { id: 'one', name: 'Ada' };

async function createStore() {
  const place = await tempPlace();
  const store = await openStore(place);
  await store.personas.insert(PERSONA);
  await store.close();
  return place;
}

test.each(['9999_later', '0001_initial'])(
  'a store with the migration %s cannot be opened',
  async (name) => {
    const place = await createStore();
    await run(place, `update kysely_migration set name = '${name}' where name = '0001_tables'`);
    await expect(openStore(place)).rejects.toThrow(
      `cannot be opened: it was written by a newer version, or by one before 1.0 (${name}).`,
    );
    await run(place, `update kysely_migration set name = '0001_tables' where name = '${name}'`);
    const store = await openStore(place);
    expect(await store.personas.find(PERSONA.id)).toStrictEqual(PERSONA);
    await store.close();
  },
);

test('a migration that fails changes nothing', async () => {
  const place = await tempPlace();
  // Created by the migration after most other tables.
  await run(place, 'create table removed_files (id text)');
  await expect(openStore(place)).rejects.toThrow(/cannot be opened: .*removed_files.*exists/);
  await run(place, 'drop table removed_files');
  const store = await openStore(place);
  await store.personas.insert(PERSONA);
  await store.close();
});
