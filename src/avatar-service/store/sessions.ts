import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import type { StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

const LiveSession = z.looseObject({ report: z.looseObject({ endsAt: z.string() }) });

/** Maximum number of sessions that are listed at a time. */
const EXPIRED_AT_ONCE = 100;

/** Writes whether a session runs, and until when at most. */
async function saveLive(db: Kysely<Database>, session: StoredRecord, account: string) {
  const { id, endTime } = session;
  await db.deleteFrom('live_sessions').where('id', '=', id).execute();
  if (endTime !== null) return;
  const { report } = LiveSession.parse(session);
  await db.insertInto('live_sessions').values({ id, account, ends_at: report.endsAt }).execute();
}

/** The sessions of the store. A table of those that run makes counting and ending them cheap. */
export function createSessions(db: Kysely<Database>, access: Access) {
  const collection = createCollection(db, access, { table: 'sessions', onSave: saveLive });
  const { account } = access;

  const countLive = async (within: Kysely<Database>) => {
    const rows = await within
      .selectFrom('live_sessions')
      .select('ends_at')
      .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
      .orderBy('ends_at')
      .execute();
    return { active: rows.length, firstEnd: rows[0]?.ends_at };
  };

  /** Returns why a session cannot start; undefined if it can. */
  const findRefusal = async (within: Kysely<Database>, id: string, limit: number) => {
    const used = await within
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (used) return 'used' as const;
    return (await countLive(within)).active >= limit ? ('full' as const) : undefined;
  };

  return {
    ...collection,

    /** Writes a session that starts, unless its id was used before, or `limit` sessions of the account run. */
    start: async (session: StoredRecord, limit: number): Promise<'started' | 'used' | 'full'> =>
      // Before the lock, so that a flood of starts that are refused does not hold all connections.
      (await findRefusal(db, session.id, limit)) ??
      inTransaction(db, async (transaction) => {
        // Starts of one account wait for each other, so that they do not exceed the limit together.
        await access.lock?.(`sessions ${getOwner(access)}`).execute(transaction);
        const refusal = await findRefusal(transaction, session.id, limit);
        if (refusal) return refusal;
        await collection.insert(session, transaction);
        return 'started';
      }),

    /** Returns the number of sessions that run, and the time at which the first of them ends at the latest. */
    countLive: () => countLive(db),

    /** Returns the ids of some sessions that run and should have ended. */
    listExpired: async (now: string) => {
      const rows = await db
        .selectFrom('live_sessions')
        .select('id')
        .where('ends_at', '<=', now)
        .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
        .orderBy('ends_at')
        .limit(EXPIRED_AT_ONCE)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
