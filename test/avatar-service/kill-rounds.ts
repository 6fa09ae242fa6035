import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import { seedImageBytes, seedSample, seedTool } from '../support/files.ts';
import { openServiceProcess, type ServiceProcess, sendTo } from '../support/program.ts';

/** The seeded knowledge group. */
const GROUP = '42eb80dc-a7c3-4599-8ff8-330c4d719ec7';

const SAMPLE = seedSample();
const PICTURE = seedImageBytes('webp');

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 40);

/** Creates a unique image, named by its hash, so that a partial one is recognized. */
const newPicture = () => {
  const bytes = new Uint8Array(Buffer.concat([PICTURE, randomBytes(randomInt(1_000, 60_000))]));
  return { bytes, displayName: hashOf(bytes) };
};

/** The acknowledged writes of one round. */
class Acknowledged {
  readonly personas = new Map<string, string>();
  readonly avatars = new Map<string, string>();
  /** API keys of custom LLMs. */
  readonly llms = new Map<string, string>();
  readonly voices = new Set<string>();
  /** A word in the text of each document, by its id. */
  readonly documents = new Map<string, string>();
  readonly deleted = new Set<string>();
  update = 0;
  count = 0;
}

async function send(service: ServiceProcess, method: string, path: string, body: object) {
  const response = await sendTo(service, method, `/v1/${path}`, body);
  if (!response.ok) throw new TypeError(`${method} ${path} was answered ${response.status}`);
  return response.json();
}

type Work = (service: ServiceProcess, done: Acknowledged, count: number) => Promise<void>;

const createPersona: Work = async (service, done) => {
  const name = randomBytes(8).toString('hex');
  const { id } = await send(service, 'POST', 'personas', { name });
  done.personas.set(id, name);
};

const createAvatar: Work = async (service, done) => {
  const { bytes, displayName } = newPicture();
  const form = new FormData();
  form.append('displayName', displayName);
  form.append('imageFile', new File([bytes], 'portrait.webp', { type: 'image/webp' }));
  const { id } = await send(service, 'POST', 'avatars', form);
  done.avatars.set(id, displayName);
};

const createVoice: Work = async (service, done) => {
  const form = new FormData();
  form.append('name', 'Spoken');
  form.append('audioFile', SAMPLE);
  const { id } = await send(service, 'POST', 'voices', form);
  done.voices.add(id);
};

const createLlm: Work = async (service, done) => {
  const secret = randomBytes(16).toString('hex');
  const urls = [{ url: 'https://llm.example.com' }];
  const body = { displayName: 'Mine', llmFormat: 'openai', modelName: 'm', urls, secret };
  const { id } = await send(service, 'POST', 'llms', body);
  done.llms.set(id, secret);
};

/** Uploads a document whose text contains a unique word. */
const uploadDocument: Work = async (service, done) => {
  const word = `w${randomBytes(8).toString('hex')}`;
  const form = new FormData();
  form.append('file', new File([`${word} ${'filler '.repeat(randomInt(1, 500))}`], 'a.txt'));
  const { id } = await send(service, 'POST', `knowledge/groups/${GROUP}/documents`, form);
  done.documents.set(id, word);
};

/** Creates a persona, changes it and deletes it. */
const deletePersona: Work = async (service, done) => {
  const { id } = await send(service, 'POST', 'personas', { name: 'brief' });
  await send(service, 'PUT', `personas/${id}`, { name: 'briefer', toolIds: [seedTool] });
  await send(service, 'DELETE', `personas/${id}`, {});
  done.deleted.add(id);
};

const mark = (count: number) => ({
  name: `n${count}`,
  description: `d${count}`,
  config: { count },
});

const updateTool: Work = async (service, done, count) => {
  await send(service, 'PUT', `tools/${seedTool}`, mark(count));
  done.update = count;
};

/** The writes that each writer repeats. */
const WORKS: readonly Work[] = [
  updateTool,
  createAvatar,
  createAvatar,
  createAvatar,
  createVoice,
  createLlm,
  uploadDocument,
  deletePersona,
  createPersona,
  createPersona,
];

