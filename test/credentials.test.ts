import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import {
  createJwtAuth,
  createSharedKeyAuth,
  forwardedKeyAuth,
} from '../src/server/authentication/authenticate.ts';
import { createJwtVerifier } from '../src/server/authentication/jwt.ts';
import { Secret } from '../src/shared/secret.ts';
import { createRestClient } from '../src/upstream/client.ts';
import { Credential } from '../src/upstream/credential.ts';
import { listen } from './support/listen.ts';
import { type Run, runProgram } from './support/process.ts';
import { seedImage } from './support/seeds.ts';
import { tempFolder } from './support/temp-folder.ts';
import { avatarOf } from './support/upload.ts';

const SERVER_KEY = 'sk-server-0123456789abcdef';
const SHARED_SECRET = 'shared-secret-0123456789abcdef-0123456789';
const METRICS_TOKEN = 'metrics-0123456789abcdef';
const CALLERS_KEY = 'sk-caller-fedcba9876543210';
const LLM_SECRET = 'sk-llm-0123456789abcdef';

/** The places where a text has one of these, with what is around it. */
const placesOf = (text: string, secrets: readonly string[]) =>
  secrets.flatMap((secret) => {
    const at = text.indexOf(secret);
    return at === -1 ? [] : [text.slice(Math.max(0, at - 200), at + secret.length + 50)];
  });

/** The spellings in which a secret could show. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
  createHash('sha256').update(secret).digest('hex'),
];

const tokenOf = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('https://issuer.example/')
    .setAudience('avatars')
    .setSubject('ada')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SHARED_SECRET));

/** An upstream whose endpoints fail in every way they can, one after the other, and say back what they were sent. */
async function startGossip() {
  const seen: string[] = [];
  const calls = new Map<string, number>();
  const url = await listen(async (request, response) => {
    const { authorization = '' } = request.headers;
    const text = Buffer.concat(await request.toArray()).toString();
    const secret = text.startsWith('{') ? JSON.parse(text).secret : undefined;
    const said = secret === undefined ? authorization : `${authorization} ${secret}`;
    seen.push(authorization);
    const endpoint = `${request.method} ${request.url}`;
    const way = ((calls.get(endpoint) ?? 0) + 1) % 8;
    calls.set(endpoint, way);
    const body = JSON.stringify({
      id: 'x',
      error: `Bad ${said}`,
      message: `${said} is wrong`,
      details: [{ path: [said], message: said, code: said }],
      reason: said,
    });
    const answer = () => {
      if (way === 0) return response.destroy();
      if (way === 1)
        return response
          .writeHead(500, { 'x-echo': said, 'content-type': 'application/json' })
          .end(body);
      if (way === 2) return response.writeHead(200, { 'x-echo': said }).end(`<${said}>`);
      if (way === 3)
        return response
          .writeHead(401, { 'www-authenticate': said, 'content-type': 'application/json' })
          .end(body);
      if (way === 4)
        return response.writeHead(400, { 'content-type': 'application/json' }).end(body);
      if (way === 5)
        return response.writeHead(302, { location: `http://127.0.0.1:1/?${said}` }).end();
      if (way === 6)
        return response
          .writeHead(429, { 'retry-after': said, 'content-type': 'application/json' })
          .end(body);
      const record = secret === undefined ? { id: 7 } : { id: 'l1', secret, displayName: secret };
      const json = JSON.stringify(record);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    };
    answer();
  });
  return { url, seen };
}

const PATHS = ['/', '/health', '/ready', '/metrics', '/nope', '/graphql?query={llms{total}}'];

const OPERATIONS = [
  '{ persona(id: "p1") { id avatar { id } record } }',
  '{ personas { items { id } } }',
  '{ avatarsByIds(ids: ["a", "b", "c", "d", "e", "f", "g", "h"]) { id } }',
  '{ tool(id: "t1") { id config } }',
  'mutation { createPersona(input: { name: "Ada" }) { persona { id } } }',
  'mutation { updateTool(id: "t1", input: { name: "x" }) { tool { id } } }',
  'mutation { deleteTool(id: "t1") { deletedId } }',
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, verify: true }) { type } }',
  'mutation { createLegacySessionToken { type } }',
  '{ nope }',
  '{',
];

