import { claimsOf, signToken, TOKEN_SECRET } from '../support/policy.ts';
import { startPolicyUpstream } from '../support/policy-upstream.ts';
import { tempFile } from '../support/resources.ts';

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
  const path = await tempFile(`
issuers: [{ name: main, issuer: https://main.example, secrets: ["\${TOKEN_SECRET}"], audience: api, scopesFrom: role }]
roles: ${roles.join('')}
`);
  return {
    UPSTREAM_API_KEY: 'server-key',
    UPSTREAM_EXTENSIONS: 'sessions',
    TOKEN_SECRET,
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

export const tokenOf = (sub: string): Promise<string> => signToken(claimsOf(sub));
