import { expect, test } from 'vitest';
import { startProgram } from './support/program.ts';
import { sendJson, startUpstream } from './support/upstream.ts';

const watcher = new URL('support/watch-answers.js', import.meta.url).href;

const ITEM = { id: 'p1', name: 'Ada', avatar: { id: 'a1', displayName: 'Ada' } };
const PAGE = { data: [ITEM], meta: { total: 1, lastPage: 1, currentPage: 1, perPage: 10 } };

/** No two reads are alike, so that nothing is shared. */
const OPERATIONS = [
  (n: number) => `{ tool(id: "t${n}") { name } }`,
  (n: number) => `{ personas(search: "n${n}") { items { name avatar { displayName } } } }`,
  () =>
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" } }) { sessionToken } }',
];

/** As many as the watcher lets come between two collections: none of them lives through both. */
const AT_ONCE = 10;
const WAVES = 20;

// What is kept without need until all garbage is collected makes that happen often, and is copied twice before.
test('what an operation held, with others under way, is gone when the young garbage is collected', async ({
  skip,
}) => {
  const upstream = await startUpstream(({ method, url = '' }, response) => {
    if (method === 'POST') sendJson(response, 200, { sessionToken: 'x' });
    else sendJson(response, 200, url.includes('personas?') ? PAGE : ITEM);
  });
  const { ask, child, printed } = await startProgram({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'key',
    NODE_OPTIONS: `--expose-gc --import ${watcher}`,
  });
  const load = async () => {
    for (let wave = 0; wave < WAVES; wave += 1) {
      const asked = Array.from({ length: AT_ONCE }, (_, place) => {
        const n = wave * AT_ONCE + place;
        return ask(OPERATIONS[n % OPERATIONS.length]?.(n) ?? '');
      });
      for (const { errors } of await Promise.all(asked)) expect(errors).toBeUndefined();
    }
  };
  await load();
  child.kill('SIGUSR2');
  await printed(/WATCHING/);
  await load();
  child.kill('SIGUSR2');
  const [, held, all] = await printed(/HELD (\w+) of (\d+)/);
  if (held === 'unknown') skip('This Node clears a WeakRef only when it collects all there is.');
  expect(Number(all)).toBe(AT_ONCE * WAVES);
  expect(Number(held)).toBeLessThan(AT_ONCE * 2);
}, 60_000);
