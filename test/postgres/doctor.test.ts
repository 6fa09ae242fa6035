import { expect, inject, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { MIGRATIONS } from '../../src/avatar-service/store/migrations/migrate.ts';
import { checkStore } from '../../src/runtime/doctor/store.ts';
import { Secret } from '../../src/shared/secret.ts';
import { query, tempDatabase } from '../support/stores.ts';

const countTables = async (database: string) => {
  const statement = `select count(*) from information_schema.tables where table_schema = 'public'`;
  return Number((await query(database, statement)).rows[0].count);
};

const inspect = (database: string) => checkStore({ databaseUrl: new Secret(database) });

test('an empty database stays empty', async () => {
  const database = await tempDatabase(inject('postgres'));
  expect(await inspect(database)).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/^The store Postgres at \S+ does not exist yet\./),
  });
  expect(await countTables(database)).toBe(0);
});

test('the version of a store in Postgres is reported', async () => {
  const database = await tempDatabase(inject('postgres'));
  await (await openStore({ databaseUrl: new Secret(database) })).close();
  expect(await inspect(database)).toMatchObject({
    status: 'ok',
    message: expect.stringContaining(`is sound. Its version is ${MIGRATIONS.at(-1)}.`),
  });
  await query(database, `insert into kysely_migration values ('9999_future', '2099')`);
  expect(await inspect(database)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/ by a newer version, or by one before 1\.0 \(9999_future\)\.$/),
  });
});

test('a wrong password is reported without it', async () => {
  const url = new URL(inject('postgres'));
  url.password = 'another-password';
  const { status, message } = await inspect(url.href);
  expect(status).toBe('failed');
  expect(message).toMatch(/^The store Postgres at \S+ cannot be used: password /);
  expect(message).not.toContain('another-password');
});
