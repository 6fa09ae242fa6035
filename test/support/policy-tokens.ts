import { expect } from 'vitest';
import { DOCUMENTS } from './operations.ts';
import type { PolicyApi, TokenClaims } from './policy-api.ts';

const { CreateSessionToken = '' } = DOCUMENTS;

const FIREBASE = {
  iss: 'https://securetoken.google.com/my-project',
  aud: 'my-project',
};
export const user = (sub = 'u-1'): TokenClaims => ({ ...FIREBASE, sub });
export const guest = (sub = 'g-1'): TokenClaims => ({
  ...FIREBASE,
  sub,
  firebase: { sign_in_provider: 'anonymous' },
});

const AUTH0 = { iss: 'https://acme.eu.auth0.com/', aud: 'https://api.example.com' };
const ALL = [
  'personas:read',
  'personas:write',
  'avatars:read',
  'tokens:mint',
  'sessions:read',
  'sessions:write',
  'transcripts:read',
  'meetings:write',
  'share-links:read',
  'share-links:write',
];
export const member = (claims: TokenClaims = {}): TokenClaims => ({
  ...AUTH0,
  sub: 'auth0|1',
  org_id: 'acme',
  permissions: ALL,
  ...claims,
});
export const pro = (claims: TokenClaims = {}) => member({ plan: 'pro', ...claims });

/** Removes the id of the mint from a body. */
const withoutMint = (body: object) => JSON.parse(JSON.stringify(body).replace(/:[\w-]{22}"/, ':"'));

/** Mints as a caller. What `explain` says about it agrees, unless a limit is reached. */
export async function mint(api: PolicyApi, claims: TokenClaims, input: object) {
  const before = api.upstream.mints().length;
  const response = await api.runAs(claims, CreateSessionToken, { input });
  const { code, rule } = response.errors?.[0]?.extensions ?? {};
  const [body] = api.upstream.mints().slice(before);
  if (code === 'RATE_LIMITED' || code === 'OVERLOADED') return response;
  const explained = api.explain(claims, input);
  if (explained.token !== undefined) expect(['FORBIDDEN', 'UNAUTHENTICATED']).toContain(code);
  else if (body) expect(withoutMint(explained.body ?? {})).toStrictEqual(withoutMint(body));
  else if (explained.decision === 'absent') expect(code).toBe('NOT_FOUND');
  else
    expect([explained.decision, explained.rule, code]).toStrictEqual([
      'refused',
      rule,
      'FORBIDDEN',
    ]);
  return response;
}

/** The error of a response, as a test compares it. */
export const getError = ({ errors }: Awaited<ReturnType<PolicyApi['run']>>) => {
  const { code, rule, reason } = errors?.[0]?.extensions ?? {};
  return { code, rule, reason };
};

export const refusal = (rule: string) => ({ code: 'FORBIDDEN', rule, reason: 'policy' });
export const ABSENT = { code: 'NOT_FOUND', rule: undefined, reason: undefined };

/** Auth0's administrators have a namespaced claim. */
export const admin = (claims: TokenClaims = {}): TokenClaims =>
  member({ sub: 'auth0|admin', 'https://example.com/roles': ['admin', 'billing'], ...claims });

/** Staff of a customer with an issuer of its own. */
export const globex = (claims: TokenClaims = {}): TokenClaims => ({
  iss: 'https://login.globex.example/realms/staff',
  aud: 'avatar-graphql',
  sub: 'auth0|1',
  ...claims,
});
