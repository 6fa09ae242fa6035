import { expect, test } from 'vitest';
import { killRounds } from '../support/crash-rounds.ts';
import { tempFolder } from '../support/temp-folder.ts';

// `npm run kill` does the same two hundred times.
test('killed again and again at random moments, the service loses nothing it acknowledged and keeps no half of a picture', async () => {
  const { acknowledged, losses } = await killRounds(await tempFolder(), 5);
  expect(losses).toStrictEqual([]);
  expect(acknowledged).toBeGreaterThan(4);
}, 60_000);
