import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { startApi } from '../../src/runtime/start-api.ts';
import { MINE, type PolicyUpstream, startPolicyUpstream } from './policy-upstream.ts';
import { REDIS_TIMEOUT } from './replica.ts';
import { tempFolder } from './resources.ts';
import { type ApiResponse, start } from './start.ts';

/** The secrets of guests, and of the issuer of users. */
export const GUEST_SECRET = 'secret-of-guests-0123456789abcdef-0123456789';
export const USER_SECRET = 'secret-of-users-0123456789abcdef-01234567890';

export const PUBLIC_URL = 'http://localhost:4000';

const ROLES = [
  {
    name: 'guest',
    scopes: ['personas:read', 'tokens:mint', 'sessions:read'],
    personas: [MINE],
    sessions: 'own',
    mint: {
      maxSessionLengthSeconds: 120,
      clientLabel: 'site:{subject}:{mint}',
      limits: [{ tokens: 100, per: 'day', for: 'all' }],
    },
  },
  {
    name: 'user',
    when: {},
    scopes: ['personas:read', 'tokens:mint', 'sessions:read'],
    sessions: 'own',
    mint: { maxSessionLengthSeconds: 600, clientLabel: 'site:{subject}:{mint}' },
  },
];

/** A policy with guests and users. */
export const createGuestPolicy = (
  guests: object = {},
  { guest = {}, ...rest }: { guest?: object } & Record<string, unknown> = {},
): object => ({
  issuers: [
    {
      name: 'main',
      issuer: 'https://main.example',
      secrets: [USER_SECRET],
      audience: 'api',
      scopesFrom: 'role',
    },
  ],
  guests: { role: 'guest', secrets: [GUEST_SECRET], concurrent: 20, ...guests },
  roles: [{ ...ROLES[0], ...guest }, ROLES[1]],
  ...rest,
});

const CREATE_GUEST =
  'mutation ($input: CreateGuestTokenInput!) { createGuestToken(input: $input) { token expiresAt } }';

export const MINT: string = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { sessionToken } } }`;

/** Signs a token, by default one that is valid for users. */
export const signAs = (
  claims: Record<string, unknown> = {},
  { secret = USER_SECRET, typ }: { secret?: string; typ?: string } = {},
): Promise<string> =>
  new SignJWT({ iss: 'https://main.example', aud: 'api', sub: 'ada', ...claims })
    .setProtectedHeader({ alg: 'HS256', ...(typ && { typ }) })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));

/** The API with guests, as the program starts it, behind a proxy that names the addresses of clients. */
export interface GuestApi {
  readonly upstream: PolicyUpstream;
  readonly url: string;
  readonly settings: Record<string, string>;
  /** Creates a guest token as a visitor with an address. */
  visit(address?: string, challenge?: string | null, token?: string): Promise<ApiResponse>;
  /** Returns the token of a new guest. */
  getToken(address?: string): Promise<string>;
  /** Runs a document with a token. */
  runAs(token: string, document: string, address?: string): Promise<ApiResponse>;
  /** Replaces the policy, and reads it. */
  setPolicy(policy: object): Promise<void>;
}

/** Starts the API with a policy, for the running test. */
export async function startGuestApi(
  policy: object = createGuestPolicy(),
  settings: Record<string, string> = {},
  given?: PolicyUpstream,
): Promise<GuestApi> {
  const upstream = given ?? (await startPolicyUpstream());
  const path = join(await tempFolder(), 'policy.json');
  await writeFile(path, JSON.stringify(policy));
  const all = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'server-key',
    UPSTREAM_EXTENSIONS: 'all',
    POLICY: path,
    PUBLIC_URL,
    TRUSTED_PROXIES: 'loopback',
    ...settings,
  };
  const { run, url, reload } = await start({
    settings: all,
    startServer: ({ redis, ...config }, options) =>
      startApi(
        { ...config, redis: redis && { ...redis, timeout: REDIS_TIMEOUT } },
        { ...options, readEnvironment: () => all, watchInterval: 3_600_000 },
      ),
  });
  const visit: GuestApi['visit'] = (address = '192.0.2.1', challenge, token) =>
    run(
      CREATE_GUEST,
      { input: { challenge } },
      { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
    );
  return {
    upstream,
    url,
    settings: all,
    visit,
    getToken: async (address) => (await visit(address)).data.createGuestToken.token,
    runAs: (token, document, address = '192.0.2.1') =>
      run(document, {}, { authorization: `Bearer ${token}`, 'x-forwarded-for': address }),
    setPolicy: async (next) => {
      await writeFile(path, JSON.stringify(next));
      await reload?.();
    },
  };
}
