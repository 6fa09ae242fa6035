import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import type { StartOptions } from '../../../src/runtime/running.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { tempFolder } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const SECRET = 'secret-of-the-issuer-0123456789abcdef';

/** The issuer whose tokens `signFor` signs. */
export const ISSUER = {
  name: 'main',
  issuer: 'https://issuer.example/',
  audience: 'avatars',
  secrets: [SECRET],
};

const POLICY = {
  issuers: [ISSUER],
  roles: [{ name: 'user', when: {}, scopes: 'all', mint: 'any', personas: 'all', sessions: 'all' }],
};

/** Signs a token of a tenant, for `sub` ada. */
export const signFor = (org: unknown, claims: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ sub: 'ada', scope: 'tools:read tools:write tokens:mint', org, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('https://issuer.example/')
    .setAudience('avatars')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET));

/** Options of a start for tests that wait until a change of a file is followed. */
export const FOLLOWED = { watchInterval: 20 };

export const READ = '{ tool(id: "t1") { id } }';

/**
 * Starts the API with a policy in front of an upstream that records the keys it gets, for the running test. The upstream
 * rejects the keys in `rejected`. `FOLLOWED` as options follows files at once, and not after two seconds.
 */
export async function startTenants(
  tenants: object | undefined,
  settings: Record<string, string> = {},
  options: StartOptions = {},
) {
  const folder = await tempFolder();
  const keys: string[] = [];
  const rejected = new Set<string>();
  const upstream = await fakeService(async (request, response) => {
    await request.toArray();
    const key = request.headers.authorization?.replace('Bearer ', '') ?? 'none';
    keys.push(key);
    if (rejected.has(key)) sendJson(response, 401, { error: 'Unauthorized' });
    else sendJson(response, request.method === 'POST' ? 201 : 200, { id: 't1', sessionToken: 'x' });
  });
  const path = join(folder, 'policy.json');
  const ofTenants = tenants && { tenants, issuers: [{ ...ISSUER, tenantClaim: 'org' }] };
  const writePolicy = (changes: object = {}) =>
    writeFile(path, JSON.stringify({ ...POLICY, ...ofTenants, ...changes }));
  await writePolicy();
  const environment: Record<string, string> = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_EXTENSIONS: 'tools,avatars',
    POLICY: path,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const running = await start({
    settings: environment,
    ...options,
    readEnvironment: () => ({ ...environment }),
  });
  /** Returns the key that the upstream got, or the code of the error. */
  const askWith = async (token: string, query = READ): Promise<string | undefined> => {
    const { errors } = await running.run(query, {}, { authorization: `Bearer ${token}` });
    return errors?.[0]?.extensions.code ?? keys.at(-1);
  };
  const askFor = async (org: unknown, query = READ) => askWith(await signFor(org), query);
  return { ...running, environment, folder, keys, rejected, path, writePolicy, askWith, askFor };
}
