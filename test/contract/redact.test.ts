import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  containsHeaders,
  containsQuery,
  findRedacted,
  isHarmlessHeader,
  isSecretHeader,
  isSecretKey,
  isSecretParameter,
  REDACTED,
  redactSecrets,
} from '../../src/contract/redact.ts';
import { RUNS } from '../support/arbitraries.ts';

/** Names by what they are: each question, names to which the answer is yes, and names to which it is no. */
const NAMES: readonly (readonly [string, (name: string) => boolean, string, string])[] = [
  [
    'the key %s is a secret',
    isSecretKey,
    `secret clientSecret client_secret secret_iv encrypted_secret encryptedSecret secretId SECRET
    apiKey api_key APIKey apikey API_KEY x-api-key X-Api-Key primaryApiKey apiKeys openaiApiKey
    authorization Authorization proxy-authorization cookie Set-Cookie cookies
    password userPassword passwd pwd passphrase passcode pass smtpPass SMTPPass pin connectionString dsn
    token access_token accessToken accesstoken refreshToken idToken id_token sessionToken authtoken botToken
    X-Auth-Token tokenValue tokens auth basicAuth jwt otp credentials awsCredential bearer
    privateKey private_key privateKeyPem signingKey encryptionKey accessKey secretAccessKey masterKey subscriptionKey
    Ocp-Apim-Subscription-Key x-functions-key encryptedData`,
    `apiKeyId api_key_id accessKeyId privateKeyId tokenId credentialId apiKeyIds
    maxTokens max_tokens minTokens totalTokens tokenCount token_count tokenLimit tokensUsed stopTokens
    tokenType tokenUrl token_endpoint tokenExpiresAt tokenizer tokenized authType authUrl authorizationUrl
    author authored key keys keyId keyword keywords primaryKey audioKey keyboard monkey
    name id description systemPrompt compass passage pinned spin pattern path update voiceId connection encryptedAt
    then constructor __proto__ toString`,
  ],
  [
    'the header %s is a secret',
    isSecretHeader,
    'X-Acme-Key X-Signature X-Session sid Authorization cookie',
    'Accept Content-Type User-Agent X-Request-Id X-Tenant a',
  ],
  [
    'the header %s is harmless',
    isHarmlessHeader,
    'Accept content-type USER-AGENT Host Cache-Control',
    'Authorization X-Tenant X-Request-Id Referer x-accept constructor',
  ],
  [
    '%s contains headers',
    containsHeaders,
    'headers Headers header HEADERS requestHeaders httpHeaders HTTPHeaders extra_headers default-headers httpheaders',
    'headerCount hasHeader2 subheader headersSent headline name',
  ],
  [
    '%s contains a query',
    containsQuery,
    'query params queryParams query_params queryParameters urlParams searchParams requestQuery',
    'parameters queryId parameterName name',
  ],
  [
    'the parameter %s is a secret',
    isSecretParameter,
    'key api_key sig signature X-Amz-Signature code sessionId session sid jsessionid PHPSESSID access_token X-Amz-Credential hmac code[]',
    'page countryCode languageCode code_name design keyword id q',
  ],
];

for (const [question, is, yes, no] of NAMES) {
  test.each(yes.split(/\s+/))(question, (name) => expect(is(name)).toBe(true));
  test.each(no.split(/\s+/))(`not so: ${question}`, (name) => expect(is(name)).toBe(false));
}

test('a very long name is checked in linear time', () => {
  for (const part of ['A', 'a', '-', 'Ab', 'api', 'token', ' ']) {
    expect(typeof isSecretKey(part.repeat(300_000))).toBe('boolean');
  }
});

