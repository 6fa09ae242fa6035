import type { EndpointName } from '../contract/api.ts';
import { type Allowed, allowMeasured, decide } from '../policy/decision.ts';
import { publishDecision } from '../policy/diagnostics.ts';
import type { Grant } from '../policy/grant.ts';
import {
  isLimited,
  type LimitStore,
  LimitsUnavailableError,
  type Shortage,
} from '../policy/limits.ts';
import type { MintTerms } from '../policy/mint-terms.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { hadNoEffect } from './errors.ts';
import {
  AbsentError,
  CountersUnavailableError,
  LimitReachedError,
  RefusedByPolicyError,
} from './policy-errors.ts';

/**
 * Asks the policy of a caller about a call.
 * @param request as the client made it, before overrides and `extra` are merged.
 * @param call method and path template, for the error.
 * @throws RefusedByPolicyError; AbsentError if what the call refers to does not exist for the caller.
 */
export function authorize(
  grant: Grant | undefined,
  name: EndpointName,
  request: CallRequest,
  call: string = name,
): Allowed {
  const decision = decide(grant, name, request, Date.now());
  if (grant) publishDecision(grant, name, request, decision);
  if (decision.outcome === 'allowed') return decision;
  if (grant?.policy.isMeasured) return allowMeasured(grant, name);
  if (decision.outcome === 'absent') throw new AbsentError(call);
  throw new RefusedByPolicyError(call, decision.rule, decision.message);
}

/**
 * Reserves the limits of a mint before its call is made: all of them, or none.
 * @returns what was reserved; undefined if nothing.
 * @throws LimitReachedError; CountersUnavailableError.
 */
export async function takeLimits(
  limits: LimitStore | undefined,
  { mint, grant, name }: Allowed,
  call: string,
): Promise<MintTerms | undefined> {
  if (!mint || !grant || !isLimited(mint)) return undefined;
  const now = Date.now();
  let shortage: Shortage | undefined;
  try {
    // Without counters, no limited session tokens are created.
    if (!limits) throw new LimitsUnavailableError();
    shortage = await limits.take(mint, now);
  } catch (cause) {
    throw new CountersUnavailableError(call, cause);
  }
  if (!shortage) return mint;
  const charge = shortage.charge === undefined ? undefined : mint.charges[shortage.charge];
  const rule = `roles.${grant.role?.name}.${charge?.rule ?? 'mint.concurrent'}`;
  publishDecision(grant, name, {}, { outcome: 'limited', rule });
  if (grant.policy.isMeasured) return undefined;
  const isConcurrent = charge === undefined;
  throw new LimitReachedError(call, { rule, isConcurrent, resetsAt: shortage.resetsAt, now });
}

/** Releases the limits that a mint reserved, unless its call may have created a session token although it failed. */
export async function giveBackLimits(
  limits: LimitStore | undefined,
  taken: MintTerms,
  error: unknown,
): Promise<void> {
  // If the counters are unavailable, they keep the charge.
  if (hadNoEffect(error)) await limits?.giveBack(taken).catch(() => undefined);
}
