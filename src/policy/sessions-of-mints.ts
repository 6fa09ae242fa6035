import { MAX_PER_PAGE, type UpstreamPage } from '../contract/page.ts';
import { type Account, changeAccount, type Mint } from './accounts.ts';
import type { Change, LimitStore } from './limits.ts';

/** The fields of a session that show its mint, its start and its end. */
export interface SessionRecord {
  readonly id?: unknown;
  readonly clientLabel?: unknown;
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}

/** The sessions of the account at the upstream, whatever the caller may see of them. */
export interface SessionReads {
  session(request: { readonly params: { readonly id: string } }): Promise<SessionRecord>;
  sessions(request: {
    readonly query: { readonly page: number; readonly perPage: number };
  }): Promise<Pick<UpstreamPage<SessionRecord>, 'data' | 'meta'>>;
}

/** Milliseconds by which the clocks of the upstream and of this process may differ. */
export const CLOCK_MARGIN = 60_000;

/** Maximum number of calls of one question: by id, and of pages. */
const MAX_BY_ID = 3;
const MAX_PAGES = 3;

/** What the upstream has shown. */
interface Answers {
  /** The sessions of each mint by its id; undefined if that is not proved. */
  readonly sessions: Map<string, readonly SessionRecord[] | undefined>;
  /** Whether a session was found by the id that its token has. */
  isFoundById: boolean;
}

const readTime = (time: unknown) => (typeof time === 'string' ? Date.parse(time) : Number.NaN);

/** Asks for the sessions whose ids the tokens have. */
async function askByIds(
  mints: readonly Mint[],
  wasFoundById: boolean,
  reads: SessionReads,
): Promise<Answers> {
  const answers: Answers = { sessions: new Map(), isFoundById: wasFoundById };
  const ask = async ({ id, label, sessionId = '' }: Mint) => {
    try {
      const session = await reads.session({ params: { id: sessionId } });
      if (session.clientLabel !== label) return;
      answers.sessions.set(id, [session]);
      answers.isFoundById = true;
    } catch (error) {
      // Elsewhere, the id in the token may be another one.
      if (wasFoundById && Object(error).code === 'NOT_FOUND') answers.sessions.set(id, []);
    }
  };
  const asked = mints.filter(({ sessionId }) => sessionId !== undefined);
  await Promise.all(asked.slice(-MAX_BY_ID).map(ask));
  return answers;
}

/** Reads the newest sessions, as far back as the mints. In a list without an order, a missing session proves nothing. */
async function askByList(
  mints: readonly Mint[],
  reads: SessionReads,
): Promise<Answers['sessions']> {
  const found = new Map<unknown, SessionRecord>();
  const oldest = Math.min(...mints.map(({ mintedAt }) => mintedAt)) - CLOCK_MARGIN;
  /** All sessions that have started since then are found. */
  let since = Number.POSITIVE_INFINITY;
  let last = Number.POSITIVE_INFINITY;
  try {
    for (let page = 1; page <= MAX_PAGES && since > oldest; page += 1) {
      const { data, meta } = await reads.sessions({ query: { page, perPage: MAX_PER_PAGE } });
      let isOrdered = true;
      for (const session of data) {
        const start = readTime(session.startTime);
        isOrdered &&= start <= last;
        last = start;
        found.set(session.id, session);
      }
      const isAll = data.length === 0 || found.size >= (meta.total ?? Number.POSITIVE_INFINITY);
      if (isAll && (isOrdered || page === 1)) since = Number.NEGATIVE_INFINITY;
      else if (isOrdered) since = last;
      else break;
    }
  } catch {
    // What was found before is true all the same.
  }
  return new Map(
    mints.map(({ id, label, mintedAt }) => {
      const sessions = [...found.values()].filter(({ clientLabel }) => clientLabel === label);
      const isProved = sessions.length > 0 || since < mintedAt - CLOCK_MARGIN;
      return [id, isProved ? sessions : undefined];
    }),
  );
}