/** Everything that a running API answers to all of this, as one text. */
async function everythingAnswered(url: string, authorizations: readonly string[]): Promise<string> {
  const heard: string[] = [];
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init }).catch(String);
    if (typeof response === 'string') return void heard.push(response);
    heard.push(`${response.status} ${inspect([...response.headers])} ${await response.text()}`);
  };
  for (const authorization of authorizations) {
    const headers = { authorization };
    for (const path of PATHS) await ask(path, { headers });
    for (const query of OPERATIONS) {
      const body = JSON.stringify({ query });
      await ask('/graphql', {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      });
    }
    const body = avatarOf(seedImage('png'));
    await ask('/graphql', { method: 'POST', body, headers });
  }
  return heard.join('\n');
}

/** A collector of traces, which keeps what it is sent. */
async function startCollector() {
  const received: string[] = [];
  const url = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('latin1');
    received.push(inspect(request.headers), body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url, received };
}

/** All that a run wrote to its terminal and its folder. */
async function everythingWritten({ child, ended, output }: Run, folder: string): Promise<string> {
  child.kill('SIGTERM');
  await ended();
  const { stdout, stderr } = output();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  return [stdout, stderr, ...files].join('\n');
}

async function run(settings: Record<string, string>) {
  const folder = await tempFolder();
  const program = runProgram([], { PORT: '0', DATA_DIR: folder, TMPDIR: folder, ...settings });
  const [, url = ''] = await program.printed(/Explorer +(http:\S+)\/graphql/);
  return { program, url, folder };
}

test('the server’s key, the shared secret and callers’ tokens are in nothing that a run answers, logs, measures, traces or writes', async () => {
  const upstream = await startGossip();
  const collector = await startCollector();
  const { program, url, folder } = await run({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: SERVER_KEY,
    AUTH_SECRET: SHARED_SECRET,
    AUTH_ISSUER: 'https://issuer.example/',
    AUTH_AUDIENCE: 'avatars',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const scope =
    'personas:read personas:write avatars:read avatars:write tools:read tools:write tokens:mint';
  const tokens = [
    await tokenOf({ scope }),
    await tokenOf({ scope: '' }),
    'not.a.token',
    `${await tokenOf({ scope })}x`,
  ];
  const answered = await everythingAnswered(
    url,
    tokens.map((token) => `Bearer ${token}`),
  );
  const metrics = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const measured = await metrics.text();
  const written = await everythingWritten(program, folder);
  expect(new Set(upstream.seen)).toStrictEqual(new Set([`Bearer ${SERVER_KEY}`]));
  expect(upstream.seen.length).toBeGreaterThan(12);
  const traced = collector.received.join('\n');
  expect([metrics.status, measured.length > 1000, traced.length > 1000]).toStrictEqual([
    200,
    true,
    true,
  ]);
  expect(written).toContain('"level"');
  for (const secret of [SERVER_KEY, SHARED_SECRET, METRICS_TOKEN, ...tokens]) {
    for (const text of [answered, written, measured, traced]) {
      expect(placesOf(text, spellings(secret))).toStrictEqual([]);
    }
  }
}, 60_000);

const LLM_FIELDS = 'id displayName description urls { url } metadata record';

const LLM_OPERATIONS = [
  `mutation ($input: CreateLlmInput!) { createLlm(input: $input) { llm { ${LLM_FIELDS} } } }`,
  `mutation ($secret: Secret!) { updateLlm(id: "l1", input: { secret: $secret }) { llm { ${LLM_FIELDS} } } }`,
  `mutation { updateLlm(id: "l1", input: { secret: "${LLM_SECRET}" }) { llm { ${LLM_FIELDS} } } }`,
  `{ llms { items { ${LLM_FIELDS} } } llm(id: "l1") { ${LLM_FIELDS} } }`,
];

const LLM_VARIABLES = {
  secret: LLM_SECRET,
  input: {
    displayName: 'House model',
    llmFormat: 'openai',
    urls: [{ url: 'https://llm.example' }],
    modelName: 'house-1',
    secret: LLM_SECRET,
  },
};

/** Variables that the graph refuses, with the secret in each. */
const WRONG_VARIABLES = [
  { input: { ...LLM_VARIABLES.input, more: 1 }, secret: { key: LLM_SECRET } },
  { input: LLM_SECRET, secret: [LLM_SECRET] },
  { input: { secret: { key: LLM_SECRET } } },
];

test('the API key of an LLM is in nothing that a run answers, logs, measures, traces or writes', async () => {
  const upstream = await startGossip();
  const collector = await startCollector();
  const { program, url, folder } = await run({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: SERVER_KEY,
    UPSTREAM_EXTENSIONS: 'all',
    RESPONSE_CACHE_SECONDS: '30',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const heard: string[] = [];
  const ask = async (query: string, variables: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query, variables }),
      headers: { 'content-type': 'application/json' },
    });
    heard.push(inspect([...response.headers]), await response.text());
  };
  // As often as the upstream has ways to fail.
  for (let i = 0; i < 8; i += 1) {
    for (const query of LLM_OPERATIONS) await ask(query, LLM_VARIABLES);
  }
  for (const wrong of WRONG_VARIABLES) {
    for (const query of LLM_OPERATIONS) await ask(query, wrong);
  }
  const metrics = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const measured = await metrics.text();
  const written = await everythingWritten(program, folder);
  const answered = heard.join('\n');
  const traced = collector.received.join('\n');
  expect(answered).toContain('"displayName":"[redacted]"');
  expect([measured.length > 1000, traced.length > 1000, written.includes('"level"')]).toStrictEqual(
    [true, true, true],
  );
  for (const text of [answered, written, measured, traced]) {
    expect(placesOf(text, spellings(LLM_SECRET))).toStrictEqual([]);
  }
}, 60_000);

