import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRedacted, REDACTED, redactSecrets, type SHAPES } from '../../src/contract/redact.ts';
import {
  containsHeaders,
  containsQuery,
  isHarmlessHeader,
  isSecretHeader,
  isSecretKey,
  isSecretParameter,
} from '../../src/contract/secret-keys.ts';
import { RUNS } from '../support/arbitraries.ts';

test.each(
  `secret clientSecret client_secret secret_iv encrypted_secret encryptedSecret secretId SECRET
  apiKey api_key APIKey apikey API_KEY x-api-key X-Api-Key primaryApiKey apiKeys openaiApiKey
  authorization Authorization proxy-authorization cookie Set-Cookie cookies
  password userPassword passwd pwd passphrase passcode pass smtpPass pin connectionString dsn
  token access_token accessToken accesstoken refreshToken idToken id_token sessionToken authtoken botToken
  X-Auth-Token tokenValue tokens auth basicAuth jwt otp credentials awsCredential bearer
  privateKey private_key privateKeyPem signingKey encryptionKey accessKey secretAccessKey masterKey subscriptionKey
  Ocp-Apim-Subscription-Key x-functions-key encryptedData`.split(/\s+/),
)('%s is a secret', (key) => {
  expect(isSecretKey(key)).toBe(true);
});

test.each(
  `apiKeyId api_key_id accessKeyId privateKeyId tokenId credentialId apiKeyIds
  maxTokens max_tokens minTokens totalTokens tokenCount token_count tokenLimit tokensUsed stopTokens
  tokenType tokenUrl token_endpoint tokenExpiresAt tokenizer tokenized authType authUrl authorizationUrl
  author authored key keys keyId keyword keywords primaryKey audioKey keyboard monkey
  name id description systemPrompt compass passage pinned spin pattern path update voiceId connection encryptedAt
  then constructor __proto__ toString`.split(/\s+/),
)('%s is not a secret', (key) => {
  expect(isSecretKey(key)).toBe(false);
});

test('a very long name is checked in linear time', () => {
  for (const part of ['A', 'a', '-', 'Ab', 'api', 'token', ' ']) {
    expect(typeof isSecretKey(part.repeat(300_000))).toBe('boolean');
  }
});

test.each(['X-Acme-Key', 'X-Signature', 'X-Session', 'sid', 'Authorization', 'cookie'])(
  'the header %s is a secret',
  (name) => {
    expect(isSecretHeader(name)).toBe(true);
  },
);

test.each(['Accept', 'Content-Type', 'User-Agent', 'X-Request-Id', 'X-Tenant', 'a'])(
  'the header %s is not a secret',
  (name) => {
    expect(isSecretHeader(name)).toBe(false);
  },
);

test.each(['Accept', 'content-type', 'USER-AGENT', ' Host ', 'Cache-Control'])(
  'the header %s is harmless',
  (name) => {
    expect(isHarmlessHeader(name)).toBe(true);
  },
);

test.each(['Authorization', 'X-Tenant', 'X-Request-Id', 'Referer', 'x-accept', '', 'constructor'])(
  'the header %s is not harmless',
  (name) => {
    expect(isHarmlessHeader(name)).toBe(false);
  },
);

test.each(
  'headers Headers header HEADERS requestHeaders httpHeaders HTTPHeaders extra_headers default-headers httpheaders'.split(
    ' ',
  ),
)('%s contains headers', (key) => {
  expect(containsHeaders(key)).toBe(true);
});

test.each('headerCount hasHeader2 subheader headersSent headline name'.split(' '))(
  '%s contains no headers',
  (key) => {
    expect(containsHeaders(key)).toBe(false);
  },
);

test.each(
  'query params queryParams query_params queryParameters urlParams searchParams requestQuery'.split(
    ' ',
  ),
)('%s contains a query', (key) => {
  expect(containsQuery(key)).toBe(true);
});

test.each('parameters queryId parameterName name'.split(' '))('%s contains no query', (key) => {
  expect(containsQuery(key)).toBe(false);
});

