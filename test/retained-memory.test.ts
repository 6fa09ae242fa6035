import { expect, test } from 'vitest';
import { startProgram } from './support/program.ts';

const reporter = new URL('support/report-heap.js', import.meta.url).href;

const MEGABYTE = 1024 * 1024;

const repeat = (count: number, text: string) => Array(count).fill(text).join(' ');

/** What strangers may send any number of times, each time another text of the same length. */
const REQUESTS: [
  what: string,
  count: number,
  create: (n: string) => object,
  /** What may be retained of all of them together. */
  megabytes?: number,
][] = [
  [
    'variables with long names that no operation declares',
    60,
    (n) => ({ query: '{ llms { total } }', variables: { [n.padEnd(900_000, 'x')]: n } }),
  ],
  [
    'long variables that no operation declares',
    60,
    (n) => ({ query: '{ llms { total } }', variables: { x: n.padEnd(900_000, 'x') } }),
  ],
  [
    'invalid documents',
    100,
    (n) => ({ query: `{ tool(id: "${n}", unknown: [${repeat(1_900, '1')}]) { id } }` }),
  ],
  [
    'valid documents that select much',
    160,
    (n) => ({ query: `query Q${n} { ${repeat(480, '... { __typename }')} }` }),
    72,
  ],
];

/** Starts the program and resolves with functions that send it a body and read what it retains. */
async function startMeasuredProgram() {
  const { url, child, printed } = await startProgram({
    NODE_OPTIONS: `--expose-gc --import ${reporter}`,
    RESPONSE_CACHE_SECONDS: '60',
    RATE_LIMIT: '0',
  });
  let reports = 0;
  const send = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    await (await fetch(`${url}/graphql`, init)).arrayBuffer();
  };
  const measure = async () => {
    reports += 1;
    child.kill('SIGUSR2');
    const [, bytes, signals] = await printed(new RegExp(`HEAP ${reports} (\\d+) (\\d+)\n`));
    return { bytes: Number(bytes), signals: Number(signals) };
  };
  return { send, measure };
}

test.each(REQUESTS)(
  'what is retained of requests with %s is bounded',
  async (...given) => {
    const [, count, create, megabytes = 8] = given;
    const { send, measure } = await startMeasuredProgram();
    const sendFrom = async (start: number, end: number) => {
      for (let n = start; n < end; n += 1) await send(create(String(n).padStart(6, '0')));
    };
    await sendFrom(0, 20);
    const before = await measure();
    await sendFrom(20, 20 + count);
    expect((await measure()).bytes - before.bytes).toBeLessThan(megabytes * MEGABYTE);
  },
  120_000,
);

test('an operation retains no abort signal after it has ended', async () => {
  const { send, measure } = await startMeasuredProgram();
  const ask = async (times: number) => {
    for (let n = 0; n < times; n += 1) await send({ query: `{ tool(id: "${n}") { id } }` });
  };
  await ask(20);
  const before = await measure();
  await ask(200);
  expect((await measure()).signals).toBeLessThan(before.signals + 100);
});
