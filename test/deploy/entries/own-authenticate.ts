import {
  ALL_SCOPES,
  ANONYMOUS,
  type Authenticate,
  Credential,
  createServer as createApi,
  createRateLimiter,
  createRestClient,
  InvalidTokenError,
  type PolicyInput,
} from 'avatar-graphql';

interface Session {
  readonly userId: string;
  readonly groups: readonly string[];
}

const policy: PolicyInput = {
  roles: [
    { name: 'editor', when: { groups: 'editors' }, scopes: 'all', mint: 'any' },
    { name: 'user', when: {}, scopes: ['personas:read'] },
  ],
};

/** Creates the API for the users of an app, who have sessions of its own. */
export function createAppApi(findSession: (header: string) => Promise<Session | undefined>) {
  const credential = Credential.fromKey('key');

  const authenticate: Authenticate = async (authorization) => {
    if (authorization === null) return ANONYMOUS;
    const session = await findSession(authorization);
    if (!session) throw new InvalidTokenError('The session has ended.');
    const { userId, groups } = session;
    // The role alone decides. Without a policy, `scopes` would be those of the user.
    const scopes = new Set(ALL_SCOPES);
    const token = { issuer: 'app', subject: userId, claims: { groups }, scopes };
    return { id: userId, isAuthenticated: true, credential, scopes, token };
  };

  return createApi({
    rest: createRestClient({ url: 'https://service.example.com' }),
    authenticate,
    policy,
    rateLimiter: createRateLimiter({ fields: 600, mints: 10 }),
  });
}