async function check(store: Store, folder: string, done: Acknowledged, first: number) {
  const losses: string[] = [];
  for (const [id, name] of done.personas) {
    if ((await store.personas.find(id))?.name !== name) losses.push(`Persona ${id} is lost.`);
  }
  for (const [id] of done.avatars) {
    if (!(await store.avatars.find(id))) losses.push(`Avatar ${id} is lost.`);
  }
  for (const id of done.voices) {
    const sample = await store.voices.findFile(id);
    if (!(await store.voices.find(id)) || sample?.size !== SAMPLE.size) {
      losses.push(`Voice ${id} is lost or torn.`);
    }
  }
  for (const [id, secret] of done.llms) {
    if ((await store.llms.readSecret(id)) !== secret) losses.push(`The key of LLM ${id} is lost.`);
  }
  for (const [id, word] of done.documents) {
    const document = await store.knowledgeDocuments.find(id);
    const file = await store.knowledgeDocuments.findFile(id);
    const slice = await store.knowledgeDocuments.readFileSlice(id, 0);
    if (
      !document ||
      file?.size !== document.fileSize ||
      Buffer.from(slice ?? []).toString('utf8', 0, word.length) !== word
    )
      losses.push(`Document ${id} is lost or torn.`);
    const found = await store.knowledgeDocuments.search(GROUP, word, 1);
    if ((document?.status === 'READY') !== found.some((each) => each.document.id === id))
      losses.push(`Document ${id} is ${document?.status}, but found: ${found.length}.`);
  }
  for (const id of done.deleted) {
    if (await store.personas.find(id)) losses.push(`Persona ${id} is there again.`);
  }
  const tool = await store.tools.find(seedTool);
  const count = Number(String(tool?.name).slice(1));
  if (done.update > 0 && !(count >= done.update)) losses.push(`Update ${done.update} is lost.`);
  const isMine = count >= first;
  const kept = { name: tool?.name, description: tool?.description, config: tool?.config };
  if (isMine && !isDeepStrictEqual(kept, mark(count))) {
    losses.push(`The tool is a blend: ${JSON.stringify(kept)}.`);
  }
  const db = new DatabaseSync(join(folder, 'avatar-service.sqlite'), { readOnly: true });
  try {
    const health = db.prepare('pragma quick_check').get();
    if (health?.quick_check !== 'ok') losses.push(`The file is damaged: ${health?.quick_check}.`);
    // Writes that were not acknowledged must be complete or absent.
    const avatars = db.prepare(
      `select avatars.id, record, bytes as picture from avatars left join file_slices
        on file_slices.id = avatars.id || ' 0' order by sequence desc limit 200`,
    );
    for (const { id, record, picture } of avatars.all()) {
      const { displayName } = JSON.parse(String(record));
      const isOurs = /^[0-9a-f]{40}$/.test(displayName);
      if (isOurs && !(picture instanceof Uint8Array && hashOf(picture) === displayName)) {
        losses.push(`The picture of ${id} is torn.`);
      }
    }
  } finally {
    db.close();
  }
  return losses;
}

/**
 * Starts the avatar service over `folder`, sends concurrent writes, kills it with SIGKILL at a random time and checks the
 * data, `rounds` times over the same folder. Returns the number of acknowledged writes, and descriptions of lost, partial
 * or unreadable data.
 */
export async function killRounds(folder: string, rounds: number) {
  let [acknowledged, updates] = [0, 0];
  const losses: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const done = new Acknowledged();
    const first = updates + 1;
    const service = await openServiceProcess({ dataDir: folder });
    const enough = Promise.withResolvers<void>();
    const last = randomInt(1, 80);
    let isDead = false;
    const write = async (writer: number) => {
      const work = WORKS[writer] ?? createPersona;
      for (;;) {
        if (writer === 0) updates += 1;
        await work(service, done, updates);
        done.count += 1;
        if (done.count >= last) enough.resolve();
      }
    };
    const writers = WORKS.map((_, writer) =>
      write(writer).catch((error: Error) => {
        if (!isDead) losses.push(`Before the kill: ${error.message}.`);
        enough.resolve();
      }),
    );
    await enough.promise;
    isDead = true;
    await service.kill();
    await Promise.all(writers);
    const store = await openStore({ dataDir: folder });
    losses.push(...(await check(store, folder, done, first)));
    await store.close();
    acknowledged += done.count;
  }
  return { acknowledged, losses };
}
