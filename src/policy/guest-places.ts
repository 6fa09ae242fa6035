import { z } from 'zod';
import {
  createVersion,
  type LimitStore,
  LimitsUnavailableError,
  MAX_TRIES,
  VERSION_LENGTH,
} from './limits.ts';

/** Until when places are taken, in milliseconds since 1970, earliest first. */
const Ends = z.array(z.number());

/** A limited number of places, each of which is taken for a while. */
export interface Places {
  /** Of whom or of what they are. */
  readonly of: string;
  readonly max: number;
}

const getName = (store: LimitStore, { of }: Places) => store.createName('guests', of);

async function readPlaces(store: LimitStore, places: Places, now: number) {
  const { text } = await store.read(getName(store, places), []);
  const ends = text === '' ? [] : Ends.parse(JSON.parse(text.slice(VERSION_LENGTH)));
  return { version: text.slice(0, VERSION_LENGTH), ends: ends.filter((end) => end > now) };
}

/** Returns when a place is free again, in milliseconds since 1970; undefined if there is one now. */
export async function findWait(
  store: LimitStore,
  places: Places,
  now: number,
): Promise<number | undefined> {
  const { ends } = await readPlaces(store, places, now);
  return ends[ends.length - places.max];
}

/**
 * Takes a place until a time.
 * @returns when one is free again, in milliseconds since 1970; undefined if it was taken.
 * @throws LimitsUnavailableError
 */
export async function takePlace(
  store: LimitStore,
  places: Places,
  endsAt: number,
  now: number,
): Promise<number | undefined> {
  for (let count = 0; count < MAX_TRIES; count += 1) {
    const { version, ends } = await readPlaces(store, places, now);
    const wait = ends[ends.length - places.max];
    if (wait !== undefined) return wait;
    const text = createVersion() + JSON.stringify([...ends, endsAt]);
    const account = getName(store, places);
    if (await store.commit({ account, version, text, endsAt, changes: [] })) return undefined;
  }
  throw new LimitsUnavailableError();
}

/** Gives all places back. */
export async function freePlaces(store: LimitStore, places: Places): Promise<void> {
  const { version } = await readPlaces(store, places, 0);
  await store.commit({
    account: getName(store, places),
    version,
    text: '',
    endsAt: 0,
    changes: [],
  });
}