test.each(
  'key api_key sig signature X-Amz-Signature code sessionId session sid jsessionid PHPSESSID access_token X-Amz-Credential hmac'.split(
    ' ',
  ),
)('the parameter %s is a secret', (name) => {
  expect(isSecretParameter(name)).toBe(true);
});

test.each('page countryCode languageCode code_name design keyword id q'.split(' '))(
  'the parameter %s is not a secret',
  (name) => {
    expect(isSecretParameter(name)).toBe(false);
  },
);

/** What is redacted of each shape, and what is not: a case, JSON, and the JSON that is returned if it differs. */
const CASES: Readonly<
  Record<keyof typeof SHAPES, readonly (readonly [string, unknown, unknown?])[]>
> = {
  "{ apiKey: '…' }": [
    ['strings and numbers', { secret: 'a', pin: 1234 }, { secret: REDACTED, pin: REDACTED }],
    ['no null, empty strings and booleans', { secret: null, apiKey: '', hasPassword: true }],
    ['no counts of tokens', { tokens: 5, usage: { tokens: { input: 7 } } }],
    [
      'everything below a secret key',
      { auth: { type: 'basic', users: ['ada', { name: 'eve' }] } },
      { auth: { type: REDACTED, users: [REDACTED, { name: REDACTED }] } },
    ],
    [
      'at every depth',
      { a: [{ b: { c: [[{ apiKey: 'x', apiKeyId: 'y' }]] } }] },
      { a: [{ b: { c: [[{ apiKey: REDACTED, apiKeyId: 'y' }]] } }] },
    ],
    [
      'all headers but harmless ones',
      { headers: { 'X-Tenant': 'x', Accept: 'y', Cookie: 'z', 'Content-Length': 3, a: 4 } },
      {
        headers: {
          'X-Tenant': REDACTED,
          Accept: 'y',
          Cookie: REDACTED,
          'Content-Length': 3,
          a: REDACTED,
        },
      },
    ],
    [
      'headers under another name',
      { requestHeaders: { a: 'x' }, http: { httpHeaders: [{ a: ['x'] }, { accept: 'y' }] } },
      {
        requestHeaders: { a: REDACTED },
        http: { httpHeaders: [{ a: [REDACTED] }, { accept: 'y' }] },
      },
    ],
    [
      'parameters of queries',
      { queryParams: { key: 'x', sig: 'x', signature: 'x', code: 'x', sessionId: 'x', page: '1' } },
      {
        queryParams: {
          key: REDACTED,
          sig: REDACTED,
          signature: REDACTED,
          code: REDACTED,
          sessionId: REDACTED,
          page: '1',
        },
      },
    ],
    ['no such names elsewhere', { key: 'a', sig: 'b', code: 'c', sessionId: 'd', 'X-Tenant': 'e' }],
    [
      'values of secret properties of a JSON Schema, at every depth',
      {
        parameters: {
          properties: {
            password: { type: 'string', description: 'Of the user.' },
            apiKey: { type: 'string', default: 'x', enum: ['x'], anyOf: [{ const: 'x' }] },
            auth: { properties: { user: { type: 'string', example: 'x' } } },
            city: { default: 'y' },
          },
          required: ['password', 'city'],
        },
      },
      {
        parameters: {
          properties: {
            password: { type: 'string', description: 'Of the user.' },
            apiKey: {
              type: 'string',
              default: REDACTED,
              enum: [REDACTED],
              anyOf: [{ const: REDACTED }],
            },
            auth: { properties: { user: { type: 'string', example: REDACTED } } },
            city: { default: 'y' },
          },
          required: ['password', 'city'],
        },
      },
    ],
    [
      'values of secret properties of the JSON Schema of a query',
      {
        queryParameters: { type: 'object', properties: { key: { type: 'string', default: 'x' } } },
      },
      {
        queryParameters: {
          type: 'object',
          properties: { key: { type: 'string', default: REDACTED } },
        },
      },
    ],
    [
      'properties outside a JSON Schema',
      { properties: { token: 'x', auth: { user: 'y' }, headers: { 'X-Tenant': 'x' } } },
      {
        properties: {
          token: REDACTED,
          auth: { user: REDACTED },
          headers: { 'X-Tenant': REDACTED },
        },
      },
    ],
  ],
  "{ name: 'Authorization', value: '…' }": [
    [
      'as k and v',
      { pair: { k: 'Authorization', v: 'x' } },
      { pair: { k: 'Authorization', v: REDACTED } },
    ],
    [
      'all values',
      { a: { header: 'X-Acme-Key', values: ['x', 'y'] } },
      { a: { header: 'X-Acme-Key', values: [REDACTED, REDACTED] } },
    ],
    [
      'an object of parameters or headers',
      {
        queryParams: { key: 'x', v: 'weekly' },
        headers: { name: 'x', key: 'x', value: 'x', default: 'x' },
      },
      {
        queryParams: { key: REDACTED, v: 'weekly' },
        headers: { name: REDACTED, key: REDACTED, value: REDACTED, default: REDACTED },
      },
    ],
    [
      'headers as the value of a name',
      [{ name: 'headers', value: { a: 'x' } }],
      [{ name: 'headers', value: { a: REDACTED } }],
    ],
    [
      'what is secret by its own key',
      {
        name: 'city',
        value: 'y',
        token: 'x',
        properties: { pin: { default: 'x', type: 'string' } },
      },
      {
        name: 'city',
        value: 'y',
        token: REDACTED,
        properties: { pin: { default: REDACTED, type: 'string' } },
      },
    ],
    ['no names without a value', { name: 'apiKey', description: 'The key of the account.' }],
  ],
  "[['Authorization', '…']]": [
    [
      'headers as pairs',
      {
        headers: [
          ['Authorization', 'x'],
          ['Accept', 'y'],
          ['X-Ids', 'x', 'x'],
        ],
      },
      {
        headers: [
          ['Authorization', REDACTED],
          ['Accept', 'y'],
          ['X-Ids', REDACTED, REDACTED],
        ],
      },
    ],
    [
      'pairs elsewhere',
      {
        list: [
          ['api_key', 'x'],
          ['a', 'b'],
        ],
      },
      {
        list: [
          ['api_key', REDACTED],
          ['a', 'b'],
        ],
      },
    ],
    [
      'parameters as pairs',
      {
        queryParams: [
          ['sig', 'x'],
          ['page', '1'],
        ],
      },
      {
        queryParams: [
          ['sig', REDACTED],
          ['page', '1'],
        ],
      },
    ],
    [
      'no lists of names',
      { required: ['password', 'city'], points: [[1, 2]], scopes: [['token']] },
    ],
  ],
  "[{ name: 'Authorization', value: '…' }, 'Authorization: …']": [
    [
      'headers by name and key',
      {
        headers: [
          { name: 'X-Tenant', value: 'x', enabled: true, note: 'n' },
          { key: 'Accept', value: 'y' },
        ],
      },
      {
        headers: [
          { name: 'X-Tenant', value: REDACTED, enabled: true, note: 'n' },
          { key: 'Accept', value: 'y' },
        ],
      },
    ],
    [
      'parameters by key',
      {
        queryParams: [
          { key: 'code', value: 'x' },
          { key: 'page', value: '1' },
        ],
      },
      {
        queryParams: [
          { key: 'code', value: REDACTED },
          { key: 'page', value: '1' },
        ],
      },
    ],
    [
      'as k and v',
      { list: [{ k: 'Authorization', v: 'x' }] },
      { list: [{ k: 'Authorization', v: REDACTED }] },
    ],
    [
      'defaults of parameters',
      {
        params: [
          { name: 'api_key', in: 'query', default: 'x', required: true },
          { name: 'city', default: 'y' },
        ],
      },
      {
        params: [
          { name: 'api_key', in: 'query', default: REDACTED, required: true },
          { name: 'city', default: 'y' },
        ],
      },
    ],
    [
      'a header in place of its name',
      [{ header: 'X-Tenant: x', value: 'y' }],
      [{ header: REDACTED, value: 'y' }],
    ],
    [
      'headers as lines',
      { headers: ['Accept: a/b', 'X-Tenant: x', ''] },
      { headers: ['Accept: a/b', REDACTED, ''] },
    ],
    [
      'names and values in turn',
      { headers: ['Authorization', 'x'] },
      { headers: [REDACTED, REDACTED] },
    ],
    [
      'lines in a list of lists',
      { headers: [['X-Tenant: x', 'Accept: a/b']] },
      { headers: [[REDACTED, 'Accept: a/b']] },
    ],
    ['no other lines', { notes: ['Authorization: by phone'] }],
  ],
  "'Authorization: …'": [
    ['headers as one text', { headers: 'Accept: a/b\r\nX-Tenant: x\r\n' }, { headers: REDACTED }],
    ['headers as another text', { headers: '{"X-Tenant":"x"}' }, { headers: REDACTED }],
    ['two headers in a line', { headers: 'Accept: a/b, X-Tenant: x' }, { headers: REDACTED }],
    ['folded headers', { headers: 'Accept: a/b,\r\n x' }, { headers: REDACTED }],
    ['no harmless headers', { headers: 'Accept: a/b\nUser-Agent: me\n\n' }],
    [
      'parameters of a query',
      { query: 'page=1&key=x&code=', queryParams: '?a=1;sig=x;y&b=2' },
      { query: `page=1&key=${REDACTED}&code=`, queryParams: `?a=1;sig=${REDACTED}&b=2` },
    ],
    [
      'parameters and users of URLs',
      ['https://ada:x@a.example/b?page=1&key=x?x#c', 'https://a.example/#access_token=x'],
      [
        `https://${REDACTED}@a.example/b?page=1&key=${REDACTED}`,
        `https://a.example/#access_token=${REDACTED}`,
      ],
    ],
    [
      'no other texts',
      {
        query: 'Which key=value pairs?',
        note: 'Send key=x to https://a.example/?key=x',
        u: 'https://a.example/?q=@b',
      },
    ],
  ],
};