/** Asks the upstream about the sessions of some mints. */
export async function askSessions(
  mints: readonly Mint[],
  isFoundById: boolean,
  reads: SessionReads,
): Promise<Answers> {
  const labelled = mints.filter(({ label }) => label !== undefined);
  const answers = await askByIds(labelled, isFoundById, reads);
  const others = labelled.filter(({ id }) => !answers.sessions.has(id));
  for (const [id, sessions] of others.length > 0 ? await askByList(others, reads) : [])
    answers.sessions.set(id, sessions);
  return answers;
}

/** Ends a mint, and returns the seconds that it has reserved and not used to the windows that still run. */
function settle(account: Account, mint: Mint, length: number, now: number): Change[] {
  const used = Math.min(mint.seconds, Math.max(0, length));
  account.mints.splice(account.mints.indexOf(mint), 1);
  return mint.reserved
    .filter(([, endsAt]) => endsAt > now)
    .flatMap(([name, endsAt]) => [
      { name, amount: used - mint.seconds, max: 0, endsAt },
      { name: nameUsed(name), amount: used, max: Number.MAX_SAFE_INTEGER, endsAt },
    ]);
}

/** Returns the name of the counter of what settled sessions have used. */
export const nameUsed = (counter: string): string => `${counter}:used`;

/** Notes the sessions of a mint that have started; undefined if that is not proved. @returns changes of counters. */
function noteSessions(
  account: Account,
  mint: Mint,
  sessions: readonly SessionRecord[] | undefined,
  now: number,
): Change[] {
  mint.isUnused = sessions?.length === 0;
  if (!sessions) return [];
  if (mint.isUnused)
    return now >= mint.expiresAt + CLOCK_MARGIN ? settle(account, mint, 0, now) : [];
  // Whoever has used a token needs another one.
  Object.assign(mint, { token: undefined, request: undefined });
  if (sessions.length > 1) Object.assign(mint, { isRepeated: true, reserved: [] });
  const starts = sessions.map(({ startTime }) => readTime(startTime));
  const end = Math.max(...sessions.map(({ endTime }) => readTime(endTime)));
  if (!Number.isNaN(end)) {
    const used = Math.ceil((end - Math.min(...starts)) / 1000);
    return settle(account, mint, Number.isNaN(used) ? mint.seconds : used, now);
  }
  const until = Math.max(...starts) + mint.seconds * 1000;
  if (!Number.isNaN(until)) Object.assign(mint, { until, expiresAt: until });
  return [];
}

/** Called for a mint of which several sessions are shown for the first time. */
export type OnRepeated = (mint: Pick<Mint, 'id' | 'seconds'>) => void;

/**
 * Notes what the upstream has shown about the mints of an account.
 * @returns changes of counters; undefined if nothing is new.
 */
export function noteAnswers(
  account: Account,
  { sessions, isFoundById }: Answers,
  onRepeated: OnRepeated,
): Change[] | undefined {
  const before = JSON.stringify(account);
  account.isFoundById ||= isFoundById;
  const changes = [...account.mints].flatMap((mint) => {
    if (!sessions.has(mint.id)) return [];
    const { isRepeated } = mint;
    const made = noteSessions(account, mint, sessions.get(mint.id), Date.now());
    if (mint.isRepeated && !isRepeated) onRepeated(mint);
    return made;
  });
  return JSON.stringify(account) === before ? undefined : changes;
}

/**
 * Notes what a response of the upstream shows about sessions, by the ids of their mints.
 * @param holder who has mints of others, too.
 */
export async function noteSeen(
  store: LimitStore,
  sessions: ReadonlyMap<string, readonly SessionRecord[]>,
  onRepeated: OnRepeated,
  holder?: string,
): Promise<void> {
  const names = await store.findAccounts([...sessions.keys()]);
  const accounts = new Set(names.filter((name) => name !== undefined));
  if (holder !== undefined) accounts.add(store.createName('account', holder));
  const answers = { sessions: new Map(sessions), isFoundById: false };
  const note = (account: Account) => noteAnswers(account, answers, onRepeated);
  await Promise.all([...accounts].map((name) => changeAccount(store, name, note)));
}
