import { expect } from 'vitest';
import { openAccount, type RunningService, readResponse } from '../support/avatar-service.ts';

/** Sends requests with an API key of one account. */
export interface Account {
  readonly key: string;
  readonly send: (method: string, path: string, body?: unknown) => ReturnType<typeof readResponse>;
}

const toAccount = ({ keys, ask, askJson }: RunningService): Account => ({
  key: keys.pro,
  send: (method, path, body) =>
    readResponse(
      body === undefined || body instanceof FormData
        ? ask(`/v1${path}`, { method, ...(body && { body }) })
        : askJson(method, `/v1${path}`, body),
    ),
});

/** Opens two new accounts of a service, and its default account. */
export const openAccounts = async (service: RunningService) => ({
  acme: toAccount(await openAccount(service)),
  globex: toAccount(await openAccount(service)),
  main: toAccount(service),
});

/** Creates a record, and returns its id. */
export const create = async ({ send }: Account, path: string, body: unknown): Promise<string> => {
  const answer = await send('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
};
