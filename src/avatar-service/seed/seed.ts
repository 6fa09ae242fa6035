import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DOCUMENT_TYPES } from '../../contract/document-types.ts';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { getAccountId } from '../account.ts';
import { createAvatarRecord } from '../avatar.ts';
import { findChunks } from '../documents/chunk-text.ts';
import { checkImage } from '../image.ts';
import type { Store, Tables } from '../store/store.ts';
import { createVoiceRecord } from '../voice.ts';
import { avatars } from './avatars.ts';
import { documents, handbook } from './knowledge.ts';
import { personas } from './personas.ts';
import { createSessionRecord } from './session-records.ts';
import { sessions } from './sessions.ts';
import { tools } from './tools.ts';
import { voices } from './voices.ts';

const HOUR = 3_600_000;

const readSeed = async (folder: 'pictures' | 'samples' | 'documents', name: string) =>
  new Uint8Array(await readFile(new URL(`${folder}/${name}`, import.meta.url)));

/** Adds creation times and returns the oldest record first, because lists return the newest first. */
const addCreationTimes = <Seed>(seeds: readonly Seed[], now: Date) =>
  [...seeds.entries()].reverse().map(([index, item]) => ({
    item,
    at: new Date(now.getTime() - (index + 1) * HOUR).toISOString(),
  }));

async function seedAvatars(tables: Tables, now: Date) {
  for (const { item, at } of addCreationTimes(avatars, now)) {
    const { picture, ...avatar } = item;
    const image = checkImage(await readSeed('pictures', picture));
    await tables.avatars.insert(
      createAvatarRecord({ ...avatar, pictureType: image.type }, at),
      image,
    );
  }
}

async function seedVoices(tables: Tables, now: Date) {
  for (const { item, at } of addCreationTimes(voices, now)) {
    const { sample, ...voice } = item;
    const type = 'audio/mpeg';
    const bytes = await readSeed('samples', sample);
    await tables.voices.insert(createVoiceRecord({ ...voice, sampleType: type }, at), {
      bytes,
      type,
    });
  }
}

async function seedKnowledge({ knowledgeGroups, knowledgeDocuments }: Tables, now: Date) {
  const createdAt = new Date(now.getTime() - HOUR).toISOString();
  const times = { createdAt, updatedAt: createdAt };
  await knowledgeGroups.insert({ ...handbook, ...times });
  for (const document of documents) {
    const bytes = await readSeed('documents', document.filename);
    const file = { type: DOCUMENT_TYPES.md, size: bytes.length };
    const { id } = document;
    await knowledgeDocuments.insert(
      {
        ...document,
        knowledgeFolderId: handbook.id,
        fileType: file.type,
        fileSize: file.size,
        status: 'READY',
        errorMessage: null,
        chunking: CHUNK_DEFAULTS,
        ...times,
      },
      { ...file, slices: [bytes] },
    );
    const text = Buffer.from(bytes).toString();
    const chunks = [...findChunks(text, CHUNK_DEFAULTS)];
    await knowledgeDocuments.addChunks(
      id,
      0,
      chunks.map(([from, to]) => text.slice(from, to)),
    );
  }
}

/**
 * Adds sample data to a new store in one transaction. It runs once per store, so that deleted sample data is not added
 * again. Voices, sessions and knowledge are also added to stores of versions without them. The first record of each kind is the newest.
 */
export async function seed(store: Store, now: Date = new Date()): Promise<void> {
  await store.once('seed', async (tables) => {
    await seedAvatars(tables, now);
    for (const { item, at } of addCreationTimes(personas, now)) {
      await tables.personas.insert({ ...item, createdAt: at, updatedAt: at });
    }
    for (const { item, at } of addCreationTimes(tools, now)) {
      await tables.tools.insert({ ...item, createdAt: at, updatedAt: at });
    }
  });
  await store.once('seed voices', (tables) => seedVoices(tables, now));
  await store.once('seed sessions', async (tables) => {
    for (const session of [...sessions].reverse()) {
      await tables.sessions.insert(createSessionRecord(session, now));
    }
  });
  await store.once('seed knowledge', (tables) => seedKnowledge(tables, now));
  await getAccountId({ store, newId: randomUUID });
}
