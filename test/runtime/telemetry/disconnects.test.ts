import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sampleOf, scrape } from '../../support/exposition.ts';
import { startProgram } from '../../support/program.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

const TOOL = { id: '1', name: 'shared' };

test.each([
  ['POST, which takes the fast path', 'POST'],
  ['GET, which takes Yoga’s', 'GET'],
])(
  'the second of two identical queries by %s is no longer in flight when its client disconnects',
  async (_, method) => {
    const held: ServerResponse[] = [];
    const upstream = await startUpstream((_, response) => void held.push(response));
    const { url, logged } = await startProgram({ UPSTREAM_URL: upstream.url, LOG_LEVEL: 'info' });
    const query = 'query Shared { tool(id: "1") { id } }';
    const ask = (signal: AbortSignal | null = null) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer a-key' };
      const path = method === 'GET' ? `/graphql?query=${encodeURIComponent(query)}` : '/graphql';
      const body = method === 'GET' ? null : JSON.stringify({ query });
      return fetch(`${url}${path}`, { method, headers, body, signal });
    };
    const countInFlight = async () =>
      sampleOf(await scrape(url), 'avatar_graphql_operations_in_flight');
    const leader = ask();
    await expect.poll(() => held.length).toBe(1);
    const abort = new AbortController();
    const follower = ask(abort.signal);
    await expect.poll(countInFlight).toBe(2);
    abort.abort();
    await expect(follower).rejects.toThrow('abort');
    await expect.poll(countInFlight).toBe(1);
    expect(logged()).toMatchObject([
      { operation: 'Shared', outcome: 'CALLER_GONE', upstreamCalls: 0 },
    ]);
    for (const response of held) sendJson(response, 200, TOOL);
    expect(await (await leader).json()).toStrictEqual({ data: { tool: { id: '1' } } });
    expect(upstream.calls).toHaveLength(1);
    await expect.poll(logged).toMatchObject([{ outcome: 'CALLER_GONE' }, { outcome: 'OK' }]);
    expect(await countInFlight()).toBe(0);
  },
);
