import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { DOCUMENT_TYPES } from '../../contract/document-types.ts';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { createAvatarRecord } from '../avatar.ts';
import { findChunks } from '../documents/chunk-text.ts';
import type { Store, Tables } from '../store/store.ts';
import { StoredSession } from '../stored-session.ts';
import { checkImage } from '../uploads/image.ts';
import { createVoiceRecord } from '../voice.ts';
// The newest record comes first. `picture` of an avatar, `sample` of a voice and `filename` of a document are files.
import avatars from './avatars.json' with { type: 'json' };
import knowledge from './knowledge.json' with { type: 'json' };
import personas from './personas.json' with { type: 'json' };
import sessions from './sessions.json' with { type: 'json' };
import tools from './tools.json' with { type: 'json' };
import voices from './voices.json' with { type: 'json' };

const HOUR = 3_600_000;

/** When the sessions started, in their file. In a store, they started `hoursAgo` hours before it was created. */
const SESSION_START = '2026-01-01T00:00:00.000Z';

/** Reads a file, which is smaller than a slice. */
async function readSeed(folder: 'pictures' | 'samples' | 'documents', name: string) {
  const bytes = await readFile(new URL(`${folder}/${name}`, import.meta.url));
  return { bytes, size: bytes.length, slices: [bytes] };
}

/** Adds creation times and returns the oldest record first, because lists return the newest first. */
const addCreationTimes = <Seed>(seeds: readonly Seed[], now: Date) =>
  [...seeds.entries()].reverse().map(([index, item]) => {
    const at = new Date(now.getTime() - (index + 1) * HOUR).toISOString();
    return { item, at, times: { createdAt: at, updatedAt: at } };
  });

async function seedKnowledge({ knowledgeGroups, knowledgeDocuments }: Tables, now: Date) {
  for (const { item, times } of addCreationTimes(knowledge, now)) {
    const { documents, ...group } = item;
    await knowledgeGroups.insert({ ...group, ...times });
    for (const document of documents) {
      const { bytes, ...content } = await readSeed('documents', document.filename);
      const file = { type: DOCUMENT_TYPES.md, ...content };
      const record = {
        ...document,
        knowledgeFolderId: group.id,
        fileType: file.type,
        fileSize: file.size,
        status: 'READY',
        errorMessage: null,
        chunking: CHUNK_DEFAULTS,
        ...times,
      };
      await knowledgeDocuments.insert(record, file);
      const text = bytes.toString();
      const chunks = [...findChunks(text, CHUNK_DEFAULTS)].map(([from, to]) =>
        text.slice(from, to),
      );
      await knowledgeDocuments.addChunks(document.id, 0, chunks);
    }
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
    const by = now.getTime() - hoursAgo * HOUR - Date.parse(SESSION_START);
    await tables.sessions.insert(StoredSession.parse(moveTimes(record, by)));
  }
}

/**
 * Adds sample data to a new store in one transaction: avatars, voices and system tools are built-in, and seen by all
 * accounts; the rest belongs to the default account. It runs once per store, so that deleted sample data is not added
 * again.
 */
export async function seed(store: Store, now: Date = new Date()): Promise<void> {
  await store.once('seed', async (tables, builtIn) => {
    for (const { item, at } of addCreationTimes(avatars, now)) {
      const { picture, ...avatar } = item;
      const { bytes, ...content } = await readSeed('pictures', picture);
      const type = checkImage(bytes);
      const record = createAvatarRecord({ ...avatar, pictureType: type }, at);
      await builtIn.avatars.insert(record, { type, ...content });
    }
    for (const { item, at } of addCreationTimes(voices, now)) {
      const { sample, ...voice } = item;
      const { bytes: _, ...content } = await readSeed('samples', sample);
      const type = 'audio/mpeg';
      const record = createVoiceRecord({ ...voice, sampleType: type }, at);
      await builtIn.voices.insert(record, { type, ...content });
    }
    for (const { item, times } of addCreationTimes(personas, now))
      await tables.personas.insert({ ...item, ...times });
    for (const { item, times } of addCreationTimes(tools, now))
      await (item.type === 'SYSTEM' ? builtIn : tables).tools.insert({ ...item, ...times });
    await seedSessions(tables, now);
    await seedKnowledge(tables, now);
  });
}
