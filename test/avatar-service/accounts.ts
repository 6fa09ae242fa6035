import { expect } from 'vitest';
import { openAccount, type RunningService } from '../support/avatar-service.ts';

/** Opens two new accounts of a service; `main` is its default account. */
export const openAccounts = async (main: RunningService) => ({
  acme: await openAccount(main),
  globex: await openAccount(main),
  main,
});

/** Creates a record, and returns its id. */
export const create = async (
  { send }: RunningService,
  path: string,
  body: unknown,
): Promise<string> => {
  const answer = await send(`POST /v1/${path}`, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
};
