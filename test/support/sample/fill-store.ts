import { createAvatarRecord } from '../../../src/avatar-service/avatar.ts';
import type { Store, Tables } from '../../../src/avatar-service/store/store.ts';
import { createEndedSession } from '../../../src/avatar-service/stored-session.ts';
import { createVoiceRecord } from '../../../src/avatar-service/voice.ts';
import { CHUNK_DEFAULTS } from '../../../src/contract/knowledge-document.ts';
import {
  avatars,
  documents,
  handbook,
  personas,
  readSample,
  sessions,
  tools,
  voices,
} from './records.ts';

const HOUR = 3_600_000;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

/** Returns the records with their times, the oldest first: lists return the newest first. */
const addTimes = <Item extends object>(items: readonly Item[]) =>
  items.map((item, index) => ({ item, at: hoursAgo(index + 1) })).reverse();

const createFile = (name: string, type: string) => {
  const bytes = readSample(name);
  return { type, size: bytes.length, slices: [bytes] };
};

const TYPES = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
]);

async function addKnowledge({ knowledgeGroups, knowledgeDocuments }: Tables) {
  const times = { createdAt: hoursAgo(1), updatedAt: hoursAgo(1) };
  await knowledgeGroups.insert({ ...handbook, ...times });
  for (const document of documents) {
    const file = createFile(document.filename, 'text/markdown');
    const record = {
      ...document,
      knowledgeFolderId: handbook.id,
      fileType: file.type,
      fileSize: file.size,
      status: 'READY',
      errorMessage: null,
      chunking: CHUNK_DEFAULTS,
      ...times,
    };
    await knowledgeDocuments.insert(record, file);
    // Each is shorter than a chunk.
    const text = Buffer.from(readSample(document.filename)).toString().trim();
    await knowledgeDocuments.addChunks(document.id, 0, [text]);
  }
}

/** The time at which sessions start in their file. */
const SESSION_START = Date.parse('2026-01-01T00:00:00.000Z');

async function addSessions({ sessions: table }: Tables) {
  for (const { hoursAgo: hours, persona, session } of [...sessions].reverse()) {
    const own = personas.find(({ id }) => id === persona);
    const by = Date.now() - hours * HOUR - SESSION_START;
    await table.insert(createEndedSession(session, own, by));
  }
}

/** Adds the records to an empty store, which gets no sample data then. */
export const fillStore = (store: Store): Promise<void> =>
  store.once('seed', async (tables, builtIn) => {
    for (const { item, at } of addTimes(avatars)) {
      const { picture, ...avatar } = item;
      const type = TYPES.get(picture.split('.')[1] ?? '') ?? '';
      const record = createAvatarRecord({ ...avatar, pictureType: type }, at);
      await builtIn.avatars.insert(record, createFile(picture, type));
    }
    for (const { item, at } of addTimes(voices)) {
      const type = 'audio/mpeg';
      const record = createVoiceRecord({ ...item, sampleType: type }, at);
      await builtIn.voices.insert(record, createFile('voice.mp3', type));
    }
    for (const { item, at } of addTimes(personas))
      await tables.personas.insert({ ...item, createdAt: at, updatedAt: at });
    for (const { item, at } of addTimes(tools)) {
      const { tools: table } = item.type === 'SYSTEM' ? builtIn : tables;
      await table.insert({ ...item, createdAt: at, updatedAt: at });
    }
    await addSessions(tables);
    await addKnowledge(tables);
  });
