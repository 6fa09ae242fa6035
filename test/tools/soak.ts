import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { type Figures, startMeasured } from './measured-process.ts';
import { openFaultyProxy } from './soak/faulty-proxy.ts';
import { result } from './soak/figures.ts';
import { flood, load, stopInTheMiddle, Told } from './soak/load.ts';

// `npm run soak [minutes]`: the whole product under mixed load with faults and clients that stop in the middle, for a bounded
// time, five minutes by default.
const minutes = Number(process.argv[2] ?? 5);
const CALLERS = 24;
/** Connections of each lap that send nothing more, and stay open until the facade hangs up. */
const IDLERS = 400;
/** Milliseconds of load between two measurements; at the end of every third, the upstream is away. */
const LAP = 12_000;
const AWAY = 3_000;
/** Milliseconds of rest before a measurement, for connections that nobody needs to close. */
const REST = 7_000;

/** Requests that come all at once in the end, of which the facade takes so many, and megabytes that those may hold. */
const FLOOD = 3_000;
const MAX_REQUESTS = 1_000;
const FLOOD_MB = 64;

/** Milliseconds for which the facade leaves an upstream alone that was away. */
const BREAKER_PAUSE = 10_000;

const print = (line = '') => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'avatar-graphql-soak-'));
const temporary = async () => (await readdir(tmpdir())).length;

const store = await openStore({ dataDir: folder });
const { key } = await createKey(store, { plan: 'pro', label: 'soak' });
await store.close();
const service = await startMeasured('service', { DATA_DIR: folder });
const proxy = await openFaultyProxy(service.url);
const facade = await startMeasured('api', {
  UPSTREAM_URL: proxy.url,
  UPSTREAM_API_KEY: key,
  MAX_REQUESTS: String(MAX_REQUESTS),
});

const problems: string[] = [];
const told = new Told();
const samples: Record<'facade' | 'service', Figures[]> = { facade: [], service: [] };
const filesBefore = await temporary();
const end = Date.now() + minutes * 60_000;
for (let lap = 0; Date.now() < end; lap += 1) {
  const until = Date.now() + LAP;
  const away = setTimeout(() => {
    if (lap % 3 === 2) proxy.mood = 'away';
  }, LAP - AWAY);
  const [hungUp] = await Promise.all([
    stopInTheMiddle(facade.url, IDLERS),
    load(facade.url, CALLERS, until, told),
  ]);
  if (hungUp < IDLERS) problems.push(`${IDLERS - hungUp} idle connections stayed.`);
  clearTimeout(away);
  proxy.mood = 'usual';
  await wait(REST);
  const [ofFacade, ofService] = [await facade.measure(), await service.measure()];
  // The first lap fills caches and compiles what is hot.
  if (lap === 0) continue;
  samples.facade.push(ofFacade);
  samples.service.push(ofService);
  print(`lap ${lap}: facade ${JSON.stringify(ofFacade)} service ${JSON.stringify(ofService)}`);
}
// Far more callers than there is work for, before an upstream that hangs after all has been well for a while.
const isReady = async () => (await fetch(`${facade.url}/ready`)).status === 200;
do {
  await wait(BREAKER_PAUSE);
  await load(facade.url, CALLERS, Date.now() + AWAY, told);
  // The one call that probes may be among those that fail on purpose.
} while (!(await isReady()));
proxy.mood = 'hanging';
const beforeFlood = await facade.measure();
const flooded = flood(facade.url, FLOOD);
await wait(2_000);
const amidFlood = await facade.measure();
const shed = await flooded;
const filesAfter = await temporary();
const inFolder = await readdir(folder);
for (const child of [facade, service]) await child.stop();
proxy.close();

const kept = await openStore({ dataDir: folder });
let lost = 0;
for (const id of told.made) if (!(await kept.personas.find(id))) lost += 1;
await kept.close();
await rm(folder, { recursive: true });

print();
print(
  `${told.requests} requests by ${CALLERS} callers in ${minutes} min, ${told.hungUp} hung up; ${proxy.faults()} upstream calls failed on purpose`,
);
for (const [code, count] of [...told.codes].toSorted(([, a], [, b]) => b - a)) {
  print(`  ${String(count).padStart(8)}  ${code}`);
  if (/^(INTERNAL|lost|HTTP 500)/.test(code)) problems.push(`${count} requests ended in ${code}.`);
}
print(`${told.made.size} personas acknowledged, ${lost} lost`);
if (lost > 0) problems.push(`${lost} acknowledged personas are lost.`);
for (const [name, ofName] of Object.entries(samples)) {
  for (const { text, isKept } of result(ofName)) {
    print(`${name.padEnd(8)} ${text}`);
    if (!isKept) problems.push(`The ${name} broke its bound: ${text}.`);
  }
}
const flow = (amidFlood.held - beforeFlood.held) / 1024 / 1024;
print(
  `flood    ${FLOOD} requests at once before an upstream that hangs: ${shed} shed with 503, the others held ${flow.toFixed(1)} MB (at most ${FLOOD_MB})`,
);
if (flow > FLOOD_MB || shed < FLOOD - MAX_REQUESTS) problems.push('The flood was not shed.');
print(
  `files    in the data folder ${inFolder.length} (at most 3), in the temporary folder ${filesBefore} -> ${filesAfter}`,
);
if (inFolder.length > 3) problems.push(`The data folder holds ${inFolder.join(', ')}.`);
for (const problem of problems) print(problem);
process.exit(problems.length === 0 ? 0 : 1);
