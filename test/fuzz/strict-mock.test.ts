import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { PRINTED } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { start } from '../support/start.ts';
import { type Nulls, printedDocument, startStrictMock } from './strict-mock.ts';

/** Runs every operation this often, with other answers. */
const ROUNDS = Math.max(1, Math.ceil(Number(process.env.FUZZ_RUNS ?? 30) / 30));

const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 42);

/** What schemas require, and the items of lists. */
const isRequired = (key: string) =>
  /^\d+$/.test(key) ||
  Object.values(printedDocument().components.schemas).some(({ required }) =>
    required?.includes(key),
  );

/** The last keys of the paths that a message about an invalid answer names. */
const readKeys = (message: string): string[] => {
  const [, problems = ''] =
    /^The upstream returned an invalid response: (.*)\.$/.exec(message) ?? [];
  return problems.split('; ').map((problem) => problem.split(': ')[0]?.split('.').at(-1) ?? '');
};

/** Runs every operation with answers of one kind. Returns the errors by operation, and the endpoints that were called. */
async function runAll(nulls: Nulls, rounds: number) {
  const errors: [operation: string, code: string, message: string][] = [];
  const called = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const mock = await startStrictMock(printedDocument(), FIRST_SEED + round, nulls);
    const { runNamed } = await start({
      upstream: mock,
      client: { extensions: EXTENSIONS, circuitBreaker: false },
    });
    for (const operation of OPERATIONS) {
      const { status, data, errors: found = [] } = await runNamed(operation.name, operation);
      expect([operation.name, status, data]).toStrictEqual([
        operation.name,
        200,
        expect.anything(),
      ]);
      errors.push(
        ...found.map(({ extensions, message }): (typeof errors)[number] => [
          operation.name,
          extensions.code,
          message,
        ]),
      );
    }
    expect(mock.violations).toStrictEqual([]);
    for (const operationId of mock.operations) called.add(operationId);
  }
  return { errors, called };
}

test('every operation returns data for complete answers, and all of them call every endpoint', async () => {
  const { errors, called } = await runAll('none', 1);
  expect(errors).toStrictEqual([]);
  expect([...PRINTED.keys()].filter((name) => !called.has(name))).toStrictEqual([]);
});

test('what answers need not have can be null or missing without an error', async () => {
  const { errors } = await runAll('optional', ROUNDS);
  expect(errors).toStrictEqual([]);
}, 120_000);

test('a null in place of what an answer must have is an error that names it', async () => {
  const { errors } = await runAll('anywhere', ROUNDS);
  expect(errors).not.toStrictEqual([]);
  const unexplained = errors.filter(
    ([, code, message]) =>
      code !== 'UPSTREAM_INVALID_RESPONSE' || !readKeys(message).every(isRequired),
  );
  expect(unexplained).toStrictEqual([]);
}, 120_000);
