import { expect, test } from 'vitest';
import { claimsOf, createSimplePolicy, signToken, startPolicyApi } from '../../support/policy.ts';
import { MINE, OTHER } from '../../support/policy-upstream.ts';
import { start } from '../../support/start.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

/** An upstream whose tools, by id, have these Cache-Control headers; others are not found, with the same header. */
const startCacheableUpstream = (controls: Record<string, string>) =>
  startUpstream((request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    const control = controls[id];
    const headers: Record<string, string> = control ? { 'cache-control': control } : {};
    if (id === 'missing') sendJson(response, 404, { error: 'Not found' }, headers);
    else if (id === 'broken') sendJson(response, 400, { error: 'Broken' }, headers);
    else sendJson(response, 200, { id }, headers);
  });

async function getHeaders(ids: readonly string[], method = 'GET') {
  const upstream = await startCacheableUpstream({
    minute: 'public, max-age=60, s-maxage=600',
    hour: 'max-age=3600',
    forever: `max-age=${'9'.repeat(400)}`,
    never: 'no-store',
    revalidate: 'no-cache, max-age=60',
    missing: 'max-age=60',
    broken: 'max-age=60',
  });
  const { url } = await start({ upstream });
  const query = `{ __typename ${ids.map((id) => `${id}: tool(id: "${id}") { id }`).join(' ')} }`;
  const response =
    method === 'GET'
      ? await fetch(`${url}?${new URLSearchParams({ query })}`)
      : await fetch(url, {
          method,
          body: JSON.stringify({ query }),
          headers: { 'content-type': 'application/json' },
        });
  await response.text();
  return response.headers;
}

/** Reads the max-age of a private Cache-Control, in seconds. */
const readMaxAge = (headers: Headers) =>
  Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);

test.each([
  ['by one call', ['minute'], 60],
  ['by the shortest of several calls', ['hour', 'minute'], 60],
] as const)(
  'a response to GET is cached for as long as the upstream allows, %s',
  async (_, ids, seconds) => {
    const headers = await getHeaders(ids);
    expect(readMaxAge(headers)).toBeLessThanOrEqual(seconds);
    expect(readMaxAge(headers)).toBeGreaterThan(seconds - 15);
    expect(headers.get('vary')).toContain('Accept, Authorization');
  },
);

test('a max-age that is too large is reduced to 2^31 seconds, as in RFC 9111', async () => {
  const seconds = readMaxAge(await getHeaders(['forever']));
  expect(seconds).toBeLessThanOrEqual(2 ** 31);
  expect(seconds).toBeGreaterThan(2 ** 31 - 15);
});

test.each([
  ['the upstream forbids it', ['minute', 'never']],
  ['the upstream asks for revalidation', ['revalidate']],
  ['a field has an error', ['minute', 'broken']],
])('a response to GET is not kept, and has no entity tag, if %s', async (_, ids) => {
  const headers = await getHeaders(ids);
  expect([headers.get('cache-control'), headers.get('vary'), headers.get('etag')]).toStrictEqual([
    'no-store',
    expect.stringContaining('Authorization'),
    null,
  ]);
});

test.each([
  ['the upstream sends no Cache-Control for one call', ['minute', 'silent']],
  ['a record is missing', ['minute', 'missing']],
  ['no call was made', []],
])('a response to GET is kept, but confirmed each time, if %s', async (_, ids) => {
  const headers = await getHeaders(ids);
  expect([headers.get('cache-control'), headers.get('vary'), headers.get('etag')]).toStrictEqual([
    'private, no-cache',
    expect.stringContaining('Authorization'),
    expect.stringMatching(/^W\/"[\w-]{43}"$/),
  ]);
});

