import { expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { startAvatarService } from '../support/avatar-service.ts';

/** Parses a token as client libraries of live services do, without verifying its signature. */
function parseToken(sessionToken: string) {
  const [, payload] = sessionToken.split('.');
  if (payload === undefined) throw new Error('Invalid session token format');
  const claims = JSON.parse(Buffer.from(payload, 'base64').toString());
  const type = String(claims.type).toLowerCase();
  if (type === 'legacy') throw new Error('Legacy session tokens are no longer supported');
  return { organizationId: claims.accountId, type };
}

const { id: personaId } = personas[0] ?? {};

test.each([
  [{ personaId }, 'stateful'],
  [{ name: 'Ada', avatarId: 'a', voiceId: 'v', llmId: 'l' }, 'ephemeral'],
])('client libraries accept a token for %j', async (personaConfig, type) => {
  const { askJson } = await startAvatarService({ seeded: true });
  const response = await askJson('POST', '/v1/auth/session-token', { personaConfig });
  const { sessionToken } = await response.json();
  expect(parseToken(sessionToken)).toStrictEqual({ organizationId: expect.any(String), type });
});
