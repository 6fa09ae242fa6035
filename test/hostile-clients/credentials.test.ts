import { expect, test } from 'vitest';
import { exchange, parseResponse } from '../support/raw-http.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

const BODY = JSON.stringify({ query: '{ personas { total } }' });
const MINT = JSON.stringify({ query: 'mutation { createLegacySessionToken { token { type } } }' });

async function startOwn() {
  const credentials: (string | undefined)[] = [];
  const upstream = await startUpstream((request, response) => {
    credentials.push(request.headers.authorization);
    sendJson(response, 200, { data: [], meta: { total: 0 } });
  });
  const { url } = await start({ settings: { UPSTREAM_URL: upstream.url } });
  /** Sends a body with header lines, with a length or in chunks. */
  const send = async (body: string, lines: string, isChunked: boolean) => {
    const framing = isChunked
      ? `transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      : `content-length: ${body.length}\r\n\r\n${body}`;
    const head = `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${lines}`;
    return parseResponse(
      await exchange(url, (socket) => void socket.write(`${head}${framing}`, 'latin1')),
    );
  };
  return { url, upstream, credentials, send };
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
  for (const isChunked of [false, true]) {
    const response = await send(BODY, lines, isChunked);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      errors: [
        {
          path: ['personas'],
          message: expect.stringContaining('bearer token'),
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ],
    });
    expect(await send(MINT, lines, isChunked)).toMatchObject({
      body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    });
  }
  expect(upstream.calls).toStrictEqual([]);
});

test('a GET with the content type of a form is not an upload', async () => {
  const { url } = unused;
  const response = await fetch(`${url}/graphql?query={__typename}`, {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  expect([response.status, await response.json()]).toStrictEqual([
    200,
    { data: { __typename: 'Query' } },
  ]);
});

test.each(['Bearer a-key', 'bearer  a.b-c_d~e+f/g==', 'BEARER 1|abc:def'])(
  'the credential %s is sent to the upstream unchanged',
  async (authorization) => {
    const { credentials, send } = await startOwn();
    const { body } = await send(BODY, `authorization: ${authorization}\r\n`, false);
    expect(body).not.toHaveProperty('errors');
    expect(credentials).toStrictEqual([authorization]);
  },
);

test('a credential of more than 8 KiB is rejected with 401', async () => {
  const { upstream, send } = unused;
  const { status, body } = await send(
    BODY,
    `authorization: Bearer ${'a'.repeat(9_000)}\r\n`,
    false,
  );
  expect(status).toBe(401);
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  expect(upstream.calls).toStrictEqual([]);
});
