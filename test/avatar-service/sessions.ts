import { expect } from 'vitest';
import type { RunningService } from '../support/avatar-service.ts';

/** Creates a session token with an API key of a service. */
export async function mintToken(
  { send, keys }: RunningService,
  personaConfig: object = { name: 'Ada' },
  key: string = keys.pro,
): Promise<string> {
  const { status, body } = await send(
    'POST /v1/auth/session-token',
    { clientLabel: 'test', personaConfig },
    key,
  );
  expect(status).toBe(200);
  return body.sessionToken;
}

/** Starts the session of a token as client libraries of live services do. */
export const startSession = (
  { send }: RunningService,
  token: string | null,
  body: unknown = { clientMetadata: { client: 'js-sdk', version: '4.27.0' } },
) => send('POST /v1/engine/session', body, token);

/** Reads a session or a part of one. */
export const readSession = ({ send }: RunningService, path: string, key?: string) =>
  send(`GET /v1/sessions${path}`, undefined, key);

/** A clock that tests set. */
export function createClock(start = '2030-01-01T00:00:00.000Z') {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    add: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}
