import { expect, inject, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { MIGRATIONS } from '../../src/avatar-service/store/migrations/migrate.ts';
import { Secret } from '../../src/shared/secret.ts';
import { diagnose } from '../support/doctor.ts';
import { query, tempDatabase } from '../support/stores.ts';

const countTables = async (database: string) => {
  const statement = `select count(*) from information_schema.tables where table_schema = 'public'`;
  return Number((await query(database, statement)).rows[0].count);
};

test('an empty database stays empty', async () => {
  const database = await tempDatabase(inject('postgres'));
  const { find, code } = await diagnose({ DATABASE_URL: database });
  expect(find('store')).toMatch(/^ok: There is no store at Postgres at \S+ yet\./);
  expect(await countTables(database)).toBe(0);
  expect(code).toBe(0);
});

test('the version of a store in Postgres is reported', async () => {
  const database = await tempDatabase(inject('postgres'));
  await (await openStore({ databaseUrl: new Secret(database) })).close();
  const sound = await diagnose({ DATABASE_URL: database });
  expect(sound.find('store')).toContain(`is sound. Its version is ${MIGRATIONS.at(-1)}.`);
  expect(sound.code).toBe(0);
  await query(database, `insert into kysely_migration values ('9999_future', '2099')`);
  const newer = await diagnose({ DATABASE_URL: database });
  expect(newer.find('store')).toMatch(
    /^failed: .* by a newer version, or by one before 1\.0 \(9999_future\)\.$/,
  );
  expect(newer.code).toBe(1);
});

test('a wrong password is reported without it', async () => {
  const url = new URL(await tempDatabase(inject('postgres')));
  url.password = 'another-password';
  const { find, code, lines } = await diagnose({ DATABASE_URL: url.href });
  expect(find('store')).toMatch(/^failed: The store Postgres at \S+ cannot be used: password /);
  expect(lines.join()).not.toContain('another-password');
  expect(code).toBe(1);
});
