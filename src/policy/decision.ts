import type { EndpointName } from '../contract/api.ts';
import type { Grant } from './grant.ts';
import { addTerms } from './mint.ts';
import type { MintTerms } from './mint-terms.ts';
import { judgeCall } from './rules.ts';
import {
  type Absence,
  ALLOWED,
  type Allowance,
  type CallRequest,
  type Refusal,
  type Requirement,
  refuse,
  type Verdict,
  type Visibility,
} from './verdict.ts';

let create: (name: EndpointName, grant: Grant | undefined, allowance: Allowance) => Allowed;

/**
 * Permission for one call of one caller. Only {@link decide} creates it, and the client of the upstream makes no call
 * without it.
 */
export class Allowed {
  readonly outcome = 'allowed' as const;
  readonly name: EndpointName;
  readonly grant: Grant | undefined;
  readonly #allowance: Allowance;

  private constructor(name: EndpointName, grant: Grant | undefined, allowance: Allowance) {
    this.name = name;
    this.grant = grant;
    this.#allowance = allowance;
  }

  static {
    create = (...parts) => new Allowed(...parts);
  }

  /** The terms of the mint; undefined if nothing is minted, or without limits. */
  get mint(): MintTerms | undefined {
    return this.#allowance.mint;
  }

  /** A record that must be visible to the caller before the call is made. */
  get requires(): Requirement | undefined {
    return this.#allowance.requires;
  }

  /** Which records that arrive are visible to the caller; undefined if all are. */
  get visible(): Visibility | undefined {
    return this.#allowance.visible;
  }

  /** Returns the request to send: the given one, with the terms of the mint unless the policy only measures. */
  complete(request: CallRequest): CallRequest {
    return this.mint && !this.grant?.policy.isMeasured ? addTerms(request, this.mint) : request;
  }
}

/** Permission, or why there is none, with the complete path of the rule. */
export type Decision = Allowed | Refusal | Absence;

const isRoleGrant = (grant: Grant): grant is Parameters<typeof judgeCall>[1] =>
  grant.role !== undefined;

function judge(
  grant: Grant | undefined,
  name: EndpointName,
  request: CallRequest,
  now: number,
): Verdict {
  if (!grant) return ALLOWED;
  if (!isRoleGrant(grant)) return refuse('roles', 'No role of the policy matches your token.');
  const verdict = judgeCall(name, grant, request, now);
  const toPath = (rule: string) => `roles.${grant.role.name}.${rule}`;
  if (verdict.outcome !== 'allowed') return { ...verdict, rule: toPath(verdict.rule) };
  const { visible } = verdict;
  return visible ? { ...verdict, visible: { ...visible, rule: toPath(visible.rule) } } : verdict;
}

/**
 * Decides about a call: the one function that the server, `explain` and the hooks' `viewer` follow. It is pure except
 * for the new id of a mint.
 * @param grant undefined without a policy: everything is allowed.
 * @param request as the client made it, before overrides and `extra` are merged.
 * @param now in milliseconds since 1970.
 */
export function decide(
  grant: Grant | undefined,
  name: EndpointName,
  request: CallRequest,
  now: number,
): Decision {
  const verdict = judge(grant, name, request, now);
  return verdict.outcome === 'allowed' ? create(name, grant, verdict) : verdict;
}

/**
 * Returns permission for a call that a policy refuses, if the policy only measures.
 * @throws Error for one that enforces.
 */
export function allowMeasured(grant: Grant, name: EndpointName): Allowed {
  if (!grant.policy.isMeasured) throw new Error('This policy does not only measure.');
  return create(name, grant, ALLOWED);
}
