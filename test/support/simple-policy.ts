import { checkPolicy } from '../../src/policy/parse-policy.ts';
import type { PolicyFile, PolicyInput } from '../../src/policy/policy-schema.ts';
import type { TokenClaims } from './policy-api.ts';

const ISSUER = { audience: 'api', jwksUrl: 'https://id.example/jwks', scopesFrom: 'role' } as const;

type RoleInput = PolicyInput['roles'][number];

/** A policy of two issuers and one role for everybody. */
export const createSimplePolicy = (
  role: Partial<RoleInput>,
  file: Partial<PolicyInput> = {},
): PolicyFile =>
  checkPolicy({
    issuers: [
      { ...ISSUER, name: 'main', issuer: 'https://main.example' },
      { ...ISSUER, name: 'other', issuer: 'https://other.example' },
    ],
    roles: [{ name: 'user', issuers: ['main', 'other'], when: {}, scopes: 'all', ...role }],
    ...file,
  });

/** A token of the simple policy. */
export const claimsOf = (sub: string, claims: TokenClaims = {}): TokenClaims => ({
  iss: 'https://main.example',
  aud: 'api',
  sub,
  ...claims,
});
