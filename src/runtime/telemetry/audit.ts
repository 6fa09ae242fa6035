import { api } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/resource.ts';
import type { DecisionEvent } from '../../policy/diagnostics.ts';
import type { PolicyFile } from '../../policy/policy-schema.ts';
import type { Secret } from '../../shared/secret.ts';
import { activeOperation, type OperationRecord } from './active-operation.ts';
import type { LineWriter } from './line-writer.ts';
import { createSubjectNames } from './name-subject.ts';
import { isLoggable } from './record-ids.ts';

type AuditEvent = NonNullable<PolicyFile['audit']>['events'][number];

/** A decision that is counted and audited. */
export interface AuditedDecision {
  readonly event: AuditEvent;
  readonly decision: DecisionEvent;
  readonly record: OperationRecord | undefined;
}

/** The content of sessions: transcripts and recordings. */
const TRANSCRIPTS = ['transcriptOfSession', 'recordingOfSession'];

const endpoints: Readonly<Partial<Record<string, Endpoint>>> = api;

/** Returns the audit event of a decision; undefined if it is not audited. */
function classify({ subject, decision }: DecisionEvent): AuditEvent | undefined {
  if (decision !== 'allowed') return 'refused';
  const endpoint = endpoints[subject];
  if (!endpoint) return undefined;
  if (endpoint.tag === 'Session tokens' || subject === 'createMeetingInvite') return 'mint';
  if (TRANSCRIPTS.includes(subject)) return 'transcript';
  const { method, isSafe = method === 'GET' } = endpoint;
  return isSafe ? undefined : 'write';
}

/** Whether a decision repeats one about a scope. A document may have many fields that require it, also in lists. */
function isRepeated({ subject }: DecisionEvent, record: OperationRecord | undefined): boolean {
  if (!record || !subject.startsWith('scope ')) return false;
  record.missingScopes ??= new Set();
  const { size } = record.missingScopes;
  return record.missingScopes.add(subject).size === size;
}

/** Creates a listener of decisions, which passes on those that are counted and audited, with their operation. */
export const selectAudited =
  (onDecision: (audited: AuditedDecision) => void) =>
  (decision: DecisionEvent): void => {
    const event = classify(decision);
    if (!event) return;
    const record = activeOperation.getStore()?.record;
    if (!isRepeated(decision, record)) onDecision({ event, decision, record });
  };

/**
 * Maximum length of a name that others choose, in characters, and number of ids. Even if each character takes six
 * bytes, a line is within the limit of the writer.
 */
const MAX_NAME = 100;
const MAX_IDS = 5;

const shorten = (name: string | undefined) => name?.slice(0, MAX_NAME);

/** Selects the ids of a line. */
function selectIds({ ids, outcome }: DecisionEvent) {
  const all = Object.entries(ids).filter(([, id]) => isLoggable(id, outcome === 'OK'));
  return all.length > 0 ? Object.fromEntries(all.slice(0, MAX_IDS)) : undefined;
}

/** The line that replaces lost lines. */
export const describeLoss = (lines: number): string =>
  JSON.stringify({ time: new Date().toISOString(), event: 'lost', lines });

/**
 * Creates the function that audits decisions as the `audit` of their policy says: a JSON line for each. It contains ids
 * and names, never a secret, prompt or token.
 * @param secret of hashed subjects. A policy that needs it is rejected without it.
 */
export function createAudit(
  writer: LineWriter,
  secret: Secret | undefined,
): (audited: AuditedDecision) => void {
  const hashSubject = createSubjectNames('hashed', secret);
  const nameCaller = (
    { issuer, subject }: DecisionEvent['grant'],
    { subjects }: NonNullable<PolicyFile['audit']>,
  ) => (subjects === 'plain' ? shorten(subject) : hashSubject(JSON.stringify([issuer, subject])));

  return ({ event, decision, record }) => {
    const { grant, upstreamRequestId, mint } = decision;
    const { audit } = grant.policy.file;
    if (!audit?.events.includes(event)) return;
    const { requestId, operation } = record ?? {};
    const line = {
      time: new Date().toISOString(),
      event,
      version: grant.policy.version,
      requestId,
      upstreamRequestId: upstreamRequestId === requestId ? undefined : upstreamRequestId,
      operation,
      issuer: shorten(grant.issuer),
      caller: nameCaller(grant, audit),
      tenant: shorten(grant.tenant),
      role: grant.role?.name,
      field: shorten(decision.subject),
      ids: selectIds(decision),
      mint: mint?.id,
      seconds: mint?.seconds,
      decision: decision.decision,
      rule: decision.rule,
      outcome: decision.outcome,
    };
    writer.write(JSON.stringify(line));
  };
}
