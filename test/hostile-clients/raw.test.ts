import { once } from 'node:events';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startAvatarService as startAvatarServiceCommand } from '../../src/runtime/start-avatar-service.ts';
import { RUNS } from '../support/arbitraries.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { openSocket } from '../support/raw-http.ts';
import { tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';
import {
  createMalformedRequests,
  formatRequest,
  type MalformedRequest,
  malformedRequestArbitrary,
} from './malformed-requests.ts';

/** Sends bytes and ends the connection. Returns everything that is received until it is closed. */
async function sendBytes(url: string, bytes: Buffer): Promise<string> {
  const socket = await openSocket(url);
  const closed = once(socket, 'close');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.end(bytes);
  await closed;
  return text;
}

/** One of the responses on a connection. */
interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

function decodeChunks(text: string): readonly [body: string, rest: string] {
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

/** Parses the responses on a connection. `isHead` is whether the first one is a response to HEAD, without a body. */
function parseResponses(text: string, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, end < 0 ? rest.length : end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const after = end < 0 ? '' : rest.slice(end + 4);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const isInformational = status < 200;
    const isFirst = responses.length === 0;
    // If the method could not be parsed, the response has a body.
    const isBodyless = isHead && isFirst && !after.startsWith('{');
    const hasBody = !isInformational && status !== 204 && status !== 304 && !isBodyless;
    const isChunked = /^transfer-encoding: chunked/im.test(head);
    const [body, next] = !hasBody
      ? (['', after] as const)
      : isChunked
        ? decodeChunks(after)
        : ([after.slice(0, length), after.slice(length)] as const);
    if (!isInformational) responses.push({ status, head, body });
    rest = next;
  }
  return responses;
}

const METRICS_TOKEN = 'm'.repeat(32);

/** What responses must not contain: stacks, paths, and names of libraries and their errors. */
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

/** An error of the Model Context Protocol, except an internal one. */
const isProtocolError: IsError = (body) => {
  const { jsonrpc, error } = Object(body);
  return jsonrpc === '2.0' && Number.isInteger(error?.code) && error.code !== -32603;
};

const isServiceError: IsError = (body) => {
  const { error, message } = Object(body);
  return typeof error === 'string' && typeof message === 'string' && message !== '';
};

/** The only 5xx response: an endpoint that the built-in service does not implement. */
const NOT_IMPLEMENTED = /^HTTP\/1\.1 501 Not Implemented\r\n/;

/** Returns what is wrong with a response; undefined if it is correct. */
function findProblem(
  { status, head, body: content }: RawResponse,
  isHead: boolean,
  isError: IsError,
) {
  const isExpected = status >= 200 && status < 500;
  if (!isExpected && !NOT_IMPLEMENTED.test(head)) return `the status ${status}`;
  // A client that accepts a stream gets a stream with one result.
  const isStream = /^content-type: (?:multipart\/mixed|text\/event-stream)/im.test(head);
  const body = isStream ? (/\{.*\}/s.exec(content)?.[0] ?? '') : content;
  const isJson = isStream || /^content-type: application\/(?:graphql-response\+)?json/im.test(head);
  const leak =
    status >= 400 || isJson ? LEAKS.find((pattern) => pattern.test(head + body)) : undefined;
  if (leak) return `it matches ${leak}`;
  if (status < 400 || isHead) return undefined;
  if (!isJson) return 'an error that is not JSON';
  try {
    return isError(JSON.parse(body)) ? undefined : 'an error of another shape';
  } catch {
    return 'invalid JSON';
  }
}

/** Sends a request. Returns the problems of the responses with the start of the text; undefined if there are none. */
async function attempt(url: string, request: MalformedRequest, isError: IsError) {
  const text = await sendBytes(url, formatRequest(request));
  const isHead = request.method === 'HEAD';
  const problems = parseResponses(text, isHead).flatMap(
    (response, index) => findProblem(response, isHead && index === 0, isError) ?? [],
  );
  return problems.length === 0 ? undefined : { problems, request, text: text.slice(0, 600) };
}

/** Features that are off by default. */
const FEATURES = { MCP: 'true', FEDERATION: 'true', UPSTREAM_CACHE_SECONDS: '5' };

const graph = async () => {
  const { url } = await start({ settings: FEATURES });
  // Images, and errors of their paths, come from the avatar service.
  const isError: IsError = (body) =>
    isGraphError(body) || isProtocolError(body) || isServiceError(body);
  return { url, isError };
};

/** With METRICS_TOKEN, forwarded keys and the bundled operations only. */
const production = async () => {
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const upstream = await fakeService(reply(200, { data: [], meta: { total: 0 } }));
  const { url } = await start({
    settings: {
      ...FEATURES,
      UPSTREAM_URL: upstream.url,
      PERSISTED_OPERATIONS: 'bundled',
      METRICS_TOKEN,
    },
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
  const running = await startAvatarServiceCommand(
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

/** Each server gets its own quarter of the table; all of it in the nightly tests. */
const SHARES = RUNS > 15 ? 1 : 4;

for (const [index, [name, start]] of (
  [
    ['the default settings', graph],
    ['an API in production, with another upstream', production],
    ['the avatar service alone', service],
    ['the command of the avatar service', serviceCommand],
  ] as const
).entries()) {
  test(`every malformed request of the table gets 4xx, a correct response or a closed connection: ${name}`, async () => {
    const { url, isError } = await start();
    const requests = [...createMalformedRequests()].filter((_, n) => n % SHARES === index % SHARES);
    const problems: unknown[] = [];
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const found = await attempt(url, next, isError);
          if (found) problems.push(found);
        }
      }),
    );
    expect(problems).toStrictEqual([]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }, 60_000);

  test(`every random malformed request gets 4xx, a correct response or a closed connection: ${name}`, async () => {
    const { url, isError } = await start();
    await fc.assert(
      fc.asyncProperty(
        fc.array(malformedRequestArbitrary, { minLength: 8, maxLength: 8 }),
        async (requests) => {
          const found = await Promise.all(
            requests.map((request) => attempt(url, request, isError)),
          );
          expect(found.filter(Boolean)).toStrictEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
    expect((await fetch(`${url}/health`)).status).toBe(200);
  }, 600_000);
}
