import { execFile } from 'node:child_process';
import { z } from 'zod';
import {
  describeUnknownMigration,
  MIGRATIONS,
} from '../../avatar-service/store/migrations/migrate.ts';
import type { StoreInspection } from '../../avatar-service/store/store-inspection.ts';
import { describeLocation, type StoreLocation } from '../../avatar-service/store/store-location.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import type { Config } from '../config/config.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';
import { INSPECT_STORE } from './inspect-command.ts';

/** Free disk space in bytes, below which there is a warning. */
const LITTLE_SPACE = 1_000_000_000;

/** Free disk space in bytes that the program needs for a few uploads. */
const MIN_SPACE = 100_000_000;

const formatSpace = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`;

const describeVersion = (migrations: readonly string[]) =>
  `Its version is ${migrations.at(-1) ?? 'unknown'}.`;

async function inspectStore(location: StoreLocation): Promise<StoreInspection> {
  // Drivers are loaded only if they are used.
  if ('dataDir' in location)
    return (await import('../../avatar-service/store/inspect-sqlite.ts')).inspectSqlite(
      location.dataDir,
    );
  return (await import('../../avatar-service/store/inspect-postgres.ts')).inspectPostgres(
    location.databaseUrl,
  );
}

/** Inspects the store. Reading a large SQLite file blocks the process, so the doctor runs this in another one. */
export async function inspectConfiguredStore({ store }: Config): Promise<Finding> {
  const place = describeLocation(store);
  const inspection = await inspectStore(store).catch(getErrorMessage);
  if (typeof inspection === 'string') {
    const advice =
      'databaseUrl' in store
        ? 'Check DATABASE_URL and the database server.'
        : 'Correct DATA_DIR or its permissions, or import an export with `avatar-graphql import`.';
    return failed(`The store ${place} cannot be used: ${inspection}.`, advice);
  }
  const { state, migrations, freeBytes } = inspection;
  const space = freeBytes === undefined ? '' : ` ${formatSpace(freeBytes)} of disk space are free.`;
  const unknown = migrations.find((name) => !MIGRATIONS.includes(name));
  if (unknown !== undefined) {
    return failed(
      `The store ${place} ${describeUnknownMigration(unknown)}.`,
      'Install that version of avatar-graphql, or import an export of this version.',
    );
  }
  if (freeBytes !== undefined && freeBytes < MIN_SPACE)
    return failed(`The disk of the store ${place} is almost full.${space}`, 'Free disk space.');
  if (state === 'unrecovered') {
    return warn(
      `The store ${place} was not closed cleanly, and can only be checked after a start.${space}`,
      'Start the program, which recovers the store. Then run doctor again.',
    );
  }
  const pending = MIGRATIONS.filter((name) => !migrations.includes(name));
  if (state === 'present' && pending.length > 0) {
    return warn(
      `The store ${place} is sound. ${describeVersion(migrations)} The next start migrates it to ${pending.at(-1)}; earlier versions cannot open it afterwards.${space}`,
      'Export the store first.',
    );
  }
  const found =
    state === 'absent'
      ? `There is no store at ${place} yet. The first start creates it.`
      : `The store ${place} is sound. ${describeVersion(migrations)}`;
  if (freeBytes !== undefined && freeBytes < LITTLE_SPACE)
    return warn(`${found}${space}`, 'Free disk space, or move DATA_DIR to a larger disk.');
  return ok(`${found}${space}`);
}

const ChildFinding = z.object({
  status: z.enum(['ok', 'warning', 'failed']),
  message: z.string(),
  advice: z.string().optional(),
});

const runInspection = (signal: AbortSignal) =>
  new Promise<string>((resolve, reject) => {
    const [, program = ''] = process.argv;
    const words = [...process.execArgv, program, INSPECT_STORE];
    const options = { signal, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, words, options, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });

/** Checks the store of the built-in avatar service, without creating or changing it. */
export const storeCheck: Check<Config> = {
  name: 'store',
  deadline: 30_000,
  run: async ({ upstream }, signal) => {
    if (upstream)
      return skipped('UPSTREAM_URL is set, so the built-in avatar service is not used.');
    return ChildFinding.parse(JSON.parse(await runInspection(signal)));
  },
};
