import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { api } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/resource.ts';
import type { DecisionEvent } from '../../policy/diagnostics.ts';
import type { PolicyFile } from '../../policy/policy-schema.ts';
import type { Secret } from '../../shared/secret.ts';
import { activeOperation, type OperationRecord } from './active-operation.ts';
import { createSubjectHash, isLoggable } from './log.ts';
import type { Metrics } from './metrics.ts';

type AuditSettings = NonNullable<PolicyFile['audit']>;
type AuditEvent = AuditSettings['events'][number];

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
  return endpoint.isSafe ? undefined : 'write';
}

/** Whether a decision repeats one about a scope. A document may have many fields that require it, also in lists. */
function isRepeated({ subject }: DecisionEvent, record: OperationRecord | undefined): boolean {
  if (!record || !subject.startsWith('scope ')) return false;
  if (record.missingScopes.includes(subject)) return true;
  record.missingScopes.push(subject);
  return false;
}

/** Maximum length of a name that others choose, in characters, and maximum number of ids. */
const MAX_NAME = 100;
const MAX_IDS = 5;

const shorten = (name: string | undefined) => name?.slice(0, MAX_NAME);

/** Selects the ids of a line. */
function selectIds({ ids, outcome }: DecisionEvent) {
  const all = Object.entries(ids).filter(([, id]) => isLoggable(id, outcome === 'OK'));
  return all.length > 0 ? Object.fromEntries(all.slice(0, MAX_IDS)) : undefined;
}

/**
 * Bytes that a pipe takes as a whole or not at all (PIPE_BUF of Linux). Larger writes of one process could be
 * interleaved with those of another that writes to the same pipe.
 */
const MAX_WRITE = 4_096;

/** Bytes of lines that may wait for a reader: some eight thousand. */
const MAX_WAITING = 4 * 1024 * 1024;

/** How long closing waits for a reader, in milliseconds. */
const CLOSE_TIMEOUT = 2_000;

/** Opens standard output for lines for which nothing waits. What its reader is too slow for is lost. */
function openOutput() {
  const options = { dest: 1, sync: false, maxLength: MAX_WAITING, maxWrite: MAX_WRITE };
  const output = pino.destination(options).on('error', () => undefined);
  const close = async () => {
    const closed = new Promise<void>((resolve) => output.once('close', resolve));
    output.end();
    await Promise.race([closed, delay(CLOSE_TIMEOUT, undefined, { ref: false })]);
  };
  return { output, close };
}

/**
 * Creates the audit: a function that counts a decision, and writes a JSON line as the `audit` of its policy says. A line
 * contains ids and names, never a secret, prompt or token.
 * @param auditSecret secret of hashed subjects. A policy that needs it is rejected without it.
 * @param given receives the lines. Default: standard output.
 */
export function createAudit(metrics: Metrics, auditSecret?: Secret, given?: Writable) {
  const { output, close } = given ? { output: given, close: async () => undefined } : openOutput();
  const hashSubject = createSubjectHash(auditSecret);
  const nameCaller = ({ issuer, subject }: DecisionEvent['grant'], { subjects }: AuditSettings) =>
    subjects === 'plain' ? shorten(subject) : hashSubject(JSON.stringify([issuer, subject]));

  const audit = (decision: DecisionEvent): void => {
    const event = classify(decision);
    const record = activeOperation.getStore();
    if (!event || isRepeated(decision, record)) return;
    metrics.recordDecision(event, decision);
    const { grant, upstreamRequestId, mint } = decision;
    const settings = grant.policy.file.audit;
    if (!settings?.events.includes(event)) return;
    const { requestId } = record ?? {};
    const line = {
      time: new Date().toISOString(),
      event,
      version: grant.policy.version,
      requestId,
      upstreamRequestId: upstreamRequestId === requestId ? undefined : upstreamRequestId,
      operation: record?.name,
      issuer: shorten(grant.issuer),
      caller: nameCaller(grant, settings),
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
    output.write(`${JSON.stringify(line)}\n`);
  };
  return { audit, close };
}