/** What is redacted of each shape: a case and its JSON, in which "x" is a secret and all else is shown. */
const CASES: Readonly<Record<string, string>> = {
  "{ apiKey: '…' }": `
    no null, empty strings and booleans | {"secret": null, "apiKey": "", "hasPassword": true}
    no counts of tokens | {"tokens": 5, "usage": {"tokens": {"input": 7}}}
    all headers but harmless ones | {"headers": {"X-Tenant": "x", "Accept": "y", "Cookie": "x", "Content-Length": 3, "a": "x"}}
    headers with white space around their names | {"headers": {" Host ": "y", "": "x"}}
    headers under another name | {"requestHeaders": {"a": "x"}, "http": {"httpHeaders": [{"a": ["x"]}, {"accept": "y"}]}}
    parameters of queries | {"queryParams": {"key": "x", "sig": "x", "signature": "x", "code": "x", "sessionId": "x", "page": "1"}}
    no such names elsewhere | {"key": "a", "sig": "b", "code": "c", "sessionId": "d", "X-Tenant": "e"}
    values of secret properties of a JSON Schema | {"properties": {"password": {"type": "string", "description": "Of the user."}, "city": {"default": "y"}}, "required": ["password"]}
    values of secret properties in its parts | {"properties": {"apiKey": {"type": "string", "default": "x", "enum": ["x"], "anyOf": [{"const": "x"}]}, "auth": {"properties": {"user": {"type": "string", "example": "x"}}}}}
    values of secret properties of the JSON Schema of a query | {"queryParameters": {"type": "object", "properties": {"key": {"type": "string", "default": "x"}}}}
    properties without a schema | {"properties": {"a": null, "b": ["c"]}}
    properties outside a JSON Schema | {"properties": {"token": "x", "auth": {"user": "x"}, "headers": {"X-Tenant": "x"}}}`,
  "{ name: 'Authorization', value: '…' }": `
    an object of parameters | {"queryParams": {"key": "x", "v": "weekly"}}
    an object of headers | {"headers": {"name": "x", "key": "x", "value": "x", "default": "x"}}
    headers as the value of a name | [{"name": "headers", "value": {"a": "x"}}]
    what is secret by its own key | {"name": "city", "value": "y", "token": "x", "properties": {"pin": {"default": "x", "type": "string"}}}
    no names without a value | {"name": "apiKey", "description": "The key of the account."}`,
  "[['Authorization', '…']]": `
    headers as pairs | {"headers": [["Authorization", "x"], ["Accept", "y"], ["X-Ids", "x", "x"], {"name": "x", "value": "x"}]}
    pairs elsewhere | {"list": [["api_key", "x"], ["a", "b"]]}
    parameters as pairs | {"queryParams": [["sig", "x"], ["page", "1"]]}
    no lists of names | {"required": ["password", "city"], "points": [[1, 2]], "scopes": [["token"]]}`,
  "[{ name: 'Authorization', value: '…' }, 'Authorization: …']": `
    headers by name and key | {"headers": [{"name": "X-Tenant", "value": "x", "enabled": true, "note": "n"}, {"name": "Accept", "key": "X-Tenant", "value": "x"}, {"key": "Accept", "value": "y"}]}
    parameters by key | {"queryParams": [{"key": "code", "value": "x"}, {"key": "page", "value": "1", "sig": "x"}]}
    defaults of parameters | {"params": [{"name": "api_key", "in": "query", "default": "x", "required": true}, {"name": "city", "default": "y"}]}
    a header in place of its name | [{"header": "X-Tenant: x", "value": "y"}]
    headers as lines | {"headers": ["Accept: a/b", "X-Tenant: x", ""]}
    lines in a list of lists | {"headers": [["X-Tenant: x", "Accept: a/b"], ["x"]]}
    no other lines | {"notes": ["Authorization: by phone"]}`,
  "'Authorization: …'": `
    no harmless headers | {"headers": "Accept: a/b\\nUser-Agent: me\\n\\n"}
    parameters of a query | {"query": "page=1&key=x&code=", "queryParams": "?a=1;sig=x&b=2"}
    parameters and users of URLs | ["https://x@a.example/b?page=1&key=x", " https://a.example/#access_token=x"]
    no other texts | {"query": "Which key=value pairs?", "note": "Send key=z to https://a.example/?key=z", "u": "https://a.example/?q=@b", "w": "https://a.example/?key=z is its URL"}`,
};

/** Replaces what is a secret in the cases: a value, a line of headers, and parts of URLs and queries. */
const hideSecrets = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (_, value) =>
    typeof value === 'string'
      ? value.replace(/^(?:[\w-]+: )?x$/, REDACTED).replaceAll(/(?<=\/\/|=)x(?=[@&]|$)/g, REDACTED)
      : value,
  );

for (const [shape, cases] of Object.entries(CASES))
  test.each(
    cases
      .trim()
      .split(/\n\s*/)
      .map((line) => line.split(' | ')),
  )(`${shape}: %s`, (_, text = '') => {
    const json = JSON.parse(text);
    expect(redactSecrets(json)).toStrictEqual(hideSecrets(json));
  });

test.each([
  ['numbers', { secret: 1, pin: 1234 }, { secret: REDACTED, pin: REDACTED }],
  ['headers as one text', { headers: 'Accept: a/b\r\nX-Tenant: x\r\n' }, { headers: REDACTED }],
  ['headers as another text', { headers: '{"X-Tenant":"x"}' }, { headers: REDACTED }],
  ['two headers in a line', { headers: 'Accept: a/b, X-Tenant: x' }, { headers: REDACTED }],
  ['folded headers', { headers: 'Accept: a/b,\r\n x' }, { headers: REDACTED }],
  ['names among headers', { headers: ['Authorization', 'x'] }, { headers: [REDACTED, REDACTED] }],
  [
    'what follows a parameter',
    { query: '?a=1;sig=x;y&b=2' },
    { query: `?a=1;sig=${REDACTED}&b=2` },
  ],
  [
    'a URL',
    ['https://ada:x@a.example/b?page=1&key=x?x#c'],
    [`https://${REDACTED}@a.example/b?page=1&key=${REDACTED}`],
  ],
])('a text that contains a secret is hidden as a whole: %s', (_, json, expected) => {
  expect(redactSecrets(json)).toStrictEqual(expected);
});

/** A secret that no name and no other text contains. */
const SECRET = 'zq7Kx0hunter2Wv';

const secretKey = fc.constantFrom('apiKey', 'password', 'Authorization', 'client_secret', 'Cookie');
const headersKey = fc.constantFrom('headers', 'requestHeaders', 'httpHeaders', 'extra_headers');
const header = fc.oneof(secretKey, fc.constantFrom('X-Tenant', 'X-Acme-Key', 'Referer', 'a'));
const queryKey = fc.constantFrom('query', 'queryParams', 'params', 'urlParameters');
const parameter = fc.oneof(secretKey, fc.constantFrom('key', 'sig', 'signature', 'sessionId'));
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

const level = fc.tuple(fc.constantFrom('a', 'config', 'tools', 'metadata'), fc.boolean(), other);

/** Wraps JSON in other JSON, up to ten times. */
const nested = place.chain((json) =>
  fc
    .array(level, { maxLength: 10 })
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
  for (const part of [...'a=?;&#:@ \n', 'a=', 'key=', ': ', '//', 'a:b\n'])
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
