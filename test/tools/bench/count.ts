import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { startApi } from '../../../src/runtime/start-api.ts';
import { table } from './report.ts';

// Counts how much code there is (npm run count:lines), and how much of it one warm mint of a session token over HTTP runs
// through (npm run count:path): files and functions of `src`, by V8's coverage.

const ROOT = new URL('../../../', import.meta.url);
const CODE = /\.(?:tsx?|js|css|svelte|vue)$/;
const GENERATED = /^\/\/ Generated from/m;

/** Returns the folder that stands for a path: `src/MODULE` or `test/MODULE`, to `depth` names. */
const folderOf = (path: string, depth: number) =>
  path.split('/').slice(0, -1).slice(0, depth).join('/');

/** Writes a table of what was counted by folder, and its total. */
function print(head: readonly string[], counted: readonly (readonly [string, ...number[]])[]) {
  const sum = (entries: typeof counted) =>
    head
      .slice(1)
      .map((_, n) => String(entries.reduce((all, entry) => all + Number(entry[n + 1]), 0)));
  const folders = Object.entries(Object.groupBy(counted, ([folder]) => folder));
  const rows = folders
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([folder, entries = []]) => [folder, ...sum(entries)]);
  process.stdout.write(`${table(head, [...rows, ['total', ...sum(counted)]])}\n`);
}

function countLines() {
  const listed = execFileSync('git', ['ls-files', 'src', 'test'], { cwd: ROOT, encoding: 'utf8' });
  const counted = listed
    .split('\n')
    .filter((path) => CODE.test(path))
    .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }))
    .filter(({ text }) => !GENERATED.test(text.slice(0, 1_000)))
    .map(({ path, text }) => [folderOf(path, 2), 1, text.split('\n').length - 1] as const);
  for (const half of ['src', 'test'])
    print(
      ['folder', 'files', 'lines'],
      counted.filter(([folder]) => folder.split('/')[0] === half),
    );
}

/** The upstream is in this process, too, but not in `src`. */
async function startUpstream() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json').end('{"sessionToken":"token"}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function mint(url: string) {
  const query =
    'mutation { createSessionToken(input: { personaConfig: { name: "bench" } }) { token { sessionToken } } }';
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer a-key' },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  if (!text.includes('"sessionToken":"token"')) throw new Error(`The mint failed: ${text}`);
}

async function countPath() {
  const { server, url: upstreamUrl } = await startUpstream();
  const settings = { PORT: '0', LOG_LEVEL: 'error', UPSTREAM_URL: upstreamUrl };
  const api = await startApi(readConfig(settings));
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (let sent = 0; sent < 10; sent += 1) await mint(api.url);
  // Each report has the calls since the last one.
  await session.post('Profiler.takePreciseCoverage');
  await mint(api.url);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  await api.close(0);
  server.close();
  const source = new URL('src/', ROOT).href;
  const counted = result.flatMap(({ url, functions }) => {
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    if (!url.startsWith(source) || called === 0) return [];
    const path = url.slice(ROOT.href.length);
    return [[folderOf(path, path.startsWith('src/server/') ? 3 : 2), 1, called] as const];
  });
  print(['folder', 'files', 'functions'], counted);
}

await (process.argv[2] === 'lines' ? countLines() : countPath());
