import { Session } from 'node:inspector/promises';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { finishFile } from '../support/resources.ts';
import { answerTo } from './bench/upstream.ts';
import { WORKLOADS } from './bench/load.ts';
import { table } from './table.ts';

// `npm run count:path`: lists the files and functions of src that one mint runs once the server is warm.

const SRC = new URL('../../src/', import.meta.url).href;

const upstream = await fakeService(({ url = '/' }, response) =>
  sendJson(response, 200, answerTo(url)),
);
const api = await startApi(
  readConfig({ PORT: '0', UPSTREAM_URL: upstream.url, LOG_LEVEL: 'silent' }),
);

async function mint(): Promise<void> {
  const [operation] = WORKLOADS.find(({ name }) => name === 'M1')?.operations ?? [];
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
  const body = JSON.stringify(operation);
  const response = await fetch(`${api.url}/graphql`, { method: 'POST', headers, body });
  const { errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
for (let warming = 0; warming < 20; warming += 1) await mint();
// Returns what ran since the last time.
await session.post('Profiler.takePreciseCoverage');
await mint();
const { result } = await session.post('Profiler.takePreciseCoverage');
const called = result.flatMap(({ url, functions }) =>
  functions
    .filter(({ ranges: [range] }) => (range?.count ?? 0) > 0)
    .map(({ functionName, ranges: [range] }) => ({
      url,
      name: functionName || '(anonymous)',
      count: range?.count ?? 0,
    })),
);
const own = called.filter(({ url }) => url.startsWith(SRC));
const files = Object.entries(Object.groupBy(own, ({ url }) => url.slice(SRC.length))).sort();
const promiseCalls = called
  .filter(({ url }) => url.includes('/promise-helpers/'))
  .reduce((sum, { count }) => sum + count, 0);
const rows = files.map(([file, functions = []]) => [
  file,
  String(functions.length),
  functions.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name)).join(', '),
]);
process.stdout.write(
  `${table(['file', 'functions', 'names'], rows)}\n\n${files.length} files, ${own.length} functions; ${promiseCalls} calls of promise helpers\n`,
);
session.disconnect();
await api.close(0);
await finishFile();
