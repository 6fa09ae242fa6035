import { inspectStore, type StoreInspection } from '../../avatar-service/store/inspect.ts';
import {
  describeUnknownMigration,
  MIGRATIONS,
} from '../../avatar-service/store/migrations/migrate.ts';
import { describeLocation, type StoreLocation } from '../../avatar-service/store/store-location.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

/** Judges a store that can be read. `place` begins the sentences. */
function judge(place: string, { state, migrations }: StoreInspection): Finding {
  const unknown = migrations.find((name) => !MIGRATIONS.includes(name));
  if (unknown !== undefined) {
    return failed(
      `${place} ${describeUnknownMigration(unknown)}.`,
      'Install that version of avatar-graphql, or import an export of this version.',
    );
  }
  if (state === 'absent') return ok(`${place} does not exist yet. The first start creates it.`);
  if (state === 'unrecovered') {
    return warn(
      `${place} was not closed cleanly, and can only be checked after a start.`,
      'Start the program, which recovers the store. Then run doctor again.',
    );
  }
  const sound = `${place} is sound. Its version is ${migrations.at(-1) ?? 'unknown'}.`;
  const pending = MIGRATIONS.filter((name) => !migrations.includes(name));
  if (pending.length === 0) return ok(sound);
  return warn(
    `${sound} The next start migrates it to ${pending.at(-1)}; earlier versions cannot open it afterwards.`,
    'Export the store first.',
  );
}

/**
 * Checks the store of the built-in avatar service, without creating or changing it. Reading a large SQLite file can take
 * longer than the deadline.
 */
export async function checkStore(location: StoreLocation): Promise<Finding> {
  const place = `The store ${describeLocation(location)}`;
  const inspection = await inspectStore(location).catch(getErrorMessage);
  if (typeof inspection === 'string') {
    return failed(
      `${place} cannot be used: ${inspection}.`,
      'Check DATABASE_URL and its server, or DATA_DIR and its permissions, or import an export with `avatar-graphql import`.',
    );
  }
  return judge(place, inspection);
}
