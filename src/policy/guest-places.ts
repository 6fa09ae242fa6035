import { getNetwork } from '../shared/address-network.ts';
import type { Guests } from './guests.ts';
import { type Change, changeCounters, type LimitStore } from './limits.ts';
import { createResetError } from './refused-error.ts';

/** Guest tokens are counted by intervals, so that the hour slides in steps. Milliseconds. */
const INTERVAL = 300_000;

/** In how many intervals a token counts: those of an hour, and the one that has begun. */
const INTERVALS = 13;

/** How many times as many tokens as an address a network of /48 has, which is what a provider assigns to a customer. */
const NETWORK_FACTOR = 10;

/**
 * Returns what a guest token takes of its address and, if that is one of IPv6, of its network.
 * @param call that asks for it.
 * @throws RefusedError if there is no place for it.
 */
export async function findPlaces(
  call: string,
  store: LimitStore,
  address: string,
  { perAddress }: Guests,
): Promise<readonly Change[]> {
  const latest = Math.floor(Date.now() / INTERVAL);
  const places = new Map([
    [getNetwork(address, 48), perAddress * NETWORK_FACTOR],
    [getNetwork(address), perAddress],
  ]);
  const names = [...places.keys()].map((network) =>
    Array.from({ length: INTERVALS }, (_, age) =>
      store.createName('guests', network, latest - age),
    ),
  );
  const { counts } = await store.read(store.createName('none'), names.flat());
  const ends: number[] = [];
  const changes = [...places.values()].map((max, index) => {
    const [current = 0, ...earlier] = counts.slice(index * INTERVALS, (index + 1) * INTERVALS);
    const left = earlier.reduce((rest, count) => rest - count, max);
    const oldest = latest - [current, ...earlier].findLastIndex((count) => count > 0);
    if (current >= left) ends.push((oldest + INTERVALS) * INTERVAL);
    const endsAt = (latest + INTERVALS) * INTERVAL;
    return { name: names[index]?.[0] ?? '', amount: 1, max: left, endsAt };
  });
  if (ends.length === 0) return changes;
  throw createResetError({
    call,
    message: 'The guest tokens of your network for this hour are used up.',
    rule: 'guests.perAddress',
    resetsAt: Math.max(...ends),
  });
}

/** How long the response to a challenge is remembered, in milliseconds. Services accept one for less. */
const RESPONSE_MEMORY = 600_000;

/** Notes the use of a response to a challenge, or forgets it. @returns whether it was not used before. */
export const noteResponse = (
  store: LimitStore,
  digest: string,
  amount: 1 | -1,
): Promise<boolean> => {
  const name = store.createName('challenge', digest);
  return changeCounters(store, [{ name, amount, max: 1, endsAt: Date.now() + RESPONSE_MEMORY }]);
};
