import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { FILE_SLICE } from '../../src/avatar-service/store/files.ts';
import type { StoredRecord } from '../../src/avatar-service/store/records.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import { createFormInit, seedImageBytes, seedTool } from '../support/files.ts';
import { openServiceProcess, type ServiceProcess, sendTo } from '../support/program.ts';

/** The seeded knowledge group. */
const GROUP = '42eb80dc-a7c3-4599-8ff8-330c4d719ec7';

const PICTURE = seedImageBytes('webp');

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 40);

async function send(service: ServiceProcess, method: string, path: string, body: object) {
  const response = await sendTo(service, method, `/v1/${path}`, body);
  if (!response.ok) throw new TypeError(`${method} ${path} was answered ${response.status}`);
  return response.json();
}

/** Returns whether a store has what was acknowledged. */
type Check = (store: Store) => Promise<boolean>;

/** Writes something, and returns how to find it. */
type Work = (service: ServiceProcess, count: number) => Promise<Check>;

const createPersona: Work = async (service) => {
  const name = randomBytes(8).toString('hex');
  const { id } = await send(service, 'POST', 'personas', { name });
  return async (store) => (await store.personas.find(id))?.name === name;
};

/** Creates an avatar with a unique image of up to three slices, and named by its hash. */
const createAvatar: Work = async (service) => {
  const filler = randomBytes(randomInt(1_000, 3 * FILE_SLICE - PICTURE.length));
  const bytes = new Uint8Array(Buffer.concat([PICTURE, filler]));
  const form = { displayName: hashOf(bytes), imageFile: new File([bytes], 'portrait.webp') };
  const { id } = await send(service, 'POST', 'avatars', createFormInit(form).body);
  return async (store) => {
    const file = await store.avatars.findFile(id);
    const end = await store.avatars.readFileSlice(id, bytes.length - 1_000);
    return file?.size === bytes.length && Buffer.from(end ?? []).equals(bytes.subarray(-1_000));
  };
};

const createLlm: Work = async (service) => {
  const secret = randomBytes(16).toString('hex');
  const urls = [{ url: 'https://llm.example.com' }];
  const body = { displayName: 'Mine', llmFormat: 'openai', modelName: 'm', urls, secret };
  const { id } = await send(service, 'POST', 'llms', body);
  return async (store) => (await store.llms.readSecret(id)) === secret;
};

/** Uploads a document whose text contains a unique word, which is found once it is ready, and only then. */
const uploadDocument: Work = async (service) => {
  const word = `w${randomBytes(8).toString('hex')}`;
  const file = new File([`${word} ${'filler '.repeat(randomInt(1, 500))}`], 'a.txt');
  const path = `knowledge/groups/${GROUP}/documents`;
  const { id } = await send(service, 'POST', path, createFormInit({ file }).body);
  return async ({ knowledgeDocuments }) => {
    const document = await knowledgeDocuments.find(id);
    const slice = Buffer.from((await knowledgeDocuments.readFileSlice(id, 0)) ?? []);
    const found = await knowledgeDocuments.search(GROUP, word, 1);
    return slice.length === file.size && (document?.status === 'READY') === found.length > 0;
  };
};

const deletePersona: Work = async (service) => {
  const { id } = await send(service, 'POST', 'personas', { name: 'brief' });
  await send(service, 'PUT', `personas/${id}`, { name: 'briefer', toolIds: [seedTool] });
  await send(service, 'DELETE', `personas/${id}`, {});
  return async (store) => (await store.personas.find(id)) === undefined;
};

/** Changes a tool. No later state of it is a blend of two updates. */
const updateTool: Work = async (service, count) => {
  const mark = (n: number) => ({ name: `n${n}`, description: `d${n}`, config: { n } });
  await send(service, 'PUT', `tools/${seedTool}`, mark(count));
  return async (store) => {
    const tool: StoredRecord = (await store.tools.find(seedTool)) ?? { id: '' };
    const { name, description, config } = tool;
    const kept = Number(String(name).slice(1));
    return kept >= count && isDeepStrictEqual({ name, description, config }, mark(kept));
  };
};

/** The writes that each writer repeats. */
const WORKS: Readonly<Record<string, Work>> = {
  updateTool,
  createAvatar,
  createSecondAvatar: createAvatar,
  createLlm,
  uploadDocument,
  deletePersona,
  createPersona,
  createSecondPersona: createPersona,
};

/** Lists avatars without their image, acknowledged or not, and damages of the file. */
function findTears(folder: string): string[] {
  using db = new DatabaseSync(join(folder, 'avatar-service.sqlite'), { readOnly: true });
  const health = db.prepare('pragma quick_check').get()?.quick_check;
  const rows = db
    .prepare(
      `select avatars.id, record, group_concat(hex(bytes), '' order by file_slices.id) as image
        from avatars left join file_slices on file_id = avatars.id
        group by avatars.id order by sequence desc limit 8`,
    )
    .all();
  const torn = rows.filter(({ record, image }) => {
    const { displayName } = JSON.parse(String(record));
    const isOurs = /^[0-9a-f]{40}$/.test(displayName);
    return isOurs && hashOf(Buffer.from(String(image), 'hex')) !== displayName;
  });
  return [
    ...(health === 'ok' ? [] : [`The file is damaged: ${health}.`]),
    ...torn.map(({ id }) => `The image of ${id} is torn.`),
  ];
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
    const checks: [name: string, check: Check][] = [];
    const service = await openServiceProcess({ dataDir: folder });
    const enough = Promise.withResolvers<void>();
    const last = randomInt(1, 80);
    let isDead = false;
    const write = async (name: string, work: Work) => {
      for (;;) {
        if (work === updateTool) updates += 1;
        checks.push([name, await work(service, updates)]);
        if (checks.length >= last) enough.resolve();
      }
    };
    const writers = Object.entries(WORKS).map(([name, work]) =>
      write(name, work).catch((error: Error) => {
        if (!isDead) losses.push(`Before the kill: ${error.message}.`);
        enough.resolve();
      }),
    );
    await enough.promise;
    isDead = true;
    await service.kill();
    await Promise.all(writers);
    const store = await openStore({ dataDir: folder });
    for (const [name, check] of checks)
      if (!(await check(store))) losses.push(`A write of ${name} is lost or torn.`);
    await store.close();
    losses.push(...findTears(folder));
    acknowledged += checks.length;
  }
  return { acknowledged, losses };
}