for (const [shape, cases] of Object.entries(CASES))
  test.each(cases)(`${shape}: %s`, (_, json, expected = json) => {
    expect(redactSecrets(json)).toStrictEqual(expected);
  });

/** A secret that no name and no other text contains. */
const SECRET = 'zq7Kx0hunter2Wv';

const secretKey = fc.constantFrom('apiKey', 'password', 'Authorization', 'client_secret', 'Cookie');
const headersKey = fc.constantFrom('headers', 'requestHeaders', 'httpHeaders', 'extra_headers');
const header = fc.oneof(secretKey, fc.constantFrom('X-Tenant', 'X-Acme-Key', 'Referer', 'a'));
const queryKey = fc.constantFrom('query', 'queryParams', 'params', 'urlParameters');
const parameter = fc.oneof(
  secretKey,
  fc.constantFrom('key', 'sig', 'signature', 'code', 'sessionId'),
);
const nameKey = fc.constantFrom('name', 'key', 'k', 'header', 'param');
const valueKey = fc.constantFrom('value', 'values', 'v', 'val', 'default', 'example', 'enum');
const other = fc.constantFrom<unknown>('b', 7, null, true, ['c'], { d: 'e' });

/** A value that contains the secret, in any JSON. */
const withSecret = fc.letrec<Record<'value', unknown>>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(SECRET),
    tie('value').map((value) => [value]),
    tie('value').map((value) => ({ f: value, g: 1 })),
  ),
})).value;

