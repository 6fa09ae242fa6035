import type { EndpointName } from '../contract/api.ts';
import type { Grant } from './grant.ts';
import { judgeCall } from './rules.ts';
import { ALLOWED, type CallRequest, type RoleGrant, refuse, type Verdict } from './verdict.ts';

const hasRole = (grant: Grant): grant is RoleGrant => grant.role !== undefined;

/**
 * Decides about a call: the one function that the server, `explain` and the hooks' `viewer` follow. It is pure except
 * for the new id of a mint.
 * @param grant undefined without a policy: everything is allowed.
 * @param request as the client made it, before overrides and `extra` are merged.
 * @param now in milliseconds since 1970.
 * @returns permission, or why there is none, with complete paths of rules.
 */
export function decide(
  grant: Grant | undefined,
  name: EndpointName,
  request: CallRequest,
  now: number,
): Verdict {
  if (!grant) return ALLOWED;
  if (!hasRole(grant)) return refuse('roles', 'No role of the policy matches your token.');
  const verdict = judgeCall(name, grant, request, now);
  const toPath = (rule: string) => `roles.${grant.role.name}.${rule}`;
  if (verdict.outcome !== 'allowed') return { ...verdict, rule: toPath(verdict.rule) };
  const { visible } = verdict;
  return visible ? { ...verdict, visible: { ...visible, rule: toPath(visible.rule) } } : verdict;
}
