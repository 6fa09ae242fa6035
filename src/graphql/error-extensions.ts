import type { ErrorCode } from './error-codes.ts';
import type { IssueCode } from './issue-codes.ts';

/** A validation issue: its path in the arguments of the field, a message, and a code for the rule. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: IssueCode;
}

/**
 * Known values of `reason`. `server_key_rejected`: the upstream rejected the key of the server. `concurrent_limit`: the
 * account, or the caller under the policy, has reached its limit of concurrent sessions. `policy`: the policy refuses the
 * call, by `rule`. Upstreams send other values, too.
 */
export type ErrorReason = 'server_key_rejected' | 'concurrent_limit' | 'policy' | (string & {});

/** `extensions` of every error. */
export interface ErrorExtensions {
  readonly code: ErrorCode;
  /** Identifies the request in the logs. */
  readonly requestId?: string;
  /** Only with BAD_USER_INPUT, and with GRAPHQL_VALIDATION_FAILED for literals in the document. */
  readonly issues?: readonly InputIssue[];
  /** The reason that the upstream gave, if any. */
  readonly reason?: ErrorReason;
  /** Only with RATE_LIMITED, OVERLOADED and UPSTREAM_UNAVAILABLE, if it is known. */
  readonly retryAfterSeconds?: number;
  /** The rule of the policy that refused it, such as `roles.user.mint.maxSessionLengthSeconds`. */
  readonly rule?: string;
  /** Only with RATE_LIMITED by the policy: when the limit has room again, in ISO 8601. */
  readonly resetsAt?: string;
}
