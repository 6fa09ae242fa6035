import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { chunk, exchange, POST_GRAPHQL, parseResponse } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

const BODY = JSON.stringify({ query: '{ personas { totalCount } }' });
const MINT = JSON.stringify({ query: 'mutation { createLegacySessionToken { token { type } } }' });

async function startOwn() {
  const credentials: (string | undefined)[] = [];
  const upstream = await fakeService((request, response) => {
    credentials.push(request.headers.authorization);
    sendJson(response, 200, { data: [], meta: { total: 0 } });
  });
  const api = await start({ settings: { UPSTREAM_URL: upstream.url } });
  /** Sends a body with header lines, with a length or in chunks. */
  const send = async (body: string, lines: string, isChunked = false) => {
    const framing = isChunked
      ? `transfer-encoding: chunked\r\n\r\n${chunk(body)}${chunk('')}`
      : `content-length: ${body.length}\r\n\r\n${body}`;
    const head = `${POST_GRAPHQL}content-type: application/json\r\n${lines}`;
    return parseResponse(await exchange(api.url, `${head}${framing}`));
  };
  return { ...api, upstream, credentials, send };
}

/** The API of those whose requests reach no upstream. */
const unused = await startOwn();

test.each<[string, string]>([
  ['no credential', ''],
  ['Basic', 'authorization: Basic eDp5\r\n'],
  ['Bearer without a token', 'authorization: Bearer\r\n'],
  ['Bearer and spaces', 'authorization: Bearer   \r\n'],
  ['two tokens', 'authorization: Bearer one two\r\n'],
  ['a list of tokens', 'authorization: Bearer one, Bearer two\r\n'],
  ['a list without spaces', 'authorization: Bearer one,two\r\n'],
  ['a token beyond ASCII', 'authorization: Bearer sch\u00fcssel\r\n'],
  ['a token without a scheme', 'authorization: one\r\n'],
  ['an empty header', 'authorization:\r\n'],
])('with %s, no request is sent to an upstream without a shared key', async (_, lines) => {
  const { upstream, send } = unused;
  const extensions = { code: 'UNAUTHENTICATED' };
  const message = expect.stringContaining('bearer token');
  for (const isChunked of [false, true]) {
    expect(await send(BODY, lines, isChunked)).toMatchObject({
      status: 200,
      body: { errors: [{ path: ['personas'], message, extensions }] },
    });
    expect(await send(MINT, lines, isChunked)).toMatchObject({
      body: { errors: [{ extensions }] },
    });
  }
  expect(upstream.calls).toStrictEqual([]);
});

test('a GET with the content type of a form is not an upload', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  const { status, data } = await unused.get({ query: '{ __typename }' }, type);
  expect([status, data]).toStrictEqual([200, { __typename: 'Query' }]);
});

test.each(['Bearer a-key', 'bearer  a.b-c_d~e+f/g==', 'BEARER 1|abc:def'])(
  'the credential %s is sent to the upstream unchanged',
  async (authorization) => {
    const { credentials, send } = await startOwn();
    const { body } = await send(BODY, `authorization: ${authorization}\r\n`);
    expect(body).not.toHaveProperty('errors');
    expect(credentials).toStrictEqual([authorization]);
  },
);

test('a credential of more than 8 KiB is rejected with 401', async () => {
  const { upstream, send } = unused;
  expect(await send(BODY, `authorization: Bearer ${'a'.repeat(9_000)}\r\n`)).toMatchObject({
    status: 401,
    body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
  });
  expect(upstream.calls).toStrictEqual([]);
});
