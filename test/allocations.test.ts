import { expect, test } from 'vitest';
import { answerTo } from './bench/records.ts';
import { workloads } from './bench/workloads.ts';
import { startProgram } from './support/program.ts';
import { sendJson, startUpstream } from './support/upstream.ts';

const watcher = new URL('bench/watch-heap.js', import.meta.url).href;

/** Most kilobytes that one request of each load may allocate: an eighth more than it did when this was written. */
const BOUNDS = { Q1v: 165, Q2v: 220, Q3v: 80, M1: 98 };

const AT_ONCE = 20;
const REQUESTS = 500;

// What requests allocate decides the throughput with hundreds of connections, and hardly differs from run to run.
test('a request of each load of the benchmark allocates no more than its bound', async ({
  skip,
}) => {
  const upstream = await startUpstream(({ url = '' }, response) =>
    sendJson(response, 200, answerTo(url)),
  );
  const { ask, child, printed } = await startProgram({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'key',
    NODE_OPTIONS: `--import ${watcher}`,
  });
  let reading = 0;
  const readAllocated = async () => {
    reading += 1;
    child.kill('SIGUSR2');
    const [, bytes] = await printed(new RegExp(`(?:HEAP \\d+ (\\d+) \\d+\\n[^]*){${reading}}`));
    return Number(bytes);
  };
  if ((await readAllocated()) === 0) skip('This Node does not count what it allocates.');
  for (const [name, bound] of Object.entries(BOUNDS)) {
    const { operations = [] } = workloads().find((load) => load.name === name) ?? {};
    let turn = 0;
    const load = async () => {
      for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => {
            turn += 1;
            const { query = '', variables } = operations[turn] ?? operations[0] ?? {};
            return ask(query, variables);
          }),
        );
        for (const { errors } of answers) expect(errors).toBeUndefined();
      }
    };
    await load();
    const before = await readAllocated();
    await load();
    const kilobytes = ((await readAllocated()) - before) / REQUESTS / 1_000;
    expect(kilobytes, name).toBeLessThan(bound);
  }
}, 60_000);
