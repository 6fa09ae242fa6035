import { api } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type DecisionEvent, decisions } from '../../policy/diagnostics.ts';
import type { PolicyFile } from '../../policy/policy-schema.ts';
import { type CallEnd, callEnds } from '../../upstream/diagnostics.ts';
import { activeOperation, type OperationRecord } from './active-operation.ts';

type AuditEvent = NonNullable<PolicyFile['audit']>['events'][number];

/** The content of sessions: transcripts and recordings. */
const TRANSCRIPTS = ['transcriptOfSession', 'recordingOfSession'];

const endpoints: Readonly<Partial<Record<string, Endpoint>>> = api;

/** Returns the audit event of an allowed call; undefined if it is not audited. */
function classify({ subject }: DecisionEvent): AuditEvent | undefined {
  const endpoint = endpoints[subject];
  if (!endpoint) return undefined;
  if (endpoint.tag === 'Session tokens' || subject === 'createMeetingInvite') return 'mint';
  if (TRANSCRIPTS.includes(subject)) return 'transcript';
  const { method, isSafe = method === 'GET' } = endpoint;
  return isSafe ? undefined : 'write';
}

/** The outcome of a decision. */
export interface DecisionEnd {
  readonly event: AuditEvent;
  readonly decision: DecisionEvent;
  readonly record: OperationRecord | undefined;
  /** The code of the error, or OK. */
  readonly outcome: string;
  /** The id by which the upstream knows the call; undefined if it was not made. */
  readonly upstreamRequestId?: string | undefined;
  /** The ids in the path of the call, and of the record that it created. */
  readonly ids?: readonly string[];
}

export interface DecisionObserver {
  /** Ends the decisions whose call did not end before the operation, such as because its client disconnected. */
  endDecisions(record: OperationRecord, outcome: string): void;
  /** Functions that unsubscribe. */
  readonly subscriptions: readonly (() => void)[];
}

/** The codes of denials by a policy. */
const CODES = { refused: 'FORBIDDEN', absent: 'NOT_FOUND', limited: 'RATE_LIMITED' } as const;

/**
 * Removes a decision from those that wait for the end of their call: one about a record with one of the ids, otherwise
 * the first.
 */
function takeDecision(record: OperationRecord, key: string, ids: readonly string[]) {
  const ofCall = record.decisions.filter(({ subject }) => subject === key);
  const named = ofCall.find((each) => Object.values(each.ids).some((id) => ids.includes(id)));
  const taken = named ?? ofCall[0];
  record.decisions = record.decisions.filter((each) => each !== taken);
  return taken;
}

/** Whether a decision repeats one about a scope. A document may have many fields that require it, also in lists. */
function isRepeated({ subject }: DecisionEvent, record: OperationRecord | undefined): boolean {
  if (!record || !subject.startsWith('scope ')) return false;
  record.missingScopes ??= new Set();
  const { size } = record.missingScopes;
  return record.missingScopes.add(subject).size === size;
}

/**
 * Joins the decisions of a policy with the ends of the calls that they allowed.
 * @param onEnd called for each denial, and when each allowed mint, write or transcript has ended.
 */
export function observeDecisions(onEnd: (end: DecisionEnd) => void): DecisionObserver {
  const end = (decision: DecisionEvent, ending: Omit<DecisionEnd, 'event' | 'decision'>) => {
    const event = classify(decision);
    if (event) onEnd({ ...ending, event, decision });
  };

  const onDecision = (decision: DecisionEvent) => {
    const record = activeOperation.getStore()?.record;
    const { outcome, isMeasured, subject } = decision;
    if (outcome === 'allowed') return record?.decisions.push(decision);
    if (isRepeated(decision, record)) return undefined;
    // A limit is counted after the rules have allowed the call.
    const allowed = outcome === 'limited' && record ? takeDecision(record, subject, []) : undefined;
    const { mint = allowed?.mint, seconds = allowed?.seconds } = decision;
    const denial = { ...decision, mint, seconds, ids: { ...allowed?.ids, ...decision.ids } };
    const code = isMeasured ? 'OK' : CODES[outcome];
    onEnd({ event: 'denied', decision: denial, record, outcome: code });
    return isMeasured ? record?.decisions.push(denial) : undefined;
  };

  const onCallEnd = ({ key, ids, requestId, error }: CallEnd) => {
    const record = activeOperation.getStore()?.record;
    if (!record || record.decisions.length === 0) return;
    const decision = takeDecision(record, key, ids);
    const outcome = error?.code ?? 'OK';
    if (decision) end(decision, { record, outcome, upstreamRequestId: requestId, ids });
  };

  return {
    endDecisions(record, outcome) {
      const { decisions } = record;
      record.decisions = [];
      for (const decision of decisions) end(decision, { record, outcome });
    },
    subscriptions: [decisions.subscribe(onDecision), callEnds.subscribe(onCallEnd)],
  };
}
