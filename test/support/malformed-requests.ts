import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';

/** A request in pieces, each of which may be anything. */
export interface MalformedRequest {
  readonly method: string;
  readonly target: string;
  /** Lines that name the host; none, or more than one, are wrong. */
  readonly hosts: readonly string[];
  readonly headers: readonly string[];
  /** How the body is cut into bytes, and what is told of its length. */
  readonly framing: keyof typeof FRAMINGS;
  readonly body: string;
  /** What comes behind it on the same connection. */
  readonly next: string;
}

const length = (body: string, by = 0) => `content-length: ${Math.max(0, body.length + by)}`;
const chunks = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** Headers and bytes of a body. */
const FRAMINGS = {
  none: (body: string) => ['', body],
  told: (body: string) => [length(body), body],
  short: (body: string) => [length(body, 5), body],
  long: (body: string) => [length(body, -5), body],
  'no number': (body: string) => ['content-length: abc', body],
  negative: (body: string) => ['content-length: -1', body],
  huge: (body: string) => ['content-length: 99999999999999999999', body],
  twice: (body: string) => [`${length(body)}\r\n${length(body, 1)}`, body],
  chunked: (body: string) => [
    'transfer-encoding: chunked',
    body === '' ? '0\r\n\r\n' : chunks(body),
  ],
  'chunked with a length': (body: string) => [
    `${length(body)}\r\ntransfer-encoding: chunked`,
    chunks(body),
  ],
  'bad chunks': (body: string) => ['transfer-encoding: chunked', `zz\r\n${body}\r\n0\r\n\r\n`],
  'chunks that stop': (body: string) => ['transfer-encoding: chunked', `ff\r\n${body}`],
  'another coding': (body: string) => ['transfer-encoding: gzip, chunked', chunks(body)],
  'a list of codings': (body: string) => ['transfer-encoding: chunked, chunked', chunks(body)],
} as const satisfies Record<string, (body: string) => readonly [string, string]>;

const SEED_AVATAR = '47eaa099-2cb6-416d-86dc-283cf0480ff9';

export const METHODS = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PUT',
  'DELETE',
  'PATCH',
  'PROPFIND',
  'QUERY',
  'BREW',
  'get',
  'PRI',
  '',
  'G\u0000T',
];

export const TARGETS = [
  '/graphql',
  '/graphql?query={llms{total}}',
  '/graphql?query={nope}',
  '/graphql?query=%7B&variables={',
  '/graphql?query={llms{total}}&x=/health',
  '/graphql?x=%',
  '/graphql?%zz=%',
  '/graphql/',
  '/graphql%2f',
  '/graphql#x',
  '/mcp',
  '/mcp?x=/graphql',
  '/mcp/',
  '/mcp%2f',
  '/health',
  '/ready',
  '/metrics',
  '/',
  '/console/',
  '/personas',
  '/nope',
  '/v1/personas',
  '/v1/personas?page=x',
  '/v1/avatars',
  '/v1/tools/x',
  '/v1/auth/session-token',
  `/v1/avatars/${SEED_AVATAR}`,
  `/v1/avatars/${SEED_AVATAR}/image`,
  `/v1/avatars/${SEED_AVATAR}/image.%00`,
  '/v1/avatars/%00/image',
  '/v1/avatars/%zz/image',
  '/v1/engine/session',
  '*',
  'http://evil.example/graphql',
  'http://[::1/graphql',
  'https://x:y@evil.example/',
  '//evil.example/graphql',
  '///',
  '/%',
  '/%zz',
  '/%00',
  '/%e0%a4',
  '/..',
  '/../../etc/passwd',
  '/%2e%2e/x',
  '/x/./graphql',
  '\\graphql',
  '/\\evil',
  '',
  'graphql',
  '/gr\u00e4phql',
  '/a b',
  '/\u0000',
  '/\t',
  '?',
  '#',
  `/${'a'.repeat(9000)}`,
  `/graphql?query=${'a'.repeat(9000)}`,
  `/v1/tools/${'%41'.repeat(3000)}`,
];

