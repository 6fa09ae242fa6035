import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { makeCallers } from './callers.ts';
import { serve } from './processes.ts';
import { ourselves, UPSTREAM_ASIDE, upstream } from './targets.ts';
import type { Operation } from './workloads.ts';

// Measures what one request keeps alive while it waits for the upstream: npm run bench:waiting -- 500
// All requests are sent to an upstream that takes ten seconds, once to open the connections and once to be counted.

const COUNT = Number(process.argv[2] ?? 500);
const LATENCY = 10_000;

const { authorizations, settings } = await makeCallers('keys', COUNT, '');
const source = upstream(LATENCY);
const behind = await serve(source, 0);
const { command, args, env, port } = ourselves.program({ upstreamUrl: source.url, settings });
const watcher = new URL('watch-heap.js', import.meta.url).href;
const child = spawn(command, [...args], {
  env: { PATH: process.env.PATH ?? '', ...env, NODE_OPTIONS: `--expose-gc --import ${watcher}` },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface(child.stdout);
await once(lines, 'line');

/** Bytes that are alive in the API. */
async function countAlive(): Promise<number> {
  child.kill('SIGUSR2');
  const [line] = await once(lines, 'line');
  return Number(/^ALIVE (\d+)$/.exec(String(line))?.[1]);
}

const agent = new Agent({ keepAlive: true, maxSockets: COUNT });

async function send(operation: Operation, authorization = ''): Promise<void> {
  const body = JSON.stringify(operation);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization,
  };
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/graphql',
    method: 'POST',
    agent,
    headers,
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
}

const callsSoFar = async () => Number(await (await fetch(`${UPSTREAM_ASIDE}/calls`)).text());

async function untilAllWait(): Promise<void> {
  for (let calls = 0; calls < COUNT; calls += await callsSoFar());
}

for (const { name, operations } of ourselves.workloads) {
  if (!['Q1v', 'Q3v', 'M1'].includes(name)) continue;
  const sendAll = () =>
    Promise.all(
      authorizations.map((authorization, n) =>
        send(operations[n % operations.length] ?? { query: '' }, authorization),
      ),
    );
  await sendAll();
  await callsSoFar();
  const idle = await countAlive();
  const waiting = sendAll();
  await untilAllWait();
  const kilobytes = ((await countAlive()) - idle) / COUNT / 1000;
  process.stdout.write(`${name}: ${kilobytes.toFixed(1)} KB a waiting request, ${COUNT} of them\n`);
  await waiting;
}
agent.destroy();
child.kill('SIGTERM');
await once(child, 'close');
await behind.stop();
