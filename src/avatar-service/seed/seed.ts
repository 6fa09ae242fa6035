import { readFile } from 'node:fs/promises';
import { DOCUMENT_TYPES } from '../../contract/document-types.ts';
import { CHUNK_DEFAULTS } from '../../contract/knowledge-document.ts';
import { createAvatarRecord } from '../avatar.ts';
import type { Store, Tables } from '../store/store.ts';
import { createEndedSession } from '../stored-session.ts';
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
const SESSION_START = Date.parse('2026-01-01T00:00:00.000Z');

/** Reads a file, which is smaller than a slice. */
async function readSeed(folder: 'pictures' | 'samples' | 'documents', name: string) {
  const bytes = await readFile(new URL(`${folder}/${name}`, import.meta.url));
  return { bytes, size: bytes.length, slices: [bytes] };
}

interface Times {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Adds records, an hour apart and the last one first: lists return the newest first. */
async function addAll<Item>(
  items: readonly Item[],
  now: Date,
  add: (item: Item, times: Times) => Promise<unknown>,
) {
  for (const [index, item] of [...items.entries()].reverse()) {
    const at = new Date(now.getTime() - (index + 1) * HOUR).toISOString();
    await add(item, { createdAt: at, updatedAt: at });
  }
}

async function addDocument(
  { knowledgeDocuments }: Tables,
  document: { readonly id: string; readonly filename: string; readonly knowledgeFolderId: string },
  times: Times,
) {
  const { bytes, ...content } = await readSeed('documents', document.filename);
  const file = { type: DOCUMENT_TYPES.md, ...content };
  const state = { status: 'READY', errorMessage: null, chunking: CHUNK_DEFAULTS };
  const record = { ...document, fileType: file.type, fileSize: file.size, ...state, ...times };
  await knowledgeDocuments.insert(record, file);
  // Shorter than a chunk.
  await knowledgeDocuments.addChunks(document.id, 0, [bytes.toString().trim()]);
}

function createSession({ hoursAgo, ...session }: (typeof sessions)[number], now: Date) {
  const persona = personas.find(({ id }) => id === session.personaId);
  return createEndedSession(session, persona, now.getTime() - hoursAgo * HOUR - SESSION_START);
}

/**
 * Adds sample data to a new store in one transaction: avatars, voices and system tools are built-in, and seen by all
 * accounts; the rest belongs to the default account. It runs once per store, so that deleted sample data is not added
 * again.
 */
export async function seed(store: Store, now: Date = new Date()): Promise<void> {
  await store.once('seed', async (tables, builtIn) => {
    await addAll(avatars, now, async ({ picture, ...avatar }, { createdAt }) => {
      const { bytes, ...content } = await readSeed('pictures', picture);
      const type = checkImage(bytes);
      const record = createAvatarRecord({ ...avatar, pictureType: type }, createdAt);
      await builtIn.avatars.insert(record, { type, ...content });
    });
    await addAll(voices, now, async ({ sample, ...voice }, { createdAt }) => {
      const type = 'audio/mpeg';
      const record = createVoiceRecord({ ...voice, sampleType: type }, createdAt);
      await builtIn.voices.insert(record, { type, ...(await readSeed('samples', sample)) });
    });
    await addAll(personas, now, (persona, times) =>
      tables.personas.insert({ ...persona, ...times }),
    );
    await addAll(tools, now, (tool, times) =>
      (tool.type === 'SYSTEM' ? builtIn : tables).tools.insert({ ...tool, ...times }),
    );
    for (const session of sessions.toReversed())
      await tables.sessions.insert(createSession(session, now));
    await addAll(knowledge, now, async ({ documents, ...group }, times) => {
      await tables.knowledgeGroups.insert({ ...group, ...times });
      for (const document of documents)
        await addDocument(tables, { ...document, knowledgeFolderId: group.id }, times);
    });
  });
}