/** Asks for a tool by GET as a caller, with an entity tag that it may have. */
async function getTool(url: string, tag?: string, accept = 'application/json') {
  const parameters = new URLSearchParams({ query: '{ tool(id: "t1") { name } }' });
  const response = await fetch(`${url}?${parameters}`, {
    headers: { accept, ...(tag !== undefined && { 'if-none-match': tag }) },
    cache: 'no-store',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('a client that has the response already gets 304 without a body, until the data changes', async () => {
  let name = 'lookup';
  const upstream = await startUpstream((_, response) =>
    sendJson(response, 200, { id: 't1', name }),
  );
  const { url } = await start({ upstream });
  const first = await getTool(url);
  const tag = first.headers.get('etag') ?? '';
  const strong = tag.slice(2);
  for (const sent of [tag, strong, `"other", ${tag}`, '*']) {
    const { status, headers, text } = await getTool(url, sent);
    expect([sent, status, text]).toStrictEqual([sent, 304, '']);
    expect(headers.get('etag')).toBe(tag);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-type')).toBeNull();
  }
  for (const sent of ['"other"', 'x', `"${'x'.repeat(4096)}"`])
    expect((await getTool(url, sent)).status).toBe(200);
  name = 'other';
  const changed = await getTool(url, tag);
  expect([changed.status, changed.text]).toStrictEqual([200, expect.stringContaining('other')]);
  expect(changed.headers.get('etag')).not.toBe(tag);
});

test('the response to an invalid query by GET is not cached', async () => {
  const { url } = await start({ upstream: await startCacheableUpstream({}) });
  const { status, headers } = await fetch(`${url}?query={nope}`);
  expect([status >= 200, headers.get('cache-control')]).toStrictEqual([true, 'no-store']);
});

test('a response to POST has no Cache-Control header', async () => {
  const headers = await getHeaders(['minute'], 'POST');
  expect(headers.get('cache-control')).toBeNull();
});

test('a POST that names the entity tag of its response is answered in full', async () => {
  const { url } = await start({ upstream: await startCacheableUpstream({}) });
  const query = '{ tool(id: "t1") { id } }';
  const send = (method: string, tag: string) =>
    fetch(method === 'GET' ? `${url}?${new URLSearchParams({ query })}` : url, {
      method,
      headers: { 'content-type': 'application/json', 'if-none-match': tag },
      cache: 'no-store',
      body: method === 'GET' ? null : JSON.stringify({ query }),
    });
  const tag = (await send('GET', '"none"')).headers.get('etag') ?? '';
  const confirmed = await send('GET', tag);
  const posted = await send('POST', tag);
  expect([confirmed.status, posted.status]).toStrictEqual([304, 200]);
  expect([posted.headers.get('etag'), (await posted.json()).data]).toStrictEqual([
    null,
    { tool: { id: 't1' } },
  ]);
});

test('a mutation by GET is refused, and the answer is not kept', async () => {
  const upstream = await startCacheableUpstream({});
  const { url } = await start({ upstream });
  const query = 'mutation { deleteTool(id: "t1") { deletedId } }';
  const { status, headers } = await fetch(`${url}?${new URLSearchParams({ query })}`);
  expect([status, headers.get('etag'), upstream.calls]).toStrictEqual([405, null, []]);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('what a person said is not kept by clients, and has no entity tag', async () => {
  const upstream = await startUpstream((_, response) =>
    sendJson(response, 200, { id: 's1', sessionId: 's1', messages: [] }),
  );
  const { url } = await start({ upstream, extensions: 'all' });
  const query = '{ session(id: "s1") { transcript { messageCount } } }';
  const response = await fetch(`${url}?${new URLSearchParams({ query })}`);
  expect((await response.json()).errors).toBeUndefined();
  const { headers } = response;
  expect([headers.get('cache-control'), headers.get('etag')]).toStrictEqual(['no-store', null]);
});

test('with a cache, callers who may see different things have different entity tags, and none confirms that of another', async () => {
  const { url } = await startPolicyApi(
    createSimplePolicy({
      personas: { claim: 'personas' },
      sessions: 'own',
      mint: { maxSessionLengthSeconds: 60, clientLabel: '{issuer}:{subject}:{mint}' },
    }),
    { responseCacheSeconds: 60 },
  );
  const query = `{ a: persona(id: "${MINE}") { name } b: persona(id: "${OTHER}") { name } }`;
  const get = async (personas: readonly string[], tag = '"none"') => {
    const token = await signToken(claimsOf('ada', { personas }));
    const response = await fetch(`${url}?${new URLSearchParams({ query })}`, {
      headers: { authorization: `Bearer ${token}`, 'if-none-match': tag },
      cache: 'no-store',
    });
    return { status: response.status, tag: response.headers.get('etag') ?? '' };
  };
  const callers = [[MINE], [OTHER], [MINE, OTHER], []];
  const tags = await Promise.all(callers.map(async (personas) => (await get(personas)).tag));
  expect(new Set(tags).size).toBe(4);
  for (const [index, personas] of callers.entries()) {
    const statuses = await Promise.all(tags.map(async (tag) => (await get(personas, tag)).status));
    expect(statuses).toStrictEqual(tags.map((_, other) => (other === index ? 304 : 200)));
  }
});
