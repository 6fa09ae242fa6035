import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { startApi } from '../support/api.ts';
import { liveDocument, printedDocument } from '../support/live-document.ts';
import { PRINTED } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { startStrictMock } from '../support/strict-mock.ts';

const CODES = new Set(Object.keys(ERROR_CODES).filter((code) => code !== 'INTERNAL'));

/** Probability of a null in place of any value. Without any, every endpoint is called. */
const NULLS = 0.1;

/** Runs every operation this often, with other answers. */
const ROUNDS = Number(process.env.FUZZ_RUNS ?? 30) / 10;

const SEEDS = Array.from({ length: Math.max(1, Math.ceil(ROUNDS)) }, (_, index) => 42 + index);

test.each([
  ['schema/openapi.json', printedDocument],
  ['live services', liveDocument],
])(
  'every operation returns data or known errors for answers by the schemas of %s with nulls anywhere, and sends valid requests',
  async (_, createDocument) => {
    const called = new Set<string>();
    let count = 0;
    for (const seed of SEEDS) {
      const mock = await startStrictMock(createDocument(), seed, seed === SEEDS[0] ? 0 : NULLS);
      const { runNamed } = await startApi(mock, {
        client: { extensions: EXTENSIONS, circuitBreaker: false },
      });
      for (const operation of OPERATIONS) {
        const { status, data, errors = [] } = await runNamed(operation.name, operation);
        const codes = errors.map(({ extensions }) => extensions.code);
        expect([operation.name, status]).toStrictEqual([operation.name, 200]);
        expect([operation.name, codes.filter((code) => !CODES.has(code))]).toStrictEqual([
          operation.name,
          [],
        ]);
        // Only what the mock answered can be wrong.
        expect([operation.name, codes.filter((code) => code === 'BAD_USER_INPUT')]).toStrictEqual([
          operation.name,
          [],
        ]);
        if (errors.length === 0) {
          expect([operation.name, data]).toStrictEqual([operation.name, expect.anything()]);
          count += 1;
        }
      }
      expect(mock.violations).toStrictEqual([]);
      for (const operationId of mock.operations) called.add(operationId);
    }
    expect([...PRINTED.keys()].filter((operationId) => !called.has(operationId))).toStrictEqual([]);
    // Nulls cost single fields, not whole operations.
    expect(count).toBeGreaterThan(OPERATIONS.length * SEEDS.length * 0.4);
  },
  120_000,
);
