import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startMeasured } from './measured-process.ts';
import { measureFiles } from './worst-cases/files.ts';
import { WORST_CASES, type WorstCase } from './worst-cases/requests.ts';

// `npx node test/tools/worst-cases.ts [runs] [name]`: what each of the worst requests, or of those with the name, uses of each resource,
// at the default limits, and what files do that are made to stop the avatar service. With the name `files`, only those.
const RUNS = Number(process.argv[2] ?? 10);
const NAME = process.argv[3] ?? '';
const CASES = WORST_CASES.filter(({ name }) => name.includes(NAME));

const MEGABYTE = 1024 * 1024;

/** The most that a request may use. */
const GOALS = {
  blocked: 50,
  sent: 16 * MEGABYTE,
  calls: 10_000,
  held: MEGABYTE,
  logged: 10_000,
  series: 100,
};

const LARGE = { id: 'large', systemPrompt: 'x'.repeat(900_000) };
const TOOLS = {
  id: 'tools',
  systemPrompt: 'x',
  toolIds: Array.from({ length: 20_000 }, (_, i) => `t${i}`),
};

let calls = 0;
const upstream = createServer((request, response) => {
  calls += 1;
  const url = new URL(request.url ?? '', 'http://upstream');
  const id = url.pathname.split('/').at(-1);
  const perPage = Number(url.searchParams.get('perPage'));
  const page = url.searchParams.get('page');
  const record = (name: string) => ({
    id: name,
    name,
    displayName: name,
    systemPrompt: 'x',
    avatarId: `a-${name}`,
    voiceId: `v-${name}`,
    toolIds: [`t-${name}`],
    sessionToken: 'x',
  });
  const body = perPage
    ? { data: Array.from({ length: perPage }, (_, i) => record(`${page}-${i}`)) }
    : ([LARGE, TOOLS].find((persona) => persona.id === id) ?? record(String(id)));
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
});
upstream.listen(0, '127.0.0.1');
await once(upstream, 'listening');
const { port } = upstream.address() as AddressInfo;

const folder = await mkdtemp(join(tmpdir(), 'avatar-graphql-worst-cases-'));
const api = await startMeasured('api', {
  TMPDIR: folder,
  LOG_LEVEL: 'info',
  FEDERATION: 'true',
  UPSTREAM_URL: `http://127.0.0.1:${port}`,
  UPSTREAM_EXTENSIONS: 'personas,avatars,tools,voices,llms',
});
const { url, measure } = api;
let logged = 0;
api.stderr?.on('data', (chunk: Buffer) => {
  logged += chunk.length;
});

async function countSeries() {
  const response = await fetch(`${url}/metrics`);
  return (await response.text()).split('\n').filter((line) => !line.startsWith('#')).length;
}

async function send(worstCase: WorstCase, turn: number) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify(worstCase.create(turn)),
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
  });
  const text = await response.text();
  const [, code = 'ok'] = /"code":"([A-Z_]+)"/.exec(text.slice(0, 100_000)) ?? [];
  return { sent: Buffer.byteLength(text), code };
}

type Resource = keyof typeof GOALS;
const worst = new Map<Resource, { readonly name: string; readonly value: number }>();

function report(name: string, used: Readonly<Record<Resource, number>>, code: string) {
  const columns = Object.keys(GOALS).map((key) => {
    const resource = key as Resource;
    const value = used[resource];
    if (value > (worst.get(resource)?.value ?? -1)) worst.set(resource, { name, value });
    const text = resource === 'blocked' ? value.toFixed(0) : String(Math.round(value));
    return `${text}${value > GOALS[resource] ? '!' : ' '}`.padStart(12);
  });
  process.stdout.write(`${name.padEnd(52)}${columns.join('')}  ${code}\n`);
}

try {
  const header = ['blocked ms', 'bytes sent', 'calls', 'bytes held', 'log bytes', 'series'];
  process.stdout.write(`${''.padEnd(52)}${header.map((title) => title.padStart(11)).join(' ')}\n`);
  for (const worstCase of CASES) {
    // The first times, the code is compiled.
    for (let turn = 0; turn < 3; turn += 1) await send(worstCase, -1 - turn);
    await measure();
    await wait(20);
    const before = await measure();
    const series = await countSeries();
    await wait(20);
    const atStart = { calls, logged };
    const blocked: number[] = [];
    let last = { sent: 0, code: '' };
    for (let turn = 0; turn < RUNS; turn += 1) {
      await measure();
      await wait(10);
      last = await send(worstCase, turn);
      blocked.push((await measure()).blocked);
    }
    const { held } = await measure();
    const used = {
      // The median, because other processes interrupt this one.
      blocked: blocked.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0,
      sent: last.sent,
      calls: (calls - atStart.calls) / RUNS,
      held: Math.max(0, held - before.held) / RUNS,
      logged: (logged - atStart.logged) / RUNS,
      series: Math.max(0, (await countSeries()) - series) / RUNS,
    };
    report(worstCase.name, used, last.code);
  }
  process.stdout.write('\nThe worst of each:\n');
  for (const [resource, { name, value }] of worst) {
    process.stdout.write(
      `${resource.padEnd(10)}${value.toFixed(0).padStart(12)} of ${GOALS[resource]}  ${name}\n`,
    );
    if (value > GOALS[resource]) process.exitCode = 1;
  }
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  process.stdout.write(
    `temporary files left: ${sizes.length}, ${sizes.reduce((a, b) => a + b, 0)} bytes\n`,
  );
} finally {
  await api.stop();
  upstream.close();
  await rm(folder, { recursive: true, force: true });
}

if (NAME === '' || NAME === 'files') {
  const dataDir = await mkdtemp(join(tmpdir(), 'avatar-graphql-worst-files-'));
  try {
    await measureFiles(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
