import type { JsonObject } from '../contract/record.ts';
import type { Grant } from './grant.ts';
import type { MintTerms } from './mint-terms.ts';
import type { Role } from './policy.ts';

/** The input of a call: the path parameters, the query and the body of its endpoint. */
export interface CallRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: JsonObject;
  /** A session token that the service has refused, so that it is not given again. It is not sent. */
  readonly unusable?: string | undefined;
}

/** A record that must be visible to the caller before the call is made. */
export interface Requirement {
  readonly call: 'session' | 'shareLink';
  readonly id: string;
}

export interface Allowance {
  readonly outcome: 'allowed';
  /** Undefined if nothing is minted, or without limits. */
  readonly mint?: MintTerms;
  readonly requires?: Requirement;
  /** Which records that arrive are visible to the caller. Default: all are. */
  readonly visible?: Visibility;
}

/** Which records that arrive are visible to a caller, and by which rule others are not. */
export interface Visibility {
  readonly rule: string;
  readonly isVisible: (record: object) => boolean;
}

export interface Refusal {
  readonly outcome: 'refused';
  /** Path of the rule below the role, such as `mint.persona`. */
  readonly rule: string;
  readonly message: string;
}

/** What the call refers to does not exist for the caller. */
export interface Absence {
  readonly outcome: 'absent';
  readonly rule: string;
}

/** What the rules of a role say about a call. */
export type Verdict = Allowance | Refusal | Absence;

/** A grant with a role. */
export type RoleGrant = Grant & { readonly role: Role };

/** The rules about a call. */
export type Rule = (grant: RoleGrant, request: CallRequest, now: number) => Verdict;

export const ALLOWED: Allowance = { outcome: 'allowed' };

export const refuse = (rule: string, message: string): Refusal => ({
  outcome: 'refused',
  rule,
  message,
});

export const toAbsence = (rule: string): Absence => ({ outcome: 'absent', rule });
