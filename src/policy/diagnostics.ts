import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import type { Grant } from './grant.ts';

/** What a policy decided about one call, document or tool of a caller. */
export interface DecisionEvent {
  readonly grant: Grant;
  /** Name of the endpoint in the contract, `document`, or `tool NAME`. */
  readonly subject: string;
  /** `absent`: what the caller refers to does not exist for it. */
  readonly outcome: 'allowed' | 'refused' | 'absent' | 'limited';
  /** The rule that decided, such as `roles.user.mint.maxSessionLengthSeconds`; undefined if it is allowed. */
  readonly rule?: string | undefined;
  /** Whether it was carried out all the same, because the policy only measures. */
  readonly isMeasured: boolean;
  /** The ids that the call names, such as `personaId`. */
  readonly ids: Readonly<Record<string, string>>;
  /** Id of the mint, as in the label of its session; undefined if nothing is minted. */
  readonly mint?: string | undefined;
  /** Length that is reserved for the session. */
  readonly seconds?: number | undefined;
}

/** Published in the asynchronous context of the request, once for each decision. */
export const decisions = new DiagnosticEvent<DecisionEvent>('policy-decision');
