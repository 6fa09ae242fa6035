import { readFile } from 'node:fs/promises';
import { newAvatar } from '../avatar.ts';
import { checkImage } from '../image.ts';
import type { Store } from '../store/store.ts';
import { avatars } from './avatars.ts';
import { personas } from './personas.ts';
import { tools } from './tools.ts';

const HOUR = 3_600_000;

/**
 * Gives a new store a small data set to look at, all of it or nothing; a store that had it once is left alone, so that
 * what was deleted stays deleted. The first of each kind is the newest.
 */
export async function seed(store: Store, now: Date = new Date()): Promise<void> {
  const times = (index: number) => {
    const at = new Date(now.getTime() - (index + 1) * HOUR).toISOString();
    return { createdAt: at, updatedAt: at };
  };
  await store.once('seed', async (tables) => {
    for (const [index, { picture, ...avatar }] of avatars.entries()) {
      const bytes = await readFile(new URL(`pictures/${picture}`, import.meta.url));
      const image = checkImage(new Uint8Array(bytes));
      const record = newAvatar({ ...avatar, pictureType: image.type }, times(index).createdAt);
      await tables.avatars.insert(record, image);
    }
    for (const [index, persona] of [...personas.entries()].reverse()) {
      await tables.personas.insert({ ...persona, ...times(index) });
    }
    for (const [index, tool] of tools.entries()) {
      const usageCount = personas.filter(({ toolIds }) => toolIds?.includes(tool.id)).length;
      await tables.tools.insert({ ...tool, usageCount, ...times(index) });
    }
  });
}
