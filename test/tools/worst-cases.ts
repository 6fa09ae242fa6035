import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { createFormInit } from '../support/files.ts';
import { type MeasuredProgram, sendTo, startMeasured } from '../support/program.ts';
import { DISK_PREFIX, finishFile, tempFolder } from '../support/resources.ts';
import { median, table } from './table.ts';
import { createWords, DOCUMENTS, WORST_REQUESTS } from './worst-cases/cases.ts';

// `npx node test/tools/worst-cases.ts [runs] [name]`: what each of the worst requests, or of those with the name, uses of each
// resource, at the default limits, and what documents do that are made to stop the avatar service. With the name
// `documents`, only those.
const [runs = '10', NAME = ''] = parseArgs({ allowPositionals: true }).positionals;
const RUNS = Number(runs);

const MEGABYTE = 1024 * 1024;

/** Prints a row for each case, with the values above their goals marked. */
function print<Resource extends string>(
  goals: Readonly<Record<Resource, number>>,
  rows: readonly (readonly [name: string, used: Record<Resource, number>, outcome: string])[],
): void {
  const resources = Object.keys(goals) as Resource[];
  const lines = rows.map(([name, used, outcome]) => [
    name,
    ...resources.map((key) => `${used[key].toFixed(0)}${used[key] > goals[key] ? '!' : ' '}`),
    outcome,
  ]);
  if (lines.flat().some((cell) => cell.endsWith('!'))) process.exitCode = 1;
  const head = ['', ...resources.map((key) => `${key} (${goals[key]})`), 'outcome'];
  process.stdout.write(`${table(head, lines)}\n\n`);
}

/** The most that a request may use. */
const REQUEST_GOALS = {
  'blocked ms': 50,
  'bytes sent': 16 * MEGABYTE,
  calls: 10_000,
  'bytes held': MEGABYTE,
  'log bytes': 10_000,
  series: 100,
};

const LARGE = { id: 'large', systemPrompt: 'x'.repeat(900_000) };
const TOOLS = {
  id: 'tools',
  systemPrompt: 'x',
  toolIds: Array.from({ length: 20_000 }, (_, i) => `t${i}`),
};

const createRecord = (name: string) => ({
  id: name,
  name,
  displayName: name,
  systemPrompt: 'x',
  avatarId: `a-${name}`,
  voiceId: `v-${name}`,
  toolIds: [`t-${name}`],
  sessionToken: 'x',
});

async function measureRequests(folder: string): Promise<void> {
  const upstream = await fakeService((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream');
    const id = String(url.pathname.split('/').at(-1));
    const [page, perPage] = ['page', 'perPage'].map((name) => Number(url.searchParams.get(name)));
    const body = perPage
      ? { data: Array.from({ length: perPage }, (_, i) => createRecord(`${page}-${i}`)) }
      : ([LARGE, TOOLS].find((persona) => persona.id === id) ?? createRecord(id));
    request.resume().on('end', () => sendJson(response, 200, body));
  });
  const api = await startMeasured({
    DATA_DIR: folder,
    TMPDIR: folder,
    LOG_LEVEL: 'info',
    FEDERATION: 'true',
    UPSTREAM_URL: upstream.url,
    UPSTREAM_EXTENSIONS: 'personas,avatars,tools,voices,llms',
  });
  const countLogged = () => Buffer.byteLength(api.output().stderr);
  const countSeries = async () => {
    const text = await (await fetch(`${api.url}/metrics`)).text();
    return text.split('\n').filter((line) => !line.startsWith('#')).length;
  };
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
    const init = { method: 'POST', body: JSON.stringify(body), headers };
    const text = await (await fetch(`${api.url}/graphql`, init)).text();
    const [, code = 'ok'] = /"code":"([A-Z_]+)"/.exec(text.slice(0, 100_000)) ?? [];
    return { sent: Buffer.byteLength(text), code };
  };
  const measureRequest = async ([name, create]: (typeof WORST_REQUESTS)[number]) => {
    // The first times, the code is compiled.
    for (let turn = 0; turn < 3; turn += 1) await send(create(-1 - turn));
    await api.measure();
    await wait(20);
    const { held: heldBefore } = await api.measure();
    const seriesBefore = await countSeries();
    const [callsBefore, loggedBefore] = [upstream.calls.length, countLogged()];
    const blocked: number[] = [];
    let last = { sent: 0, code: '' };
    for (let turn = 0; turn < RUNS; turn += 1) {
      await api.measure();
      await wait(10);
      last = await send(create(turn));
      blocked.push((await api.measure()).blocked);
    }
    const { held } = await api.measure();
    const used = {
      // The median, because other processes interrupt this one.
      'blocked ms': median(blocked),
      'bytes sent': last.sent,
      calls: (upstream.calls.length - callsBefore) / RUNS,
      'bytes held': Math.max(0, held - heldBefore) / RUNS,
      'log bytes': (countLogged() - loggedBefore) / RUNS,
      series: Math.max(0, (await countSeries()) - seriesBefore) / RUNS,
    };
    return [name, used, last.code] as const;
  };
  const rows = [];
  for (const each of WORST_REQUESTS.filter(([name]) => name.includes(NAME)))
    rows.push(await measureRequest(each));
  print(REQUEST_GOALS, rows);
  const left = (await readdir(folder, { recursive: true })).length;
  process.stdout.write(`${left} temporary files left\n\n`);
  await api.stop();
}

