import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signToken } from '../support/policy.ts';
import { MINE, startPolicyUpstream } from '../support/policy-upstream.ts';
import { tempFolder } from '../support/resources.ts';

const SECRET = 'secret-of-all-issuers-of-these-tests-0123456789';

export const MINT: string = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { sessionToken } } }`;

/**
 * The settings of a policy by which users mint within `limits`, given as in the file: the same ones for all, or those of
 * their plan.
 */
export async function writeLimits(
  limits: string | Record<string, string>,
): Promise<Record<string, string>> {
  const roles = Object.entries(typeof limits === 'string' ? { user: limits } : limits).map(
    ([name, own]) => `
  - name: ${name}
    when: ${typeof limits === 'string' ? '{}' : `{ plan: ${name} }`}
    scopes: all
    sessions: own
    mint: { maxSessionLengthSeconds: 600, clientLabel: "u:{subject}:{mint}", ${own} }`,
  );
  const path = join(await tempFolder(), 'policy.yaml');
  await writeFile(
    path,
    `
issuers: [{ name: main, issuer: https://main.example, secrets: ["\${TOKEN_SECRET}"], audience: api, scopesFrom: role }]
roles: ${roles.join('')}
`,
  );
  return {
    UPSTREAM_API_KEY: 'server-key',
    UPSTREAM_EXTENSIONS: 'sessions',
    TOKEN_SECRET: SECRET,
    REDIS_SECRET: 'secret-of-redis-in-these-tests-0123456789',
    POLICY: path,
    RATE_LIMIT: '0',
    RATE_LIMIT_MINTS: '0',
  };
}

/** Starts an upstream for servers with these settings. */
export async function limitMints(limits: Parameters<typeof writeLimits>[0]) {
  const upstream = await startPolicyUpstream();
  return { upstream, settings: { UPSTREAM_URL: upstream.url, ...(await writeLimits(limits)) } };
}

/** The token of a user, by their plan. */
export const tokenOf = (sub: string, plan?: string): Promise<string> =>
  signToken({ iss: 'https://main.example', aud: 'api', sub, ...(plan && { plan }) });
