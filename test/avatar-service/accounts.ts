import { expect } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import {
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';

/** Sends requests with an API key of one account. */
export interface Account {
  readonly key: string;
  readonly send: (method: string, path: string, body?: unknown) => ReturnType<typeof readResponse>;
}

function useKey(service: RunningService, key: string): Account {
  return {
    key,
    send: (method, path, body) => {
      const isForm = body instanceof FormData;
      return readResponse(
        service.ask(`/v1${path}`, {
          method,
          key,
          ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
          ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
        }),
      );
    },
  };
}

/** Starts a service with sample data, which belongs to the default account, and two other accounts. */
export async function startWithAccounts() {
  const service = await startAvatarService({ seeded: true });
  const open = async (account: string) =>
    useKey(service, (await createKey(service.store, { plan: 'pro', account, label: '' })).key);
  return {
    service,
    acme: await open('acme'),
    globex: await open('globex'),
    main: useKey(service, service.keys.pro),
  };
}

/** Creates a record, and returns its id. */
export const create = async ({ send }: Account, path: string, body: unknown): Promise<string> => {
  const answer = await send('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
};