const asObject = (key: string, value: unknown) => ({ Accept: 'a/b', [key]: value });
const asEntry = ([nameAt, valueAt, name, value]: [string, string, string, unknown]) => ({
  type: 'string',
  [nameAt]: name,
  [valueAt]: value,
});
const toLine = (name: string) => `${name}: ${SECRET}`;

/** Where names are judged as those of headers, of parameters, and of any JSON: everything that has the secret there. */
const createPlaces = (name: fc.Arbitrary<string>) => [
  fc.tuple(name, withSecret).map(([key, value]) => asObject(key, value)),
  fc.tuple(name, withSecret, other).map(([key, value, item]) => [item, asObject(key, value)]),
  fc.tuple(nameKey, valueKey, name, withSecret).map(asEntry),
  fc.tuple(nameKey, valueKey, name, withSecret).map((entry) => [asEntry(entry), asEntry(entry)]),
  fc.tuple(name, withSecret).map(([key, value]) => [
    ['Accept', 'a/b'],
    [key, value],
  ]),
];

const line = header.map(toLine);

const place: fc.Arbitrary<unknown> = fc.oneof(
  ...createPlaces(secretKey),
  secretKey.map((name) => ({ properties: { [name]: { type: 'string', default: SECRET } } })),
  fc
    .oneof(
      ...createPlaces(parameter),
      parameter.map((name) => `page=1&${name}=${SECRET}&last=2`),
    )
    .chain((value) => queryKey.map((key) => ({ [key]: value }))),
  parameter.map((name) => `https://a.example/b?page=1&${name}=${SECRET}#c`),
  fc
    .oneof(
      ...createPlaces(header),
      line,
      line.map((text) => ['Accept: a/b', text]),
      line.map((text) => `Accept: a/b\n${text}\nHost: a.example`),
      header.map((name) => ['Accept', 'a/b', name, SECRET]),
    )
    .chain((value) => headersKey.map((key) => ({ [key]: value }))),
);