export const HOSTS: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['localhost:4000'],
  ['[::1]:80'],
  [],
  [''],
  ['127.0.0.1', 'evil.example'],
  ...[
    ']]]',
    '[::1',
    '[::1]]',
    '%',
    'a b',
    '@',
    'user:pass@x',
    '127.0.0.1:99999',
    '127.0.0.1:',
    ':80',
    '<script>',
    'evil.example',
    'a/b',
    'a?b',
    'a#b',
    '999.1.1.1',
    '0x7f.1',
    'x'.repeat(9000),
    '\u00fc.example',
    'xn--',
    'a,b',
    "'",
    '127.0.0.1\u0000',
    'http://x',
    '..',
    '-',
    '[v1.x]',
    '1e3',
  ].map((host) => [host]),
];

export const HEADERS = [
  'content-type: application/json',
  'content-type: Application/JSON; Charset=UTF-8',
  'content-type: application/json; charset=utf-16',
  'content-type: application/json, text/plain',
  'content-type: application/x-www-form-urlencoded',
  'content-type: application/graphql',
  'content-type: multipart/form-data; boundary=b',
  'content-type: multipart/form-data',
  'content-type: multipart/form-data; boundary=',
  'content-type: ;;;',
  'content-type:',
  'content-type: text/plain',
  'content-encoding: gzip',
  'content-encoding: identity',
  'content-encoding: \u00ff',
  'accept: text/html',
  'accept: image/png',
  'accept: application/json; charset=latin1',
  'accept: ;;;,,,',
  'accept: text/event-stream',
  'accept: multipart/mixed',
  'accept-encoding: wonder;q=nope, br;q=2',
  'expect: 100-continue',
  'expect: wonders',
  'upgrade: websocket\r\nconnection: upgrade',
  'upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: x',
  'connection: close',
  'connection: keep-alive, close, x',
  'keep-alive: timeout=9999999',
  'authorization: Bearer x',
  'authorization: Bearer',
  'authorization: Basic eDp5',
  'authorization: Bearer a b',
  'authorization: \u00fc',
  `authorization: Bearer ${'x'.repeat(9000)}`,
  'authorization: Bearer x\r\nauthorization: Bearer y',
  'origin: null',
  'origin: https://evil.example',
  'origin: ]]]',
  'sec-fetch-site: cross-site',
  'x-request-id: a b',
  'x-request-id: <script>alert(1)</script>',
  `x-request-id: ${'x'.repeat(9000)}`,
  'x-forwarded-for: ]]]',
  'x-forwarded-host: evil.example',
  'x-http-method-override: TRACE',
  'traceparent: 00-zz-zz-zz',
  'baggage: %zz',
  'if-none-match: *',
  'if-none-match: "',
  'range: bytes=0-1',
  'cookie: a=b; c',
  'te: trailers',
  'trailer: content-length',
  'x\u0000: y',
  'x: \u0000',
  ' folded: x',
  'no colon',
  ': no name',
  '__proto__: x',
  'constructor: x',
  'x-long: '.padEnd(9000, 'x'),
];

export const BODIES = [
  '',
  '{"query":"{ llms { total } }"}',
  '{"query":"{ __typename }","variables":7}',
  '{',
  'null',
  '[]',
  '"',
  '\u0000',
  '{"query":"\u0000"}',
  '\u00ff\u00fe{',
  '{"__proto__":{"x":1}}',
  '{"name":"\\ud800"}',
  'x'.repeat(9000),
  `${'['.repeat(9000)}`,
  `{"query":"${'{a'.repeat(3000)}"}`,
  'query=%7Bllms%7Btotal%7D%7D',
  '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--b--\r\n',
  '--b\r\ncontent-disposition: form-data; name="__proto__"; filename="\u0000"\r\n\r\nx\r\n--b--\r\n',
  '--b\r\n\r\n',
  '--b--',
  '{"query":"mutation { deleteTool(id: \\"x\\") { deletedId } }"}',
  '{"query":7,"extensions":{"persistedQuery":{"version":1,"sha256Hash":"0"}}}',
  '{"query":"{ _entities(representations: [{ __typename: \\"constructor\\", id: \\"\\" }, 7]) { __typename } }"}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
  '{"jsonrpc":"2.0","id":{},"method":"__proto__","params":[]}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"constructor","arguments":{"__proto__":1}}}',
];

