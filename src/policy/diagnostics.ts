import { isJsonObject } from '../contract/record.ts';
import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import type { Grant } from './grant.ts';
import type { MintTerms } from './mint-terms.ts';
import type { Scope } from './scopes.ts';
import type { CallRequest } from './verdict.ts';

/** What a policy decided about one call or scope of a caller, and how the call ended. */
export interface DecisionEvent {
  readonly grant: Grant;
  /** Name of the endpoint in the contract, or `scope NAME` if a field requires it. */
  readonly subject: string;
  /** `absent`: what the caller refers to does not exist for it. */
  readonly decision: 'allowed' | 'refused' | 'absent' | 'limited';
  /** The rule that decided, such as `roles.user.mint.maxSessionLengthSeconds`; undefined if it is allowed. */
  readonly rule?: string | undefined;
  /**
   * The code of the error, or OK. REUSED: an unused session token was given again. SEVERAL_SESSIONS: a token has started
   * more than one.
   */
  readonly outcome: string;
  /** The ids in the request, such as `personaId`, and that of a created record as `created`. */
  readonly ids: Readonly<Record<string, string>>;
  readonly mint?: Pick<MintTerms, 'id' | 'seconds'> | undefined;
  /** The id by which the upstream knows the call; undefined if it was not made. */
  readonly upstreamRequestId?: string | undefined;
}

/** Published in the asynchronous context of the request, once for each decision, when its call has ended. */
export const decisions = new DiagnosticEvent<DecisionEvent>('policy-decision');

/** Collects the ids that a request names: its own, that of a persona, and that of a session's persona. */
export function listIds({ params, query, body }: CallRequest): Readonly<Record<string, string>> {
  const config = isJsonObject(body?.personaConfig) ? body.personaConfig : undefined;
  const personaId = body?.personaId ?? config?.personaId ?? query?.personaId;
  return typeof personaId === 'string' ? { ...params, personaId } : { ...params };
}

/** Publishes that a caller lacks a scope. */
export function publishMissingScope(grant: Grant, scope: Scope): void {
  decisions.publish({
    grant,
    subject: `scope ${scope}`,
    decision: 'refused',
    rule: grant.role ? `roles.${grant.role.name}.scopes` : 'roles',
    outcome: 'FORBIDDEN',
    ids: {},
  });
}
