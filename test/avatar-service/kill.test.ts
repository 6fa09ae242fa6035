import { expect, test } from 'vitest';
import { killRounds } from '../support/crash-rounds.ts';
import { tempFolder } from '../support/resources.ts';

// `npm run kill` does the same 200 times.
test('killed repeatedly at random moments, the service loses no acknowledged write', async () => {
  const { acknowledged, losses } = await killRounds(await tempFolder(), 2);
  expect(losses).toStrictEqual([]);
  expect(acknowledged).toBeGreaterThan(4);
}, 60_000);
