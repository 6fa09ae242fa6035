import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { post } from '../../support/raw-http.ts';
import { start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

test('hooks receive a URL object that converts like the standard one', async () => {
  const seen: unknown[] = [];
  const plugin: Plugin = {
    onRequest({ request, url }) {
      seen.push([new URL(url).href, String(url), JSON.stringify(url), url.toString()]);
      expect(seen.at(-1)).toStrictEqual([
        request.url,
        request.url,
        `"${request.url}"`,
        request.url,
      ]);
      expect(url.searchParams.get('x')).toBeNull();
    },
  };
  const { url } = await start({
    upstream: await startUpstreamWithResponse(200, {}),
    plugins: [plugin],
  });
  const body = JSON.stringify({ query: '{ llms { total } }' });
  const { status } = await post(url, body, {
    'content-type': 'application/json',
  });
  expect([status, seen.length]).toStrictEqual([200, 1]);
});
