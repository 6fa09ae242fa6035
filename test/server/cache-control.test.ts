import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { claimsOf, createSimplePolicy, signToken, startPolicyApi } from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';
import { start } from '../support/start.ts';

/** An upstream whose tools, by id, have these Cache-Control headers; others are not found, with the same header. */
const startCacheableUpstream = (controls: Record<string, string>) =>
  fakeService((request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    const control = controls[id];
    const headers: Record<string, string> = control ? { 'cache-control': control } : {};
    if (id === 'missing') sendJson(response, 404, { error: 'Not found' }, headers);
    else if (id === 'broken') sendJson(response, 400, { error: 'Broken' }, headers);
    else sendJson(response, 200, { id }, headers);
  });

async function getHeaders(ids: readonly string[]) {
  const upstream = await startCacheableUpstream({
    minute: 'public, max-age=60, s-maxage=600',
    hour: 'max-age=3600',
    forever: `max-age=${'9'.repeat(400)}`,
    never: 'no-store',
    revalidate: 'no-cache, max-age=60',
    missing: 'max-age=60',
    broken: 'max-age=60',
  });
  const { get } = await start({ upstream });
  const fields = ids.map((id) => `${id}: tool(id: "${id}") { id }`);
  return (await get({ query: `{ __typename ${fields.join(' ')} }` })).headers;
}

test.each([
  ['by one call', ['minute'], 60],
  ['by the shortest of several calls', ['hour', 'minute'], 60],
  ['but for 2^31 seconds at most, as in RFC 9111', ['forever'], 2 ** 31],
] as const)(
  'a response to GET is cached for as long as the upstream allows, %s',
  async (_, ids, seconds) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const headers = await getHeaders(ids);
    expect(headers.get('cache-control')).toBe(`private, max-age=${seconds}`);
    expect(headers.get('vary')).toContain('Accept, Authorization');
  },
);

const TAG = expect.stringMatching(/^W\/"[\w-]{43}"$/);

test.each([
  ['the upstream forbids it', ['minute', 'never'], 'no-store', null],
  ['the upstream asks for revalidation', ['revalidate'], 'no-store', null],
  ['a field has an error', ['minute', 'broken'], 'no-store', null],
  ['one call has no Cache-Control', ['minute', 'silent'], 'private, no-cache', TAG],
  ['a record is missing', ['minute', 'missing'], 'private, no-cache', TAG],
  ['no call was made', [], 'private, no-cache', TAG],
])(
  'whether a response to GET is kept, confirmed each time or never kept, if %s',
  async (_, ids, control, tag) => {
    const headers = await getHeaders(ids);
    expect([headers.get('cache-control'), headers.get('etag')]).toStrictEqual([control, tag]);
    expect(headers.get('vary')).toContain('Authorization');
  },
);

const QUERY = { query: '{ tool(id: "t1") { name } }' };

test('a client that has the response already gets 304 without a body, until the data changes', async () => {
  let name = 'lookup';
  const upstream = await fakeService((_, response) => sendJson(response, 200, { id: 't1', name }));
  const { get, url } = await start({ upstream });
  const getWith = (tag: string) => get(QUERY, { 'if-none-match': tag });
  const first = await get(QUERY);
  const tag = first.headers.get('etag') ?? '';
  for (const sent of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const headers = { 'if-none-match': sent };
    const response = await fetch(`${url}?${new URLSearchParams(QUERY)}`, { headers });
    expect([sent, response.status, await response.text()]).toStrictEqual([sent, 304, '']);
    expect(response.headers.get('etag')).toBe(tag);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('content-type')).toBeNull();
  }
  for (const sent of ['"other"', 'x', `"${'x'.repeat(4096)}"`])
    expect((await getWith(sent)).status).toBe(200);
  name = 'other';
  const changed = await getWith(tag);
  expect([changed.status, changed.data]).toStrictEqual([200, { tool: { name } }]);
  expect(changed.headers.get('etag')).not.toBe(tag);
});

test('a POST that names the entity tag of its response is answered in full, without caching headers', async () => {
  const { get, post } = await start({
    upstream: await startCacheableUpstream({ t1: 'max-age=9' }),
  });
  const tag = (await get(QUERY)).headers.get('etag') ?? '';
  expect((await get(QUERY, { 'if-none-match': tag })).status).toBe(304);
  const { status, headers, data } = await post(QUERY, { 'if-none-match': tag });
  expect([status, data]).toStrictEqual([200, { tool: { name: null } }]);
  expect([headers.get('etag'), headers.get('cache-control')]).toStrictEqual([null, null]);
});

test.each([
  ['{ nope }', 400],
  ['mutation { deleteTool(id: "t1") { deletedId } }', 405],
])('the response to %s by GET, which is refused, is not kept', async (query, status) => {
  const upstream = await startCacheableUpstream({});
  const { get } = await start({ upstream });
  const answer = await get({ query }, { accept: 'application/graphql-response+json' });
  expect([answer.status, upstream.calls]).toStrictEqual([status, []]);
  expect(answer.headers.get('etag')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('what a person said is not kept by clients, and has no entity tag', async () => {
  const upstream = await fakeService((_, response) =>
    sendJson(response, 200, { id: 's1', sessionId: 's1', messages: [] }),
  );
  const { get } = await start({ upstream, extensions: 'all' });
  const query = '{ session(id: "s1") { transcript { messageCount } } }';
  const { headers, errors } = await get({ query });
  expect(errors).toBeUndefined();
  expect([headers.get('cache-control'), headers.get('etag')]).toStrictEqual(['no-store', null]);
});

test('with a cache, callers who may see different things have different entity tags, and none confirms that of another', async () => {
  const { url } = await startPolicyApi(
    createSimplePolicy({
      personas: { claim: 'personas' },
      sessions: 'own',
      mint: { maxSessionLengthSeconds: 60, clientLabel: '{issuer}:{subject}:{mint}' },
    }),
    { client: { cacheSeconds: 60 } },
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