/** The most that a document may cost, also while /health is asked for all the time. */
const DOCUMENT_GOALS = { 'health ms': 150, 'blocked ms': 50, 'peak MB': 900, seconds: 120 };

/** Runs `work` while /health is asked for, and returns what it cost. */
async function watch(service: MeasuredProgram, name: string, work: () => Promise<string>) {
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
  const seconds = (performance.now() - began) / 1000;
  controller.abort();
  await asking;
  const { blocked, peak } = await service.measure();
  const used = { 'health ms': health, 'blocked ms': blocked, 'peak MB': peak / MEGABYTE, seconds };
  return [name, used, outcome] as const;
}

async function measureDocuments(folder: string): Promise<void> {
  const store = await openStore({ dataDir: folder });
  const { key } = await createKey(store, { plan: 'pro', label: 'worst cases' });
  await store.close();
  const settings = { DATA_DIR: folder, TMPDIR: folder, LOG_LEVEL: 'error' };
  const service = await startMeasured(settings, ['service']);
  const send = async (path: string, body?: object) => {
    const sender = { url: service.url, key };
    return (await sendTo(sender, body ? 'POST' : 'GET', `/v1/knowledge/${path}`, body)).json();
  };
  const { id: group } = await send('groups', { name: 'Group' });
  const addDocument = async (name: string, content: BlobPart) => {
    const { body } = createFormInit({ file: new File([content], name) });
    const { id } = await send(`groups/${group}/documents`, body);
    for (;;) {
      const { status, errorMessage } = await send(`documents/${id}`);
      if (['READY', 'FAILED'].includes(status)) return String(errorMessage ?? status);
      await wait(50);
    }
  };
  const words = ['river', 'otter', 'lake', 'stone', 'water', 'bridge', 'forest', 'mountain'];
  const rows = [];
  for (const [name, content] of DOCUMENTS)
    rows.push(await watch(service, name, () => addDocument(name, content)));
  for (let index = 0; index < 4; index += 1)
    await addDocument('words.txt', createWords(4_990_000, words));
  const search = () => send(`groups/${group}/search`, { query: words.join(' '), limit: 20 });
  const searchTenTimes = async () =>
    `${(await Promise.all(Array.from({ length: 10 }, search))).flat().length} results`;
  rows.push(await watch(service, 'ten searches of 8 words in 20 MB', searchTenTimes));
  print(DOCUMENT_GOALS, rows);
  await service.stop();
}

const folder = await tempFolder(DISK_PREFIX);
try {
  if (NAME !== 'documents') await measureRequests(folder);
  if (NAME === '' || NAME === 'documents') await measureDocuments(folder);
} finally {
  await finishFile();
}
