import { expect, test } from 'vitest';
import { createPage, fakeService, reply, sendJson } from '../support/fake-service.ts';
import { type ApiResponse, start } from '../support/start.ts';
import { expectData } from './expectations.ts';

/** What services send of a page. */
const PAGES: Readonly<Record<string, (page: ReturnType<typeof createPage>) => unknown>> = {
  full: (page) => page,
  alias: ({ data, meta: { total, currentPage: page, perPage } }) => ({
    data,
    meta: { total, page, perPage },
  }),
  none: ({ data }) => ({ data }),
  bare: ({ data }) => data,
};

test.each(Object.entries(PAGES))(
  'page metadata of the kind %s is read up to the last page',
  async (paging, show) => {
    const personas = Array.from({ length: 25 }, (_, index) => ({ id: `p${index}` }));
    const { run } = await start({
      upstream: ({ url = '' }, response) => {
        const { searchParams } = new URL(url, 'http://fake');
        sendJson(response, 200, show(createPage(personas, searchParams)));
      },
    });
    const sizes: number[] = [];
    const isComplete = paging === 'full' || paging === 'alias';
    let hasNextPage = true;
    for (let page = 1; hasNextPage; page += 1) {
      const { personas }: ApiResponse['data'] = await expectData(
        run(
          'query ($page: Int) { personas(page: $page, first: 10) { pageInfo { hasNextPage hasPreviousPage } totalCount nodes { id } } }',
          { page },
        ),
      );
      expect(personas).toMatchObject({
        pageInfo: { hasPreviousPage: page > 1 },
        totalCount: isComplete ? 25 : null,
      });
      sizes.push(personas.nodes.length);
      hasNextPage = personas.pageInfo.hasNextPage;
    }
    expect(sizes).toStrictEqual([10, 10, 5]);
  },
);

test.each([
  { error: 'No avatars found' },
  { error: 'Not found', message: 'No avatars found.' },
  { error: 'Not Found', message: 'There are no results', reason: 'empty' },
])('a 404 of the service for a list without records is an empty list: %j', async (body) => {
  const upstream = await fakeService(reply(404, body));
  const { run } = await start({ upstream, extensions: 'all' });
  const { data, errors } = await run('{ avatars { totalCount nodes { id } } }');
  expect([data, errors]).toStrictEqual([{ avatars: { totalCount: 0, nodes: [] } }, undefined]);
});

test.each<[string, object | string]>([
  ['a web page', '<!DOCTYPE html><pre>Cannot GET /v1/avatars</pre>'],
  ['an empty body', ''],
  ['text', '404 page not found'],
  ['FastAPI', { detail: 'Not Found' }],
  ['Fastify', { message: 'Route GET:/v1/avatars not found', error: 'Not Found', statusCode: 404 }],
  ['Spring', { timestamp: '2026-01-01T00:00:00Z', error: 'Not Found', path: '/v1/avatars' }],
  ['Kong', { message: 'no Route matched with those values', request_id: 'a1' }],
  ['Envoy or Istio with a custom body', { error: 'no route for /v1/avatars' }],
  ['Google', { error: { code: 404, message: 'No avatars found', status: 'NOT_FOUND' } }],
  ['a catch-all of Express', { error: 'Not found' }],
  ['the avatar service', { error: 'Not Found', message: 'This path does not exist.' }],
])('a 404 for a list that is not of the service is an error: %s', async (_, body) => {
  const upstream = await fakeService((_, response) => {
    response.writeHead(404).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const { run } = await start({ upstream, extensions: ['avatars', 'knowledge'] });
  // The persona is looked up in the list.
  for (const field of [
    'avatars { totalCount }',
    'knowledgeGroups { nodes { id } }',
    'persona(id: "p") { id }',
  ]) {
    const { data, errors } = await run(`{ ${field} }`);
    expect(data).toStrictEqual({ [field.split(/\W/, 1)[0] ?? '']: null });
    expect(errors).toMatchObject([
      {
        message:
          'The upstream returned an invalid response: status 404 for a list; the path of UPSTREAM_URL may be wrong, or the upstream does not have the list.',
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
      },
    ]);
  }
});

test('a search through the list of an upstream without paging ends', async () => {
  const all = Array.from({ length: 100 }, (_, i) => ({ id: `p${i}` }));
  const upstream = await fakeService((_, response) => void response.end(JSON.stringify(all)));
  const { run } = await start({ upstream });
  expect((await run('{ persona(id: "nope") { id } }')).data).toStrictEqual({ persona: null });
  expect(upstream.calls).toHaveLength(2);
});
