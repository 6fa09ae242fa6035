import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startAvatarService as startAlone } from '../../src/runtime/start-avatar-service.ts';
import { RUNS } from '../support/arbitraries.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import {
  answersIn,
  bytesOf,
  MALFORMED_REQUESTS,
  type MalformedRequest,
  type StrangeAnswer,
  sendStrange,
  variants,
} from '../support/malformed-requests.ts';
import { startRunning } from '../support/running.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startUpstreamAnswering } from '../support/upstream.ts';

const METRICS_TOKEN = 'm'.repeat(32);

/** What must not leak: stacks, paths, and names of libraries and of their errors. */
const LEAKS = [
  /\n\s+at \S+/,
  /\bat .+:\d+:\d+/,
  /node:internal|node_modules|file:\/\/|\.ts\b|\.js\b/,
  /\b(?:Type|Syntax|Range|Reference)Error\b/,
  /\b(?:FST|ERR|HPE|SQLITE)_/,
  /yoga|envelop|whatwg|fastify|undici|busboy|kysely|zod|llhttp|find-my-way/i,
];

type IsError = (body: unknown) => boolean;

const isGraphError: IsError = (body) => {
  const errors: unknown = Reflect.get(Object(body), 'errors');
  return (
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every(
      ({ message, extensions }) =>
        typeof message === 'string' &&
        message !== '' &&
        Object.hasOwn(ERROR_CODES, String(extensions?.code)),
    )
  );
};

/** An error of the Model Context Protocol that says what was wrong with the message. */
const isProtocolError: IsError = (body) => {
  const { jsonrpc, error } = Object(body);
  return jsonrpc === '2.0' && Number.isInteger(error?.code) && error.code !== -32603;
};

const isServiceError: IsError = (body) => {
  const { error, message } = Object(body);
  return typeof error === 'string' && typeof message === 'string' && message !== '';
};

/** The only 5xx response: an endpoint that the built-in service does not implement. */
const NO_SESSIONS = /^HTTP\/1\.1 501 Not Implemented\r\n/;

/** Returns what is wrong with a response; undefined if it is correct. */
function findProblem(
  { status, head, body: sent }: StrangeAnswer,
  isHead: boolean,
  isError: IsError,
) {
  const isRefused = status >= 200 && status < 500;
  if (!isRefused && !NO_SESSIONS.test(head)) return `the status ${status}`;
  // A client that accepts a stream gets a stream with one result.
  const isStream = /^content-type: (?:multipart\/mixed|text\/event-stream)/im.test(head);
  const body = isStream ? (/\{.*\}/s.exec(sent)?.[0] ?? '') : sent;
  const isJson = isStream || /^content-type: application\/(?:graphql-response\+)?json/im.test(head);
  const leak =
    status >= 400 || isJson ? LEAKS.find((pattern) => pattern.test(head + body)) : undefined;
  if (leak) return `${leak} in it`;
  if (status < 400 || isHead) return undefined;
  if (!isJson) return 'an error that is no JSON';
  try {
    return isError(JSON.parse(body)) ? undefined : 'an error of another shape';
  } catch {
    return 'JSON that cannot be read';
  }
}

/** Sends a request. Returns the problems of the responses with the whole text; undefined if there are none. */
async function attempt(url: string, request: MalformedRequest, isError: IsError) {
  const text = await sendStrange(url, bytesOf(request));
  const isHead = request.method === 'HEAD';
  const faults = answersIn(text, isHead).flatMap(
    (answer, index) => findProblem(answer, isHead && index === 0, isError) ?? [],
  );
  return faults.length === 0 ? undefined : { faults, request, text: text.slice(0, 600) };
}

/** Everything that is off by default. */
const FEATURES = { MCP: 'true', FEDERATION: 'true', RESPONSE_CACHE_SECONDS: '5' };

const graph = async () => {
  const { url } = await startRunning(FEATURES);
  // Pictures, and errors of their path, come from the avatar service.
  const isError: IsError = (body) =>
    isGraphError(body) || isProtocolError(body) || isServiceError(body);
  return { url, isError };
};

/** With METRICS_TOKEN, forwarded keys and the bundled operations only. */
const production = async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const upstream = await startUpstreamAnswering(200, { data: [], meta: { total: 0 } });
  const { url } = await startRunning({
    ...FEATURES,
    UPSTREAM_URL: upstream.url,
    PERSISTED_OPERATIONS: 'bundled',
    METRICS_TOKEN,
  });
  const isError: IsError = (body) => isGraphError(body) || isProtocolError(body);
  return { url, isError };
};

const service = async () => {
  // An internal error of the service fails the test.
  const { url } = await startAvatarService({ seeded: true });
  return { url, isError: isServiceError };
};

const serviceCommand = async () => {
  const running = await startAlone(
    readConfig({ PORT: '0', DATA_DIR: await tempFolder(), METRICS_TOKEN }),
  );
  onTestFinished(() => running.close(0));
  return {
    url: running.url,
    isError: (body: unknown) => isServiceError(body) || isGraphError(body),
  };
};

/** Number of concurrent requests. */
const CONCURRENCY = 16;

for (const [name, start] of [
  ['the default start', graph],
  ['an API in production, with another upstream', production],
  ['the avatar service alone', service],
  ['the command of the avatar service', serviceCommand],
] as const) {
  test(`every request of the table gets 4xx, a correct response or a closed connection: ${name}`, async () => {
    const { url, isError } = await start();
    const requests = [...variants()];
    const wrong: unknown[] = [];
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const found = await attempt(url, next, isError);
          if (found) wrong.push(found);
        }
      }),
    );
    expect(wrong).toStrictEqual([]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }, 60_000);

  test(`so does every random combination of its parts: ${name}`, async () => {
    const { url, isError } = await start();
    await fc.assert(
      fc.asyncProperty(
        fc.array(MALFORMED_REQUESTS, { minLength: 8, maxLength: 8 }),
        async (requests) => {
          const found = await Promise.all(
            requests.map((request) => attempt(url, request, isError)),
          );
          expect(found.filter(Boolean)).toStrictEqual([]);
        },
      ),
      { numRuns: RUNS * 2 },
    );
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }, 600_000);
}
