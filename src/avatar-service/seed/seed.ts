import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_TYPES } from '../../contract/document-types.ts';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { createAvatarRecord } from '../avatar.ts';
import { findChunks } from '../documents/chunk-text.ts';
import type { Store, Tables } from '../store/store.ts';
import { checkImage } from '../uploads/image.ts';
import { createVoiceRecord } from '../voice.ts';
import { avatars, documents, handbook, personas, tools, voices } from './seed-data.ts';
import { createSessionRecord } from './session-records.ts';
import { sessions } from './sessions.ts';

const HOUR = 3_600_000;

const readSeed = async (folder: 'pictures' | 'samples' | 'documents', name: string) =>
  new Uint8Array(await readFile(join(dirname(fileURLToPath(import.meta.url)), folder, name)));

/** Each seed is smaller than a slice. */
const createFile = (bytes: Uint8Array, type: string) => ({
  type,
  size: bytes.length,
  slices: [bytes],
});

/** Adds creation times and returns the oldest record first, because lists return the newest first. */
const addCreationTimes = <Seed>(seeds: readonly Seed[], now: Date) =>
  [...seeds.entries()].reverse().map(([index, item]) => ({
    item,
    at: new Date(now.getTime() - (index + 1) * HOUR).toISOString(),
  }));

async function seedAvatars(tables: Tables, now: Date) {
  for (const { item, at } of addCreationTimes(avatars, now)) {
    const { picture, ...avatar } = item;
    const bytes = await readSeed('pictures', picture);
    const type = checkImage(bytes);
    await tables.avatars.insert(
      createAvatarRecord({ ...avatar, pictureType: type }, at),
      createFile(bytes, type),
    );
  }
}

async function seedVoices(tables: Tables, now: Date) {
  for (const { item, at } of addCreationTimes(voices, now)) {
    const { sample, ...voice } = item;
    const type = 'audio/mpeg';
    const bytes = await readSeed('samples', sample);
    await tables.voices.insert(
      createVoiceRecord({ ...voice, sampleType: type }, at),
      createFile(bytes, type),
    );
  }
}

async function seedKnowledge({ knowledgeGroups, knowledgeDocuments }: Tables, now: Date) {
  const createdAt = new Date(now.getTime() - HOUR).toISOString();
  const times = { createdAt, updatedAt: createdAt };
  await knowledgeGroups.insert({ ...handbook, ...times });
  for (const document of documents) {
    const bytes = await readSeed('documents', document.filename);
    const file = createFile(bytes, DOCUMENT_TYPES.md);
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
      file,
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
 * Adds sample data to a new store in one transaction: avatars, voices and system tools are built-in, and seen by all
 * accounts; the rest belongs to the default account. It runs once per store, so that deleted sample data is not added
 * again. The first record of each kind is the newest.
 */
export async function seed(store: Store, now: Date = new Date()): Promise<void> {
  await store.once('seed', async (tables, builtIn) => {
    await seedAvatars(builtIn, now);
    await seedVoices(builtIn, now);
    for (const { item, at } of addCreationTimes(personas, now)) {
      await tables.personas.insert({ ...item, createdAt: at, updatedAt: at });
    }
    for (const { item, at } of addCreationTimes(tools, now)) {
      const { tools: table } = item.type === 'SYSTEM' ? builtIn : tables;
      await table.insert({ ...item, createdAt: at, updatedAt: at });
    }
    for (const session of [...sessions].reverse()) {
      await tables.sessions.insert(createSessionRecord(session, now));
    }
    await seedKnowledge(tables, now);
  });
}
