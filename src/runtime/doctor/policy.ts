import { hasLimits, type PolicyFile } from '../../policy/policy-schema.ts';
import { readKeyFolder } from '../access/key-files.ts';
import type { Config } from '../config/config.ts';
import type { Check } from './check.ts';
import { combine, type Finding, failed, formatCount, ok, skipped, warn } from './finding.ts';

/**
 * Counts the keys of tenants, whose files the check of the settings has read. Returns undefined if there is no folder
 * of them.
 */
async function checkTenants({ tenants }: PolicyFile): Promise<Finding | undefined> {
  if (!tenants || !('keyFolder' in tenants)) return undefined;
  const count = (await readKeyFolder(tenants.keyFolder)).keys.size;
  if (count > 0) return ok(`${tenants.keyFolder} has ${formatCount(count, 'key')}.`);
  return failed(
    `${tenants.keyFolder} has no keys, so every token of a tenant is refused.`,
    'Add files to tenants.keyFolder in POLICY: one for each tenant, with its API key.',
  );
}

/** Says how many roles a policy has, and what it does not enforce. */
function checkRules(file: PolicyFile, hasRedis: boolean): Finding {
  const message = `${formatCount(file.roles.length, 'role')}.`;
  if (hasLimits(file) && !hasRedis) {
    return warn(
      `${message} Each process counts limits in its own memory, and forgets them when it restarts.`,
      'Set REDIS_URL, unless you run one process and all limits are per minute.',
    );
  }
  return ok(message);
}

/**
 * Checks what a policy needs in addition to a valid file, which the check of the settings has read. Another check
 * covers its JWKS.
 */
export const policyCheck: Check<Config> = {
  name: 'policy',
  deadline: 10_000,
  run: async (config) => {
    const { policy } = config;
    if (!policy) return skipped('POLICY is not set, so only the scopes of a JWT decide.');
    const findings = [
      checkRules(policy.file, config.redis !== undefined),
      await checkTenants(policy.file),
    ].filter((finding) => finding !== undefined);
    return combine(findings);
  },
};
