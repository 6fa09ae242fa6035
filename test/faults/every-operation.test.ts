import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { startApi } from '../support/api.ts';
import { FAULTS, type Fault, MAX_BYTES } from '../support/faults.ts';
import { NAMES, OPERATIONS, type Operation } from '../support/operations.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';

/** A short time for what only a deadline ends, and for all else one that no busy machine needs. */
const client = ({ isEndless }: Fault) => {
  const timeout = isEndless ? 2_000 : 15_000;
  const limits = { timeout, slowTimeout: timeout, retryDelay: 1, maxResponseBytes: MAX_BYTES };
  return { ...limits, extensions: EXTENSIONS };
};

test('every operation of the product is in the table', () => {
  expect(OPERATIONS.map(({ name }) => name).toSorted()).toStrictEqual(NAMES.toSorted());
});

// An address at which nothing listens: port 1 is nobody's.
const NOWHERE = { url: 'http://127.0.0.1:1', received: [] };

async function expectFailure(operation: Operation, fault: Fault) {
  const upstream = fault.reply ? await startRawUpstream(fault.reply) : NOWHERE;
  const { runNamed } = await startApi(upstream, { client: client(fault) });
  const { status, data, errors } = await runNamed(operation.name, operation);
  expect([operation.name, status, errors?.map(({ extensions }) => extensions.code)]).toStrictEqual([
    operation.name,
    200,
    [fault.code],
  ]);
  expect(errors?.[0]?.message).toMatch(/^[A-Z].*\.$|^No$/);
  expect(Object.values(data ?? {}).flat()).toStrictEqual(data === null ? [] : [null]);
  if (fault.reply) {
    const calls = fault.isPassing && operation.isRepeatable ? 3 : 1;
    const asked = upstream.received.map((request) => /^\S+ [^\s?]+/.exec(request)?.[0]);
    expect(asked).toStrictEqual(Array(calls).fill(operation.call));
  }
}

const listOperations = ({ spares }: Fault) =>
  OPERATIONS.filter(({ name }) => !spares?.includes(name));

test.each(
  FAULTS.filter(({ isEndless }) => !isEndless).flatMap((fault) =>
    listOperations(fault).map(
      (operation) => [operation.name, fault.name, operation, fault] as const,
    ),
  ),
)('%s before an upstream that %s', async (_name, _fault, operation, fault) =>
  expectFailure(operation, fault),
);

// Together, because each takes as long as its deadline.
test.each(FAULTS.filter(({ isEndless }) => isEndless))(
  'every operation before an upstream that $name',
  async (fault) => {
    await Promise.all(listOperations(fault).map((operation) => expectFailure(operation, fault)));
  },
);
