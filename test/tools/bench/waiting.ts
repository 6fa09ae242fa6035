import { makeCallers } from './callers.ts';
import { serve } from './processes.ts';
import { ourselves, takeCalls, upstream } from './targets.ts';
import { startWatched } from './watched.ts';
import { WORKLOADS } from './workloads.ts';

// Measures what one request keeps alive while it waits for the upstream: npm run bench -- waiting 500
// All requests are sent to an upstream that takes ten seconds, once to open the connections and once to be counted.

const COUNT = Number(process.argv[2] ?? 500);
const LATENCY = 10_000;

const { authorizations, settings } = await makeCallers('keys', COUNT, '');
const source = upstream(LATENCY);
const behind = await serve(source, 0);
const api = await startWatched(ourselves, { upstreamUrl: source.url, settings }, COUNT, {
  collectsGarbage: true,
});

async function untilAllWait(): Promise<void> {
  for (let calls = 0; calls < COUNT; calls += await takeCalls());
}

for (const { name, operations } of WORKLOADS) {
  if (!['Q1v', 'Q3v', 'M1'].includes(name)) continue;
  const sendAll = () =>
    Promise.all(
      authorizations.map((authorization, n) =>
        api.send(operations[n % operations.length], authorization),
      ),
    );
  await sendAll();
  await takeCalls();
  const idle = (await api.read()).alive;
  const waiting = sendAll();
  await untilAllWait();
  const kilobytes = ((await api.read()).alive - idle) / COUNT / 1000;
  process.stdout.write(`${name}: ${kilobytes.toFixed(1)} KB a waiting request, ${COUNT} of them\n`);
  await waiting;
}
await api.stop();
await behind.stop();
