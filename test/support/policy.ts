import { readFileSync } from 'node:fs';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import type { LimitStore } from '../../src/policy/limits.ts';
import { createMemoryLimits } from '../../src/policy/memory-limits.ts';
import { checkPolicy } from '../../src/policy/parse-policy.ts';
import { Policy } from '../../src/policy/policy.ts';
import type { PolicyFile, PolicyInput } from '../../src/policy/policy-schema.ts';
import { parsePolicy } from '../../src/policy/policy-text.ts';
import { createUpstreamKeys } from '../../src/runtime/access/keys.ts';
import { explainPolicy } from '../../src/runtime/commands/explain-policy.ts';
import { readPolicyIssuers } from '../../src/runtime/config/policy-file.ts';
import {
  createJwtCaller,
  createReloadableJwtAuth,
  type JwtRules,
} from '../../src/server/authentication/authenticate.ts';
import { createJwtVerifier } from '../../src/server/authentication/jwt.ts';
import { Secret } from '../../src/shared/secret.ts';
import { DOCUMENTS } from './operations.ts';
import { MINE, type PolicyUpstream, startPolicyUpstream } from './policy-upstream.ts';
import { type ApiResponse, type StartOptions, start } from './start.ts';

export const TOKEN_SECRET = 'secret-of-all-issuers-of-these-tests-0123456789';

/** The claims of a token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Signs a token, by default as an identity provider of these tests would. */
export const signToken = (
  claims: TokenClaims,
  { secret = TOKEN_SECRET, typ }: { secret?: string; typ?: string } = {},
): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', ...(typ && { typ }) })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));

/** The keys of tenants, in place of a folder. */
const TENANT_KEYS = { keys: { acme: new Secret('key-acme'), globex: new Secret('key-globex') } };

/** Replaces what a test does not have: the JWKS of issuers, and folders of keys. */
const localize = (file: PolicyFile): PolicyFile => ({
  ...file,
  issuers: file.issuers?.map(({ jwksUrl: _, ...issuer }) => ({
    ...issuer,
    secrets: [new Secret(TOKEN_SECRET)],
  })),
  tenants: file.tenants && ('keyFolder' in file.tenants ? TENANT_KEYS : file.tenants),
});

export const compilePolicy = (file: PolicyFile): Policy => new Policy(localize(file));

/** Starts the API under a policy in front of a recording upstream, for the running test. */
export async function startPolicyApi(
  file: PolicyFile,
  {
    store = createMemoryLimits(),
    upstream,
    ...options
  }: StartOptions & { store?: LimitStore; upstream?: PolicyUpstream } = {},
) {
  const policy = { current: compilePolicy(file), limits: store };
  const { tenants } = policy.current.file;
  const own = tenants && 'keys' in tenants ? Object.entries(tenants.keys) : [];
  const keys = createUpstreamKeys(new Secret('key-of-the-server'), new Map(own), tenants);
  const issuers = readPolicyIssuers({ path: 'policy.yaml', file: policy.current.file });
  const rules: JwtRules = {
    verifyJwt: createJwtVerifier(issuers),
    createCaller: (jwt) => createJwtCaller(jwt, keys),
  };
  const api = await start({
    upstream: upstream ?? (await startPolicyUpstream()),
    authenticate: createReloadableJwtAuth(() => rules),
    policy,
    extensions: 'all',
    ...options,
  });
  return {
    ...api,
    /** Runs a document with the token of some claims. */
    runAs: async (claims: TokenClaims, document: string, variables: object = {}) => {
      const authorization = `Bearer ${await signToken(claims)}`;
      return api.run(document, variables, { authorization });
    },
    /** Explains what the policy makes of claims and of the input of createSessionToken. */
    explain: (claims: TokenClaims, input?: unknown): Readonly<Record<string, unknown>> =>
      explainPolicy(policy.current, issuers, { ...claims }, input),
    /** Replaces the policy, as a reload does. Its issuers stay. */
    setPolicy: (next: PolicyFile) => {
      policy.current = compilePolicy(next);
    },
  };
}

export type PolicyApi = Awaited<ReturnType<typeof startPolicyApi>>;

const GUIDE = readFileSync('src/deploy/POLICY.md', 'utf8');

/** Returns the text of an example of the guide, by its heading. */
export function readExample(heading: string): string {
  const [, section = ''] = GUIDE.split(`### ${heading}\n`);
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
  if (text === undefined) throw new Error(`The guide has no example ${heading}.`);
  return text;
}

export const EXAMPLES = ['Consumer app', 'B2B product', 'Agents'] as const;

export const parseExample = (heading: (typeof EXAMPLES)[number]): PolicyFile =>
  parsePolicy(readExample(heading), {});

const { CreateSessionToken = '' } = DOCUMENTS;

/** Mints for the persona that all may use. */
export const MINT: string = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { sessionToken } } }`;

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
  const isGivenAgain = !response.errors && !body;
  if (code === 'RATE_LIMITED' || code === 'OVERLOADED' || isGivenAgain) return response;
  const explained = api.explain(claims, input);
  if (explained.token !== undefined) expect(['FORBIDDEN', 'UNAUTHENTICATED']).toContain(code);
  else if (body) expect(withoutMint(Object(explained.body))).toStrictEqual(withoutMint(body));
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
export const getError = ({ errors }: ApiResponse) => {
  const { code, rule, reason } = errors?.[0]?.extensions ?? {};
  return { code, rule, reason };
};

export const refusal = (rule: string) => ({ code: 'FORBIDDEN', rule, reason: 'policy' });
export const ABSENT = { code: 'NOT_FOUND', rule: undefined, reason: undefined };

/** A token of Cognito's client credentials. */
export const agent = (client_id: string, scope: string): TokenClaims => ({
  iss: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc',
  sub: client_id,
  client_id,
  token_use: 'access',
  scope,
});

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
