import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { accountId } from '../account.ts';
import { newAvatar } from '../avatar.ts';
import { checkImage } from '../image.ts';
import type { Store, Tables } from '../store/store.ts';
import { newVoice } from '../voice.ts';
import { avatars } from './avatars.ts';
import { personas } from './personas.ts';
import { tools } from './tools.ts';
import { voices } from './voices.ts';

const HOUR = 3_600_000;

const readSeed = async (folder: 'pictures' | 'samples', name: string) =>
  new Uint8Array(await readFile(new URL(`${folder}/${name}`, import.meta.url)));

/** Records with the times of their creation, the oldest first: lists show the newest first. */
const oldestFirst = <Seed>(seeds: readonly Seed[], now: Date) =>
  [...seeds.entries()].reverse().map(([index, item]) => ({
    item,
    at: new Date(now.getTime() - (index + 1) * HOUR).toISOString(),
  }));

async function seedAvatars(tables: Tables, now: Date) {
  for (const { item, at } of oldestFirst(avatars, now)) {
    const { picture, ...avatar } = item;
    const image = checkImage(await readSeed('pictures', picture));
    await tables.avatars.insert(newAvatar({ ...avatar, pictureType: image.type }, at), image);
  }
}

async function seedVoices(tables: Tables, now: Date) {
  for (const { item, at } of oldestFirst(voices, now)) {
    const { sample, ...voice } = item;
    const type = 'audio/mpeg';
    const bytes = await readSeed('samples', sample);
    await tables.voices.insert(newVoice({ ...voice, sampleType: type }, at), { bytes, type });
  }
}

/**
 * Gives a new store a small data set to look at, all of it or nothing; a store that had it once is left alone, so that
 * what was deleted stays deleted. A store of a version without voices gets those. The first of each kind is the newest.
 */
export async function seed(store: Store, now: Date = new Date()): Promise<void> {
  await store.once('seed', async (tables) => {
    await seedAvatars(tables, now);
    for (const { item, at } of oldestFirst(personas, now)) {
      await tables.personas.insert({ ...item, createdAt: at, updatedAt: at });
    }
    for (const { item, at } of oldestFirst(tools, now)) {
      await tables.tools.insert({ ...item, createdAt: at, updatedAt: at });
    }
  });
  await store.once('seed voices', (tables) => seedVoices(tables, now));
  await accountId({ store, newId: randomUUID });
}
