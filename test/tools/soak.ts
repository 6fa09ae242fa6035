import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { type Figures, startMeasured } from '../support/program.ts';
import { DISK_PREFIX, finishFile, tempFolder } from '../support/resources.ts';
import { load, openFaultyProxy, stopInTheMiddle, Told } from './soak/load.ts';
import { median } from './table.ts';

// `npm run soak [minutes]`: the whole product under mixed load with faults and clients that stop in the middle, for a bounded
// time, five minutes by default.
const { positionals } = parseArgs({ allowPositionals: true });
const minutes = Number(positionals[0] ?? 5);
const CALLERS = 24;
/** Connections of each lap that send nothing more, and stay open until the API hangs up. */
const IDLERS = 400;
/** Milliseconds of load between two measurements; at the end of every third, the upstream is away. */
const LAP = 12_000;
const AWAY = 3_000;
/** Milliseconds of rest before a measurement, for connections that nobody needs to close. */
const REST = 7_000;

const MEGABYTE = 1024 * 1024;

/** Bytes of memory that a process may have at any time, and by how much its other figures may grow during the run. */
const MAX_RSS = 400 * MEGABYTE;
const MAX_GROWTH = { held: 8 * MEGABYTE, handles: 4, files: 4 };

const problems: string[] = [];
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Prints a figure of a process, which may be at most `bound`. */
function judge(process: string, figure: string, value: number, bound: number): void {
  const text = `${process} ${figure}: ${value} of at most ${bound}`;
  print(text);
  // NaN without a measurement: after one lap only.
  if (!(value <= bound)) problems.push(`Not within its bound: ${text}.`);
}

/** Compares the medians of the first and the last third of a run. */
function judgeAll(process: string, samples: readonly Figures[]): void {
  const third = Math.max(1, Math.floor(samples.length / 3));
  judge(process, 'memory', Math.max(...samples.map(({ rss }) => rss)), MAX_RSS);
  for (const key of ['held', 'handles', 'files'] as const) {
    const values = samples.map((sample) => sample[key]);
    const growth = median(values.slice(-third)) - median(values.slice(0, third));
    judge(process, `growth of ${key}`, growth, MAX_GROWTH[key]);
  }
}

const folder = await tempFolder(DISK_PREFIX);
const store = await openStore({ dataDir: folder });
const { key } = await createKey(store, { plan: 'pro', label: 'soak' });
await store.close();
const service = await startMeasured({ DATA_DIR: folder }, ['service']);
const proxy = await openFaultyProxy(service.url);
const api = await startMeasured({
  DATA_DIR: folder,
  UPSTREAM_URL: proxy.url,
  UPSTREAM_API_KEY: key,
});

const told = new Told();
const samples: Record<'API' | 'service', Figures[]> = { API: [], service: [] };
const end = Date.now() + minutes * 60_000;
for (let lap = 0; Date.now() < end; lap += 1) {
  const away = setTimeout(() => {
    proxy.isAway = lap % 3 === 2;
  }, LAP - AWAY);
  const [hungUp] = await Promise.all([
    stopInTheMiddle(api.url, IDLERS),
    load(api.url, CALLERS, Date.now() + LAP, told),
  ]);
  if (hungUp < IDLERS) problems.push(`${IDLERS - hungUp} idle connections stayed.`);
  clearTimeout(away);
  proxy.isAway = false;
  await wait(REST);
  const [ofApi, ofService] = [await api.measure(), await service.measure()];
  // The first lap fills caches and compiles what is hot.
  if (lap === 0) continue;
  samples.API.push(ofApi);
  samples.service.push(ofService);
  print(`lap ${lap}: API ${JSON.stringify(ofApi)} service ${JSON.stringify(ofService)}`);
}
const inFolder = await readdir(folder);
for (const program of [api, service]) await program.stop();

const kept = await openStore({ dataDir: folder });
let lost = 0;
for (const id of told.made) if (!(await kept.personas.find(id))) lost += 1;
await kept.close();
await finishFile();

print(`${told.requests} requests in ${minutes} min, ${told.hungUp} hung up`);
for (const [code, count] of [...told.codes].toSorted(([, a], [, b]) => b - a)) {
  print(`  ${String(count).padStart(8)}  ${code}`);
  if (/^(INTERNAL|lost|HTTP 500)/.test(code)) problems.push(`${count} requests ended in ${code}.`);
}
judge('service', `lost of ${told.made.size} acknowledged personas`, lost, 0);
judge('service', 'files in its folder', inFolder.length, 3);
for (const [name, own] of Object.entries(samples)) judgeAll(name, own);
for (const problem of problems) print(problem);
process.exit(problems.length === 0 ? 0 : 1);
