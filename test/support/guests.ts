import { writeFile } from 'node:fs/promises';
import { TOKEN_SECRET } from './policy.ts';
import { MINE, type PolicyUpstream, startPolicyUpstream } from './policy-upstream.ts';
import { tempFile } from './resources.ts';
import { start } from './start.ts';

export const GUEST_SECRET = 'secret-of-guests-0123456789abcdef-0123456789';

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
      secrets: [TOKEN_SECRET],
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

/** Starts the API with guests, as the program does, behind a proxy that names the addresses of clients. */
export async function startGuestApi(
  policy: object = createGuestPolicy(),
  settings: Record<string, string> = {},
  given?: PolicyUpstream,
) {
  const upstream = given ?? (await startPolicyUpstream());
  const path = await tempFile(JSON.stringify(policy));
  const all: Record<string, string> = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'server-key',
    UPSTREAM_EXTENSIONS: 'all',
    POLICY: path,
    PUBLIC_URL,
    TRUSTED_PROXIES: 'loopback',
    ...settings,
  };
  const { run, reload } = await start({
    settings: all,
    readEnvironment: () => all,
    watchInterval: 3_600_000,
  });
  /** Creates a guest token as a visitor with an address. */
  const visit = (address = '192.0.2.1', challenge?: string | null, token?: string) =>
    run(
      CREATE_GUEST,
      { input: { challenge } },
      { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
    );
  return {
    upstream,
    settings: all,
    visit,
    /** Returns the token of a new guest. */
    getToken: async (address?: string): Promise<string> =>
      (await visit(address)).data.createGuestToken.token,
    /** Runs a document with a token. */
    runAs: (token: string, document: string, address = '192.0.2.1') =>
      run(document, {}, { authorization: `Bearer ${token}`, 'x-forwarded-for': address }),
    /** Replaces the policy, and reads it. */
    setPolicy: async (next: object) => {
      await writeFile(path, JSON.stringify(next));
      await reload?.();
    },
  };
}

export type GuestApi = Awaited<ReturnType<typeof startGuestApi>>;
