import { isJsonObject } from '../contract/record.ts';
import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import type { Decision } from './decision.ts';
import type { Grant } from './grant.ts';
import type { Scope } from './scopes.ts';
import type { CallRequest } from './verdict.ts';

/** What a policy decided about one call, document, tool or scope of a caller. */
export interface DecisionEvent {
  readonly grant: Grant;
  /**
   * Name of the endpoint in the contract, `document NAME` if its operation has one, `tool NAME`, or `scope NAME` if a
   * field requires it.
   */
  readonly subject: string;
  /** `absent`: what the caller refers to does not exist for it. */
  readonly outcome: 'allowed' | 'refused' | 'absent' | 'limited';
  /** The rule that decided, such as `roles.user.mint.maxSessionLengthSeconds`; undefined if it is allowed. */
  readonly rule?: string | undefined;
  /** Whether the call was made anyway, because the policy only measures. */
  readonly isMeasured: boolean;
  /** The ids in the request, such as `personaId`. */
  readonly ids: Readonly<Record<string, string>>;
  /** Id of the mint, as in the label of its session; undefined if nothing is minted. */
  readonly mint?: string | undefined;
  /** Length that is reserved for the session. */
  readonly seconds?: number | undefined;
}

/** Published in the asynchronous context of the request, once for each decision. */
export const decisions = new DiagnosticEvent<DecisionEvent>('policy-decision');

/** Collects the ids that a request names: its own, that of a persona, and that of a session's persona. */
function listIds({ params, query, body }: CallRequest): Readonly<Record<string, string>> {
  const config = isJsonObject(body?.personaConfig) ? body.personaConfig : undefined;
  const personaId = body?.personaId ?? config?.personaId ?? query?.personaId;
  return typeof personaId === 'string' ? { ...params, personaId } : { ...params };
}

type Outcome = Decision | { readonly outcome: 'limited'; readonly rule: string };

/** Publishes a decision about a call, a document or a tool. */
export function publishDecision(
  grant: Grant,
  subject: string,
  request: CallRequest,
  decision: Outcome,
): void {
  const mint = 'mint' in decision ? decision.mint : undefined;
  decisions.publish({
    grant,
    subject,
    outcome: decision.outcome,
    rule: 'rule' in decision ? decision.rule : undefined,
    isMeasured: grant.policy.isMeasured && decision.outcome !== 'allowed',
    ids: listIds(request),
    mint: mint?.id,
    seconds: mint?.seconds,
  });
}

/** Publishes that a caller lacks a scope. A policy that only measures enforces scopes, too. */
export function publishMissingScope(grant: Grant, scope: Scope): void {
  decisions.publish({
    grant,
    subject: `scope ${scope}`,
    outcome: 'refused',
    rule: grant.role ? `roles.${grant.role.name}.scopes` : 'roles',
    isMeasured: false,
    ids: {},
  });
}
