import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import {
  CreatePersonaDocument,
  createClient,
  personasQuery,
  queryDefaults,
} from '../../src/hooks/index.ts';
import { listen } from '../support/resources.ts';
import { stubBrowser } from './stub-browser.ts';

/** Starts an API that always fails with this error, and counts its requests. */
async function startFailing(extensions: object) {
  let requests = 0;
  const url = await listen((_, response) => {
    requests += 1;
    response.end(JSON.stringify({ errors: [{ message: 'No.', extensions }] }));
  });
  return { client: createClient({ url }), count: () => requests };
}

/** Creates a QueryClient that records the delays between retries instead of waiting. */
function createRecorder() {
  const delays: number[] = [];
  const retryDelay = (failures: number, error: Error) => {
    delays.push(queryDefaults.queries.retryDelay(failures, error));
    return 0;
  };
  const defaultOptions = { ...queryDefaults, queries: { ...queryDefaults.queries, retryDelay } };
  return { queryClient: new QueryClient({ defaultOptions }), delays };
}

/** Returns the delays of the retries of a query that fails with that error. */
async function getDelays(extensions: object): Promise<number[]> {
  const { client, count } = await startFailing(extensions);
  const { queryClient, delays } = createRecorder();
  // Unlike hooks, fetchQuery does not retry by default.
  const { retry } = queryDefaults.queries;
  const query = queryClient.fetchQuery({ ...personasQuery({}, client), retry });
  await expect(query).rejects.toMatchObject(extensions);
  // TanStack Query also asks for the delay after the last request.
  return delays.slice(0, count() - 1);
}

const RETRIED = ['OVERLOADED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'];

test('temporary errors are retried in a browser, after the time that the API requests', async () => {
  expect(await getDelays({ code: 'OVERLOADED' })).toStrictEqual([]);
  stubBrowser();
  for (const code of Object.keys(ERROR_CODES)) {
    const delays = RETRIED.includes(code) ? [1000, 2000, 4000] : [];
    expect([code, await getDelays({ code })]).toStrictEqual([code, delays]);
  }
  for (const code of ['RATE_LIMITED', 'OVERLOADED']) {
    expect(await getDelays({ code, retryAfterSeconds: 7 })).toStrictEqual([7000, 7000, 7000]);
    expect(await getDelays({ code, retryAfterSeconds: 31 })).toStrictEqual([]);
  }
});

test('a mutation is never retried', async () => {
  stubBrowser();
  const { client, count } = await startFailing({ code: 'OVERLOADED', retryAfterSeconds: 1 });
  const { queryClient } = createRecorder();
  const input = { name: 'Ada' };
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => client.request(CreatePersonaDocument, { input }) });
  await expect(mutation.execute(undefined)).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(count()).toBe(1);
});