const NEXT = [
  '',
  'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n',
  'NONSENSE\r\n\r\n',
  '\u0000\u0000',
  'GET http://evil.example/ HTTP/1.1\r\nhost: ]]]\r\n\r\n',
];

/** A plain request to begin from. */
export const PLAIN: MalformedRequest = {
  method: 'POST',
  target: '/graphql',
  hosts: ['127.0.0.1'],
  headers: ['content-type: application/json'],
  framing: 'told',
  body: '{"query":"{ llms { total } }"}',
  next: '',
};

/** The table: a plain request with one piece, or two that belong together, replaced by each thing there is. */
export function* variants(): Generator<MalformedRequest> {
  for (const method of METHODS) {
    for (const target of TARGETS) yield { ...PLAIN, method, target };
  }
  for (const method of ['GET', 'POST']) {
    for (const target of ['/graphql', '/mcp', '/v1/personas', '/health']) {
      for (const hosts of HOSTS) yield { ...PLAIN, method, target, hosts };
      for (const header of HEADERS) yield { ...PLAIN, method, target, headers: [header] };
    }
  }
  for (const framing of Object.keys(FRAMINGS).filter(isFraming)) {
    for (const body of BODIES) {
      yield { ...PLAIN, framing, body };
      yield { ...PLAIN, target: '/mcp', framing, body };
    }
  }
}

const isFraming = (name: string): name is keyof typeof FRAMINGS => Object.hasOwn(FRAMINGS, name);

/** Any pieces at all, put together. */
export const MALFORMED_REQUESTS: fc.Arbitrary<MalformedRequest> = fc.record({
  method: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('GET', 'POST') },
    fc.constantFrom(...METHODS),
  ),
  target: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TARGETS) },
    fc.string().map((text) => `/${text}`),
  ),
  hosts: fc.oneof({ weight: 3, arbitrary: fc.constant(['127.0.0.1']) }, fc.constantFrom(...HOSTS)),
  headers: fc.uniqueArray(fc.oneof(fc.constantFrom(...HEADERS), fc.string()), { maxLength: 4 }),
  framing: fc.constantFrom(...Object.keys(FRAMINGS).filter(isFraming)),
  body: fc.oneof(fc.constantFrom(...BODIES), fc.string()),
  next: fc.constantFrom(...NEXT),
});

/** The bytes of a request, one for each character. */
export function bytesOf({
  method,
  target,
  hosts,
  headers,
  framing,
  body,
  next,
}: MalformedRequest): Buffer {
  const [told, bytes] = FRAMINGS[framing](body);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...hosts.map((host) => `host: ${host}`),
    ...headers,
    ...(told === '' ? [] : [told]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${bytes}${next}`, 'latin1');
}

/** Sends bytes and no more, and answers with all that comes back until the connection is closed. */
export async function sendStrange(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = once(socket, 'close');
  let text = '';
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
  socket.end(bytes);
  await closed;
  return text;
}

/** One answer of several on a connection. */
export interface StrangeAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

function unchunk(text: string): readonly [body: string, rest: string] {
  let body = '';
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || Number.isNaN(size)) return [body, ''];
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
    if (size === 0) return [body, rest];
  }
}

/** What came back, answer by answer. `isHead` says whether the first of them has no body. */
export function answersIn(text: string, isHead: boolean): StrangeAnswer[] {
  const answers: StrangeAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end < 0 ? rest.length : end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const after = end < 0 ? '' : rest.slice(end + 4);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const isInformation = status < 200;
    const isFirst = answers.length === 0;
    // Where the method could not even be read, what comes has a body.
    const isBare = isHead && isFirst && !after.startsWith('{');
    const hasBody = !isInformation && status !== 204 && status !== 304 && !isBare;
    const isChunked = /^transfer-encoding: chunked/im.test(head);
    const [body, next] = !hasBody
      ? (['', after] as const)
      : isChunked
        ? unchunk(after)
        : ([after.slice(0, length), after.slice(length)] as const);
    if (!isInformation) answers.push({ status, head, body });
    rest = next;
  }
  return answers;
}
