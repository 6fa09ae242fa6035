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

test.each(REQUESTS)(
  'what is retained of requests with %s is bounded',
  async (...given) => {
    const [, count, create, megabytes = 8] = given;
    const { url, child, printed } = await startProgram({
      NODE_OPTIONS: `--expose-gc --import ${reporter}`,
      RESPONSE_CACHE_SECONDS: '60',
      RATE_LIMIT: '0',
    });
    let reports = 0;
    const send = async (n: number) => {
      const body = JSON.stringify(create(String(n).padStart(6, '0')));
      const headers = { 'content-type': 'application/json' };
      await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).arrayBuffer();
    };
    const measureHeap = async () => {
      reports += 1;
      child.kill('SIGUSR2');
      const [, bytes] = await printed(new RegExp(`HEAP ${reports} (\\d+)\\n`));
      return Number(bytes);
    };
    for (let n = 0; n < 20; n += 1) await send(n);
    const before = await measureHeap();
    for (let n = 20; n < 20 + count; n += 1) await send(n);
    expect((await measureHeap()) - before).toBeLessThan(megabytes * MEGABYTE);
  },
  120_000,
);
