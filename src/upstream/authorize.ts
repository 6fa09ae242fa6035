import type { EndpointName } from '../contract/api.ts';
import { type Allowed, allowMeasured, decide } from '../policy/decision.ts';
import { publishDecision } from '../policy/diagnostics.ts';
import type { Grant } from '../policy/grant.ts';
import { isLimited, type LimitStore, LimitsUnavailableError } from '../policy/limits.ts';
import type { MintTerms } from '../policy/mint-terms.ts';
import type { CallRequest } from '../policy/verdict.ts';
import {
  CircuitOpenError,
  HttpStatusError,
  OverloadedError,
  ServerKeyRejectedError,
  TooManyCallsError,
} from './errors.ts';
import {
  AbsentError,
  LimitReachedError,
  LimitsAwayError,
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

/** Errors of mints that the upstream refused, or that were not sent. A timeout may have minted. */
const REFUSALS = [
  HttpStatusError,
  ServerKeyRejectedError,
  OverloadedError,
  CircuitOpenError,
  TooManyCallsError,
];

/** Without counters, nothing that they limit is minted. */
const takeAll = async (limits: LimitStore | undefined, mint: MintTerms, now: number) => {
  if (!limits) throw new LimitsUnavailableError();
  return limits.take(mint, now);
};

async function takeLimits(limits: LimitStore | undefined, allowed: Allowed, call: string) {
  const { mint, grant, name } = allowed;
  if (!mint || !grant || !isLimited(mint)) return;
  const now = Date.now();
  const shortage = await takeAll(limits, mint, now).catch((cause: unknown) => {
    throw new LimitsAwayError(call, cause);
  });
  if (!shortage) return;
  const charge = shortage.charge === undefined ? undefined : mint.charges[shortage.charge];
  const rule = `roles.${grant.role?.name}.${charge?.rule ?? 'mint.concurrent'}`;
  publishDecision(grant, name, {}, { outcome: 'limited', rule });
  if (grant.policy.isMeasured) return;
  const isConcurrent = charge === undefined;
  throw new LimitReachedError(call, { rule, isConcurrent, resetsAt: shortage.resetsAt, now });
}

/**
 * Makes a call that may mint: takes its limits before, all or none, and gives them back if the upstream refuses it.
 * @throws LimitReachedError; LimitsAwayError; what `work` throws.
 */
export async function withLimits<Result>(
  limits: LimitStore | undefined,
  allowed: Allowed,
  call: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await takeLimits(limits, allowed, call);
  try {
    return await work();
  } catch (error) {
    const isRefused = REFUSALS.some((type) => error instanceof type);
    // Counters that are away now keep the charge: nothing more can be done.
    if (isRefused && allowed.mint) await limits?.giveBack(allowed.mint).catch(() => undefined);
    throw error;
  }
}
