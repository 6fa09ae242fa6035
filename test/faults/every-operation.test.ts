import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { NAMES, OPERATIONS, type Operation, WITHOUT_CALL } from '../support/operations.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { start } from '../support/start.ts';
import { FAULTS, type Fault, MAX_BYTES } from './upstream-faults.ts';

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
