import { expect, test } from 'vitest';
import type { Scope } from '../../src/policy/scopes.ts';
import { createJwtAuth } from '../../src/server/authentication/authenticate.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { startIssuer } from '../support/issuer.ts';
import { LIVE_SESSION } from '../support/live-sessions.ts';
import { LIVE_KEY, startLiveUpstream } from '../support/live-upstream.ts';
import { start } from '../support/start.ts';

async function startWithScopes() {
  const issuer = await startIssuer();
  const upstream = await startLiveUpstream();
  const { run } = await start({
    upstream: { url: upstream.url },
    authenticate: createJwtAuth(Credential.fromKey(LIVE_KEY), issuer.check()),
    extensions: 'all',
  });
  return async (scopes: readonly Scope[], query: string) =>
    run(query, {}, { authorization: `Bearer ${await issuer.sign({ scope: scopes.join(' ') })}` });
}

test.each([
  ['toolCalls { toolName }', ['transcripts:read']],
  ['transcript { messageCount }', ['transcripts:read']],
  ['recordingUrl', ['transcripts:read']],
  ['analytics(includeMessages: true) { durationSeconds }', ['transcripts:read']],
  ['analytics { durationSeconds }', []],
  ['personaConfig', ['personas:read', 'records:read', 'prompts:read']],
  ['persona { name }', ['personas:read']],
] as const)('%s requires %j in addition to sessions:read', async (field, scopes) => {
  const as = await startWithScopes();
  const query = `{ session(id: "${LIVE_SESSION.ended}") { id ${field} } }`;
  expect((await as(['sessions:read', ...scopes], query)).errors).toBeUndefined();
  if (scopes.length === 0) return;
  const { data, errors } = await as(['sessions:read', 'sessions:write'], query);
  expect(data.session.id).toBe(LIVE_SESSION.ended);
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(errors?.[0]?.message).toContain(scopes[0]);
});
