import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createKey } from '../../../src/avatar-service/keys.ts';
import { openStore } from '../../../src/avatar-service/store/database.ts';
import { type MeasuredProcess, startMeasured } from '../measured-process.ts';
import { createRecordings, createWords, SLOW_DOCUMENTS, TEXTS } from './hostile-files.ts';

// What files that are made to stop the avatar service do to it: `measureFiles` starts it as a process of its own, and asks
// for /health all the time.

/** The most that a file may cost: milliseconds that /health takes and the main thread stands still, and megabytes. */
const GOALS = { health: 150, blocked: 50, peak: 900 };

const MEGABYTE = 1024 * 1024;
const Saved = z.object({ id: z.string() });

/** Flags of the program with the built-in avatar service. */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=30'];

interface Service extends MeasuredProcess {
  readonly keys: readonly string[];
}

async function start(dataDir: string, keys: readonly string[]): Promise<Service> {
  const settings = { DATA_DIR: dataDir, TMPDIR: dataDir, LOG_LEVEL: 'error' };
  return { ...(await startMeasured('service', settings, FLAGS)), keys };
}

/** Creates two accounts in a new store, and returns their keys. */
async function createKeys(dataDir: string): Promise<string[]> {
  const store = await openStore({ dataDir });
  const keys = [];
  for (const label of ['first', 'second'])
    keys.push((await createKey(store, { plan: 'pro', label })).key);
  await store.close();
  return keys;
}

const send = (service: Service, path: string, init: RequestInit = {}, key = service.keys[0]) =>
  fetch(`${service.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });

const sendJson = (service: Service, path: string, body: object) =>
  send(service, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

async function createGroup(service: Service): Promise<string> {
  const response = await sendJson(service, '/v1/knowledge/groups', { name: 'Group' });
  return Saved.parse(await response.json()).id;
}

async function upload(
  service: Service,
  group: string,
  name: string,
  content: BlobPart,
  key?: string,
) {
  const body = new FormData();
  body.append('file', new File([content], name));
  const path = `/v1/knowledge/groups/${group}/documents`;
  return Saved.parse(await (await send(service, path, { method: 'POST', body }, key)).json()).id;
}

async function waitForDocument(service: Service, id: string): Promise<string> {
  for (;;) {
    const document = await (await send(service, `/v1/knowledge/documents/${id}`)).json();
    if (['READY', 'FAILED'].includes(document.status))
      return document.errorMessage ?? document.status;
    await wait(50);
  }
}

/** Runs `work` while /health is asked for, and prints what it cost. */
async function report(service: Service, name: string, work: () => Promise<unknown>) {
  await service.measure();
  await wait(20);
  const controller = new AbortController();
  let health = 0;
  const ask = async () => {
    while (!controller.signal.aborted) {
      const began = performance.now();
      await (await fetch(`${service.url}/health`)).text();
      health = Math.max(health, performance.now() - began);
      await wait(5);
    }
  };
  const asking = ask();
  const began = performance.now();
  const outcome = await work();
  const took = performance.now() - began;
  controller.abort();
  await asking;
  const { blocked, peak } = await service.measure();
  const used = { health, blocked, peak: peak / MEGABYTE };
  const columns = Object.entries(used).map(([key, value]) => {
    const isTooMuch = value > GOALS[key as keyof typeof GOALS];
    if (isTooMuch) process.exitCode = 1;
    return `${value.toFixed(0)}${isTooMuch ? '!' : ' '}`.padStart(12);
  });
  process.stdout.write(
    `${name.padEnd(44)}${columns.join('')}${(took / 1000).toFixed(1).padStart(10)}  ${outcome}\n`,
  );
}

async function sendRecordings(service: Service) {
  for (const [name, content] of createRecordings(10)) {
    await report(service, `10 MB ${name}`, async () => {
      const body = new FormData();
      body.append('audioFile', new File([content], 'a'));
      for (const field of ['name', 'description', 'language']) body.append(field, 'en');
      return (await send(service, '/v1/voices', { method: 'POST', body })).status;
    });
  }
  for (const [name, content] of createRecordings(50)) {
    const announced = { filename: 'a.wav', contentType: 'audio/wav', fileSize: content.length };
    const { uploadUrl } = await (
      await sendJson(service, '/v1/voices/presigned-upload', announced)
    ).json();
    const put = async () => (await fetch(uploadUrl, { method: 'PUT', body: content })).status;
    await report(service, `50 MB ${name}`, put);
  }
}

async function sendTexts(service: Service, group: string) {
  for (const [name, content] of TEXTS) {
    const work = async () =>
      waitForDocument(service, await upload(service, group, 'a.txt', content));
    await report(service, name, work);
  }
}

/** One key sends twenty documents that take long, and then each key sends a short one. */
async function sendSlowDocuments(service: Service, group: string) {
  const [first, second] = service.keys;
  for (let index = 0; index < 20; index += 1) {
    const [name, content] = SLOW_DOCUMENTS[index % SLOW_DOCUMENTS.length] ?? ['', Buffer.alloc(0)];
    await upload(service, group, name, content, first);
  }
  for (const [name, key] of [
    ['another key', second],
    ['the same key', first],
  ] as const) {
    await report(service, `short document of ${name}, behind 20`, async () =>
      waitForDocument(service, await upload(service, group, 'a.txt', 'text', key)),
    );
  }
}

async function searchMuch(service: Service, group: string) {
  const words = ['river', 'otter', 'lake', 'stone', 'water', 'bridge', 'forest', 'mountain'];
  for (let index = 0; index < 4; index += 1)
    await waitForDocument(
      service,
      await upload(service, group, 'a.txt', createWords(4_990_000, words)),
    );
  const search = { query: words.join(' '), limit: 20 };
  const path = `/v1/knowledge/groups/${group}/search`;
  await report(service, 'ten searches of 8 words in 20 MB', async () => {
    const all = Array.from({ length: 10 }, async () =>
      (await sendJson(service, path, search)).json(),
    );
    return `${(await Promise.all(all)).flat().length} results`;
  });
  await report(service, 'the group of 20 MB is deleted', async () => {
    const { status } = await send(service, `/v1/knowledge/groups/${group}`, { method: 'DELETE' });
    await wait(5_000);
    return status;
  });
}

/** Measures all files with a store in `dataDir`, and prints a row for each. */
export async function measureFiles(dataDir: string): Promise<void> {
  const header = ['/health ms', 'blocked ms', 'peak MB', 'took s'];
  process.stdout.write(
    `\n${''.padEnd(44)}${header.map((title) => title.padStart(11)).join(' ')}\n`,
  );
  const keys = await createKeys(dataDir);
  const service = await start(dataDir, keys);
  const group = await createGroup(service);
  await sendRecordings(service);
  await sendTexts(service, group);
  await searchMuch(service, await createGroup(service));
  await sendSlowDocuments(service, group);
  await service.stop('SIGKILL');
  const again = await start(dataDir, keys);
  await report(again, 'a restart, with the rest of the 20', async () => {
    await wait(10_000);
    return waitForDocument(again, await upload(again, group, 'a.txt', 'text'));
  });
  await again.stop();
}
