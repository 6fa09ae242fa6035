import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { startMeasured } from '../support/program.ts';
import { createCallsBySettings } from '../support/start.ts';
import { answerTo } from '../tools/bench/upstream.ts';
import { WORKLOADS } from '../tools/bench/load.ts';

/** Maximum kilobytes that a request of each workload may allocate: a quarter more than measured. */
const BOUNDS = { Q1v: 225, Q2v: 330, Q3v: 170, M1: 205 };

const CONCURRENCY = 20;
/** Requests of a load, and the maximum number of loads. */
const REQUESTS = 100;
const MAX_LOADS = 20;

// Allocations limit the throughput with hundreds of connections. Code that V8 has not optimized yet allocates more, at times
// that differ between machines: the first load within the bound is the last.
test('a request of each benchmark workload allocates less than its bound', async ({ skip }) => {
  const upstream = await fakeService(({ url = '' }, response) =>
    sendJson(response, 200, answerTo(url)),
  );
  const settings = { UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: 'key' };
  const { url, measure } = await startMeasured(settings);
  // Over connections that are kept: a new one for each request would be measured, too.
  const { run } = createCallsBySettings(url, settings);
  const readAllocated = async () => (await measure()).allocated;
  if ((await readAllocated()) === 0) skip('This version of Node.js does not count allocations.');
  for (const [name, bound] of Object.entries(BOUNDS)) {
    const { operations = [] } = WORKLOADS.find((load) => load.name === name) ?? {};
    let turn = 0;
    const load = async () => {
      for (let sent = 0; sent < REQUESTS; sent += CONCURRENCY) {
        const responses = await Promise.all(
          Array.from({ length: CONCURRENCY }, () => {
            turn += 1;
            const { query = '', variables } = operations[turn] ?? operations[0] ?? {};
            return run(query, variables);
          }),
        );
        for (const { errors } of responses) expect(errors).toBeUndefined();
      }
    };
    let kilobytes = Number.POSITIVE_INFINITY;
    for (let count = 0; count < MAX_LOADS && kilobytes >= bound; count += 1) {
      const before = await readAllocated();
      await load();
      kilobytes = ((await readAllocated()) - before) / REQUESTS / 1_000;
    }
    expect(kilobytes, name).toBeLessThan(bound);
  }
}, 180_000);
