import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { startCollector } from './support/collector.ts';
import { runCommand } from './support/command.ts';
import { createAvatarForm, seedImage } from './support/files.ts';
import {
  encodeSecret,
  findSecrets,
  RESPONSE_COUNT,
  startEchoingService,
} from './support/find-secrets.ts';
import { AUTH, signJwt } from './support/issuer.ts';
import type { Run } from './support/process.ts';
import { ONE_REQUEST, runProgram } from './support/program.ts';
import { listFiles, tempFolder } from './support/resources.ts';

const SERVER_KEY = 'sk-server-0123456789abcdef';
const METRICS_TOKEN = 'metrics-0123456789abcdef';
const CALLER_KEY = 'sk-caller-fedcba9876543210';
const LLM_SECRET = 'sk-llm-0123456789abcdef';

const PATHS = ['/', '/health', '/ready', '/metrics', '/nope', '/graphql?query={llms{totalCount}}'];

const OPERATIONS = [
  '{ persona(id: "p1") { id avatar { id } record } }',
  '{ personas { nodes { id } } }',
  '{ avatarsByIds(ids: ["a", "b", "c", "d", "e", "f", "g", "h"]) { id } }',
  '{ tool(id: "t1") { id config } }',
  'mutation { createPersona(input: { name: "Ada" }) { persona { id } } }',
  'mutation { updateTool(id: "t1", input: { name: "x" }) { tool { id } } }',
  'mutation { deleteTool(id: "t1") { deletedId } }',
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, verify: true }) { token { type } } }',
  'mutation { createLegacySessionToken { token { type } } }',
  '{ nope }',
  '{',
];

/** Returns a function that sends a request with a credential, and adds its response to `responses`. */
const createAsk =
  (url: string, authorization: string, responses: string[]) =>
  async (path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const type = body && !isForm && { 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, {
      redirect: 'manual',
      headers: { authorization, ...ONE_REQUEST, ...type },
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    responses.push(`${response.status} ${inspect([...response.headers])} ${text}`);
    return { status: response.status, text };
  };

/** Sends all of these requests, and returns the responses as one text. */
async function collectResponses(url: string, authorizations: readonly string[]): Promise<string> {
  const responses: string[] = [];
  for (const authorization of authorizations) {
    const ask = createAsk(url, authorization, responses);
    for (const path of PATHS) await ask(path);
    for (const query of OPERATIONS) await ask('/graphql', { query });
    await ask('/graphql', createAvatarForm(seedImage('png')));
  }
  return responses.join('\n');
}

/** Stops the program, and returns its output and the files in its folder as one text. */
async function collectOutput({ child, ended, output }: Run, folder: string): Promise<string> {
  child.kill('SIGTERM');
  await ended();
  const { stdout, stderr } = output();
  const files = (await listFiles(folder)).map(({ parentPath, name }) =>
    readFileSync(join(parentPath, name), 'latin1'),
  );
  return [stdout, stderr, ...files].join('\n');
}

async function run(settings: Record<string, string>) {
  const folder = await tempFolder();
  const program = runProgram([], { PORT: '0', DATA_DIR: folder, TMPDIR: folder, ...settings });
  const [, url = ''] = await program.printed(/Explorer +(http:\S+)\/graphql/);
  return { program, url, folder };
}

const LLM_FIELDS = 'id displayName description urls { url } metadata record';

const LLM_OPERATIONS = [
  `mutation ($input: CreateLlmInput!) { createLlm(input: $input) { llm { ${LLM_FIELDS} } } }`,
  `mutation ($secret: Secret!) { updateLlm(id: "l1", input: { secret: $secret }) { llm { ${LLM_FIELDS} } } }`,
  `mutation { updateLlm(id: "l1", input: { secret: "${LLM_SECRET}" }) { llm { ${LLM_FIELDS} } } }`,
  `{ llms { nodes { ${LLM_FIELDS} } } llm(id: "l1") { ${LLM_FIELDS} } }`,
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

/** Invalid variables that contain the secret. */
const INVALID_VARIABLES = [
  { input: { ...LLM_VARIABLES.input, unknown: 1 }, secret: { key: LLM_SECRET } },
  { input: LLM_SECRET, secret: [LLM_SECRET] },
  { input: { secret: { key: LLM_SECRET } } },
];

test('the server’s key, the shared secret, callers’ tokens and the API key of an LLM are not in responses, logs, metrics, traces or files', async () => {
  const upstream = await startEchoingService();
  const collector = await startCollector();
  const { program, url, folder } = await run({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: SERVER_KEY,
    UPSTREAM_EXTENSIONS: 'all',
    ...AUTH,
    UPSTREAM_CACHE_SECONDS: '30',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const token = await signJwt();
  const tokens = [token, await signJwt([]), 'not.a.token', `${token}x`];
  const authorizations = tokens.map((each) => `Bearer ${each}`);
  const responses = [await collectResponses(url, authorizations)];
  const ask = createAsk(url, `Bearer ${token}`, responses);
  const valid = Array.from({ length: RESPONSE_COUNT }, () => LLM_VARIABLES);
  for (const variables of [...valid, ...INVALID_VARIABLES]) {
    for (const query of LLM_OPERATIONS) await ask('/graphql', { query, variables });
  }
  const metrics = await createAsk(url, `Bearer ${METRICS_TOKEN}`, [])('/metrics');
  const texts = {
    responses: responses.join('\n'),
    metrics: metrics.text,
    output: await collectOutput(program, folder),
    traces: collector.text(),
  };
  expect(new Set(upstream.credentials)).toStrictEqual(new Set([`Bearer ${SERVER_KEY}`]));
  expect(upstream.credentials.length).toBeGreaterThan(12);
  expect(metrics.status).toBe(200);
  expect(texts.responses).toContain('"displayName":"[redacted]"');
  expect(texts.output).toContain('"level"');
  for (const text of Object.values(texts)) {
    expect(text.length).toBeGreaterThan(1000);
    for (const secret of [SERVER_KEY, AUTH.AUTH_SECRET, METRICS_TOKEN, LLM_SECRET, ...tokens])
      expect(findSecrets(text, encodeSecret(secret))).toStrictEqual([]);
  }
});

test('forwarded keys are not in responses, logs or files', async () => {
  const upstream = await startEchoingService();
  const { program, url, folder } = await run({ UPSTREAM_URL: upstream.url });
  const texts = [await collectResponses(url, [`Bearer ${CALLER_KEY}`])];
  texts.push(await collectOutput(program, folder));
  expect(new Set(upstream.credentials)).toStrictEqual(new Set([`Bearer ${CALLER_KEY}`]));
  for (const text of texts) expect(findSecrets(text, encodeSecret(CALLER_KEY))).toStrictEqual([]);
});

test('with the built-in service, valid and invalid keys are not in responses, logs or files', async () => {
  const folder = await tempFolder();
  const { stdout } = await runCommand(['keys', 'create'], { DATA_DIR: folder });
  const key = stdout.trim();
  const { program, url } = await run({ DATA_DIR: folder });
  const texts = [await collectResponses(url, [`Bearer ${key}`, `Bearer ${CALLER_KEY}`])];
  texts.push(await collectOutput(program, folder));
  for (const text of texts) expect(findSecrets(text, [key, CALLER_KEY])).toStrictEqual([]);
});
