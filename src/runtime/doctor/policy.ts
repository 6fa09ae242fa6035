import { hasLimits, type PolicyFile } from '../../policy/policy-schema.ts';
import { listKeyFiles } from '../access/keys.ts';
import { type Finding, failed, formatCount, ok, warn } from './finding.ts';

/** Checks what a policy needs in addition to a valid file. */
export async function checkPolicy(file: PolicyFile, hasRedis: boolean): Promise<Finding> {
  const { roles, tenants } = file;
  const keyFolder = tenants && 'keyFolder' in tenants ? tenants.keyFolder : undefined;
  const keys = keyFolder === undefined ? 0 : (await listKeyFiles(keyFolder)).length;
  if (keyFolder !== undefined && keys === 0) {
    return failed(
      `${keyFolder} has no keys, so every token of a tenant is refused.`,
      'Add files to tenants.keyFolder in POLICY: one for each tenant, with its API key.',
    );
  }
  const counted = keyFolder === undefined ? '' : ` ${keyFolder} has ${formatCount(keys, 'key')}.`;
  const message = `${formatCount(roles.length, 'role')}.${counted}`;
  if (!hasLimits(file) || hasRedis) return ok(message);
  return warn(
    `${message} Each process counts limits in its own memory, and forgets them when it restarts.`,
    'Set REDIS_URL, unless you run one process and all limits are per minute.',
  );
}
