import { expect, test } from 'vitest';
import { findRedacted, REDACTED, redactSecrets } from '../../src/contract/redact.ts';
import { isSecretHeader, isSecretKey } from '../../src/contract/secret-keys.ts';

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

test.each<[string, unknown, unknown]>([
  ['strings and numbers', { secret: 'a', pin: 1234 }, { secret: REDACTED, pin: REDACTED }],
  [
    'but not null, empty strings and booleans',
    { secret: null, apiKey: '', hasPassword: true },
    { secret: null, apiKey: '', hasPassword: true },
  ],
  [
    'but not token counts',
    { tokens: 5, usage: { tokens: { input: 7 } } },
    { tokens: 5, usage: { tokens: { input: 7 } } },
  ],
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
    'headers, by their names',
    { headers: { 'X-Acme-Key': 'x', Accept: 'y', Cookie: 'z' } },
    { headers: { 'X-Acme-Key': REDACTED, Accept: 'y', Cookie: REDACTED } },
  ],
  [
    'entries of lists, by their names',
    {
      headers: [
        { name: 'Authorization', value: 'x' },
        { key: 'Accept', value: 'y' },
      ],
    },
    {
      headers: [
        { name: 'Authorization', value: REDACTED },
        { key: 'Accept', value: 'y' },
      ],
    },
  ],
  [
    'defaults and enums of secret parameters of a JSON Schema',
    {
      parameters: {
        properties: {
          password: { type: 'string', description: 'Of the user.' },
          apiKey: { type: 'string', default: 'x', enum: ['x'] },
        },
        required: ['password'],
      },
    },
    {
      parameters: {
        properties: {
          password: { type: 'string', description: 'Of the user.' },
          apiKey: { type: 'string', default: REDACTED, enum: [REDACTED] },
        },
        required: ['password'],
      },
    },
  ],
  [
    'properties outside a JSON Schema',
    { properties: { token: 'x', auth: { token: 'y' } } },
    { properties: { token: REDACTED, auth: { token: REDACTED } } },
  ],
])('redacted: %s', (_, json, expected) => {
  expect(redactSecrets(json)).toStrictEqual(expected);
});

test('keys that are special in JavaScript are treated like others', () => {
  const json = JSON.parse('{"__proto__": {"secret": "x"}, "then": 1, "toJSON": {"a": 2}}');
  expect(JSON.stringify(redactSecrets(json))).toBe(
    '{"__proto__":{"secret":"[redacted]"},"then":1,"toJSON":{"a":2}}',
  );
});

test('findRedacted returns only the paths of redacted values', () => {
  const json = { a: [1, { b: REDACTED }], c: `${REDACTED}.`, d: REDACTED, e: null };
  expect(findRedacted(json)).toStrictEqual([['a', 1, 'b'], ['d']]);
});