/** Wraps JSON in other JSON, up to ten times. */
const nested = place.chain((json) =>
  fc
    .array(
      fc.tuple(fc.constantFrom('a', 'config', 'tools', 'data', 'metadata'), fc.boolean(), other),
      {
        maxLength: 10,
      },
    )
    .map((levels) =>
      levels.reduce<unknown>(
        (inner, [key, isList, sibling]) =>
          isList ? [sibling, inner] : { [key]: inner, h: sibling },
        json,
      ),
    ),
);

test('a secret in any shape at any depth is redacted', () => {
  fc.assert(
    fc.property(nested, (json) => {
      const redacted = redactSecrets(json);
      expect(JSON.stringify(json)).toContain(SECRET);
      expect(JSON.stringify(redacted)).not.toContain(SECRET);
      expect(findRedacted(redacted)).not.toStrictEqual([]);
      expect(redactSecrets(redacted)).toStrictEqual(redacted);
    }),
    { numRuns: RUNS * 10 },
  );
});

test('JSON without names of secrets is not changed', () => {
  const key = fc.constantFrom('a', 'name', 'value', 'config', 'properties', 'required', 'default');
  const { json } = fc.letrec<Record<'json', unknown>>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('b', 'a note', 'https://a.example/b?page=1', 7, null, true),
      fc.array(tie('json')),
      fc.dictionary(key, tie('json'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(json, (value) => {
      expect(redactSecrets(value)).toStrictEqual(value);
    }),
    { numRuns: RUNS },
  );
});

test.each([
  ['a URL', (part: string) => `https://a.example/?${part.repeat(300_000)}`],
  ['a query', (part: string) => ({ query: part.repeat(300_000) })],
  ['headers', (part: string) => ({ headers: part.repeat(300_000) })],
])('a very long text is searched in linear time: %s', (_, create) => {
  for (const part of [
    'a',
    '=',
    '?',
    ';',
    '&',
    '#',
    'a=',
    'key=',
    ':',
    ': ',
    '@',
    '//',
    ' ',
    '\n',
    'a:b\n',
  ])
    expect(redactSecrets(create(part))).toBeDefined();
});

test('keys that are special in JavaScript are treated like others', () => {
  const json = JSON.parse('{"__proto__": {"secret": "x"}, "then": 1, "toJSON": {"a": 2}}');
  expect(JSON.stringify(redactSecrets(json))).toBe(
    '{"__proto__":{"secret":"[redacted]"},"then":1,"toJSON":{"a":2}}',
  );
});

test('findRedacted returns only the paths of redacted values', () => {
  const json = {
    a: [1, { b: REDACTED }],
    c: `${REDACTED}.`,
    d: REDACTED,
    e: null,
    f: `https://a.example/?key=${REDACTED}`,
    g: `https://${REDACTED}@a.example`,
  };
  expect(findRedacted(json)).toStrictEqual([['a', 1, 'b'], ['d'], ['f'], ['g']]);
});
