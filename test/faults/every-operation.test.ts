import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import type { ErrorCode } from '../../src/graphql/error-codes.ts';
import { NAMES, OPERATIONS, type Operation, WITHOUT_CALL } from '../support/operations.ts';
import { formatResponse, type Reply, startRawUpstream } from '../support/raw-upstream.ts';
import { start } from '../support/start.ts';

/** A way in which an upstream fails on every call. */
interface Fault {
  readonly name: string;
  /** Undefined: nothing listens. */
  readonly reply: Reply | undefined;
  readonly code: ErrorCode;
  /** Whether a retryable call is retried. */
  readonly isPassing: boolean;
  /** Operations for which it is not an error. */
  readonly spares?: RegExp;
  /** Whether only the deadline ends the call. */
  readonly isEndless?: true;
}

/** Creates faults by their names, which have the same code. */
const faults = (
  code: ErrorCode,
  isPassing: boolean,
  replies: Record<string, Reply | undefined>,
  more: Pick<Fault, 'spares' | 'isEndless'> = {},
): Fault[] =>
  Object.entries(replies).map(([name, reply]) => ({ name, reply, code, isPassing, ...more }));

const respond =
  (status: string, body: unknown = { error: 'No' }, headers: Record<string, string> = {}) =>
  () =>
    formatResponse(status, body, headers);

const tooMany = (retryAfter: string) =>
  respond('429 Too Many Requests', undefined, { 'retry-after': retryAfter });

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const PART = `${HEAD}content-length: 100\r\n\r\n{"id":`;

/** Maximum response size of the clients in these tests, in bytes. */
const MAX_BYTES = 64 * 1024;

/** All faults that the API handles. */
const FAULTS: readonly Fault[] = [
  ...faults('UPSTREAM_UNAVAILABLE', true, {
    'refuses the connection': undefined,
    'resets before its headers': (_, socket) => void socket.resetAndDestroy(),
    'resets after its headers': (_, socket) =>
      void socket.write(PART, () => socket.resetAndDestroy()),
    'closes during its body': (_, socket) => void socket.end(PART),
    'closes during a chunked body': (_, socket) =>
      void socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n`),
    'does not speak HTTP': () => 'SSH-2.0-server\r\n\r\n',
    'fails with 500': respond('500 Internal Server Error'),
    'fails with 503': respond('503 Service Unavailable'),
  }),
  ...faults('UPSTREAM_UNAVAILABLE', false, {
    'fails with 501': respond('501 Not Implemented'),
    'fails with 503 and retry-after 3600': respond('503 Service Unavailable', undefined, {
      'retry-after': '3600',
    }),
  }),
  ...faults('RATE_LIMITED', true, { 'limits the rate with retry-after 0': tooMany('0') }),
  ...faults('RATE_LIMITED', false, {
    'limits the rate without retry-after': respond('429 Too Many Requests'),
    'limits the rate with retry-after 60': tooMany('60'),
  }),
  ...faults('UPSTREAM_INVALID_RESPONSE', false, {
    'returns invalid JSON': respond('200 OK', '{"id": "t1", '),
    'returns a web page': respond('200 OK', '<!doctype html><p>Sign in', {
      'content-type': 'text/html',
    }),
    'returns more than the maximum size': respond('200 OK', { id: 'x'.repeat(MAX_BYTES) }),
    redirects: respond('302 Found', '', { location: 'http://127.0.0.1:1/' }),
  }),
  ...faults(
    'UPSTREAM_INVALID_RESPONSE',
    false,
    { 'returns unexpected JSON': respond('200 OK', { hello: 'world' }) },
    // The response to a deletion or a stop may be any JSON.
    { spares: /^(Delete|Cancel|Stop)/ },
  ),
  ...faults(
    'UPSTREAM_TIMEOUT',
    false,
    {
      hangs: () => undefined,
      'sends its response slowly': (_, socket) => {
        const timer = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(timer));
        return `${HEAD}content-length: 100000\r\n\r\n`;
      },
    },
    { isEndless: true },
  ),
];

/** One in how many operations meets a fault, and the timeout of calls that only a deadline ends: they run concurrently. */
const [STEP, DEADLINE] = process.env.FUZZ_RUNS ? [1, 5_000] : [8, 3_000];

/** Creates the client options. Only calls that a deadline ends have a short timeout. */
const createClientOptions = ({ isEndless }: Fault) => {
  const timeout = isEndless ? DEADLINE : 15_000;
  const limits = { timeout, slowTimeout: timeout, maxResponseBytes: MAX_BYTES };
  // Every operation calls the upstream.
  return { ...limits, circuitBreaker: false, extensions: EXTENSIONS };
};

test('every operation of the product is in the table', () => {
  const tested = [...OPERATIONS.map(({ name }) => name), ...WITHOUT_CALL];
  expect(tested.toSorted()).toStrictEqual(NAMES.toSorted());
});

// Nothing listens on port 1.
const NOWHERE = { url: 'http://127.0.0.1:1', received: [] };

const startWithFault = async (fault: Fault) => {
  const upstream = fault.reply ? await startRawUpstream(fault.reply) : NOWHERE;
  return {
    ...(await start({ upstream, client: createClientOptions(fault) })),
    received: upstream.received,
  };
};

type FaultyApi = Awaited<ReturnType<typeof startWithFault>>;

async function expectFailure(
  operation: Operation,
  fault: Fault,
  { runNamed, received }: FaultyApi,
) {
  const before = received.length;
  const { status, data, errors } = await runNamed(operation.name, operation);
  const codes = errors?.map(({ extensions }) => extensions.code);
  expect([operation.name, fault.name, status, codes]).toStrictEqual([
    operation.name,
    fault.name,
    200,
    [fault.code],
  ]);
  expect(errors?.[0]?.message).toMatch(/^[A-Z].*\.$|^No$/);
  expect(Object.values(data ?? {}).flat()).toStrictEqual(data === null ? [] : [null]);
  if (fault.reply) {
    const calls = fault.isPassing && operation.isRepeatable ? 3 : 1;
    const lines = received.slice(before).map((request) => /^\S+ [^\s?]+/.exec(request)?.[0]);
    expect(lines).toStrictEqual(Array(calls).fill(operation.call));
  }
}

/** Lists one in eight operations, others for each fault, so that each meets several; all with FUZZ_RUNS. */
const listOperations = (fault: Fault) =>
  OPERATIONS.filter(
    ({ name }, index) => (index + FAULTS.indexOf(fault)) % STEP === 0 && !fault.spares?.test(name),
  );

// One API for all operations of a fault: a failure must not affect later operations.
const immediate = FAULTS.filter(({ isEndless }) => !isEndless);
for (const fault of immediate) {
  const api = await startWithFault(fault);
  test.each(listOperations(fault))(`$name fails with an upstream that ${fault.name}`, (operation) =>
    expectFailure(operation, fault, api),
  );
}

// Concurrently, because each takes as long as its deadline, which none spends on the start of the others.
const endless = FAULTS.filter(({ isEndless }) => isEndless);
test(`operations fail with an upstream that ${endless.map(({ name }) => name).join(' or ')}`, async () => {
  const started = await Promise.all(
    endless.flatMap((fault) =>
      listOperations(fault).map(
        async (operation) => [operation, fault, await startWithFault(fault)] as const,
      ),
    ),
  );
  await Promise.all(started.map((each) => expectFailure(...each)));
});
