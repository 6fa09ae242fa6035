import { expect } from 'vitest';
import type { RunningService } from '../support/avatar-service.ts';
import { readResponse } from '../support/avatar-service.ts';

/** Creates a session token with an API key of a service. */
export async function mintToken(
  { ask, keys }: Pick<RunningService, 'ask' | 'keys'>,
  personaConfig: object = { name: 'Ada' },
  key: string = keys.pro,
): Promise<string> {
  const { status, body } = await readResponse(
    ask('/v1/auth/session-token', {
      method: 'POST',
      body: JSON.stringify({ clientLabel: 'test', personaConfig }),
      headers: { 'content-type': 'application/json' },
      key,
    }),
  );
  expect(status).toBe(200);
  return body.sessionToken;
}

/** Starts the session of a token as client libraries of live services do. */
export const startSession = (
  { ask }: Pick<RunningService, 'ask'>,
  token: string | null,
  body: unknown = { clientMetadata: { client: 'js-sdk', version: '4.27.0' } },
) =>
  readResponse(
    ask('/v1/engine/session', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      key: token,
    }),
  );

/** A clock that tests set. */
export function createClock(start: string) {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    add: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}