test('keys that callers bring are in nothing that a run answers or writes', async () => {
  const upstream = await startGossip();
  const { program, url, folder } = await run({ UPSTREAM_URL: upstream.url });
  const answered = await everythingAnswered(url, [`Bearer ${CALLERS_KEY}`]);
  const written = await everythingWritten(program, folder);
  expect(new Set(upstream.seen)).toStrictEqual(new Set([`Bearer ${CALLERS_KEY}`]));
  expect(placesOf(answered, spellings(CALLERS_KEY))).toStrictEqual([]);
  expect(placesOf(written, spellings(CALLERS_KEY))).toStrictEqual([]);
}, 60_000);

test('our own service writes down no key that it is shown, known or not', async () => {
  const folder = await tempFolder();
  const made = runProgram(['keys', 'create'], { DATA_DIR: folder });
  expect(await made.ended()).toBe(0);
  const key = made.output().stdout.trim();
  const { program, url } = await run({ DATA_DIR: folder });
  const answered = await everythingAnswered(url, [`Bearer ${key}`, `Bearer ${CALLERS_KEY}`]);
  const written = await everythingWritten(program, folder);
  for (const secret of [key, CALLERS_KEY]) {
    expect(placesOf(answered, [secret])).toStrictEqual([]);
    expect(placesOf(written, [secret])).toStrictEqual([]);
  }
}, 60_000);

const everything = (value: unknown) =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String(value),
    value instanceof Error ? String(value.stack) : '',
  ].join('\n');

test('what holds a credential shows none to whoever looks into it', async () => {
  const token = await tokenOf({ scope: 'tools:read' });
  const check = createJwtVerifier({
    keys: { secret: new Secret(SHARED_SECRET) },
    issuer: 'https://issuer.example/',
    audience: 'avatars',
    algorithms: ['HS256'],
    clockTolerance: 5,
  });
  const own = Credential.fromKey(SERVER_KEY);
  const authenticate = createJwtAuth(own, check);
  const callers = [
    await authenticate(`Bearer ${token}`),
    await forwardedKeyAuth(`Bearer ${CALLERS_KEY}`),
    await createSharedKeyAuth(own)(null),
  ];
  const refused = await Promise.resolve(authenticate(`Bearer ${token}x`)).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Error);
  const looked = [check, authenticate, own, new Secret(SHARED_SECRET), callers, refused].map(
    everything,
  );
  for (const text of looked) {
    for (const secret of [SERVER_KEY, SHARED_SECRET, CALLERS_KEY, token]) {
      expect(text).not.toContain(secret);
    }
  }
});

test('no failure of a call shows the credential it was made with, however deep one looks', async () => {
  const { url, seen } = await startGossip();
  const client = createRestClient({ url });
  const nowhere = createRestClient({ url: 'http://127.0.0.1:1' });
  const credential = Credential.fromKey(SERVER_KEY);
  const failures: unknown[] = [];
  for (let i = 0; i < 16; i += 1) {
    const call = client.for({ credential }).tool({ params: { id: 't1' } });
    await call.catch((error: unknown) => failures.push(error));
  }
  await nowhere
    .for({ credential })
    .tool({ params: { id: 't1' } })
    .catch((error: unknown) => failures.push(error));
  await Promise.all([client.close(), nowhere.close()]);
  expect(seen.length).toBeGreaterThanOrEqual(16);
  expect(failures.length).toBeGreaterThan(14);
  for (const failure of failures) {
    expect(placesOf(everything(failure), [SERVER_KEY])).toStrictEqual([]);
  }
});
