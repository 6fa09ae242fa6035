import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DOCUMENT_TYPES } from '../../contract/document-types.ts';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { createAvatarRecord } from '../avatar.ts';
import { findChunks } from '../documents/chunk-text.ts';
import type { Store, Tables } from '../store/store.ts';
import { StoredSession } from '../stored-session.ts';
import { checkImage } from '../uploads/image.ts';
import { createVoiceRecord } from '../voice.ts';
import {
  avatars,
  documents,
  handbook,
  personas,
  SESSION_START,
  sessions,
  tools,
  voices,
} from './seed-data.ts';

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

/** Moves the times in a value by milliseconds. */
const moveTimes = (value: object, by: number): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    z.iso.datetime().safeParse(part).success
      ? new Date(Date.parse(String(part)) + by).toISOString()
      : part,
  );

async function seedSessions(tables: Tables, now: Date) {
  for (const { hoursAgo, persona, session } of [...sessions].reverse()) {
    const start = now.getTime() - hoursAgo * HOUR;
    const { id: _, ...config } = personas.find(({ id }) => id === persona) ?? {};
    const record = {
      ...session,
      engineHost: null,
      engineProtocol: null,
      engineVersion: null,
      personaConfig: { type: 'ephemeral', ...config },
      createdAt: session.startTime,
      updatedAt: session.endTime,
    };
    const by = start - Date.parse(SESSION_START);
    await tables.sessions.insert(StoredSession.parse(moveTimes(record, by)));
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
    await seedSessions(tables, now);
    await seedKnowledge(tables, now);
  });
}
