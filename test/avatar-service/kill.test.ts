import { expect, test } from 'vitest';
import { tempFolder } from '../support/resources.ts';
import { killRounds } from './kill-rounds.ts';

/** FUZZ_RUNS is also the number of rounds, up to 200. */
const ROUNDS = Math.min(Number(process.env.FUZZ_RUNS ?? 2), 200);

test(
  'killed repeatedly at random moments, the service loses no acknowledged write',
  async () => {
    const { acknowledged, losses } = await killRounds(await tempFolder(), ROUNDS);
    expect(losses).toStrictEqual([]);
    expect(acknowledged).toBeGreaterThan(4);
  },
  60_000 * Math.ceil(ROUNDS / 10),
);
