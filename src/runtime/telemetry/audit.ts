import type { PolicyFile } from '../../policy/policy-schema.ts';
import type { Secret } from '../../shared/secret.ts';
import type { LineWriter } from './line-writer.ts';
import { createSubjectNames } from './name-subject.ts';
import type { DecisionEnd } from './observe-decisions.ts';
import { isLoggable } from './record-ids.ts';

/**
 * Maximum length of a name that others choose, in characters, and number of ids. Even if each character takes six
 * bytes, a line is within the limit of the writer.
 */
const MAX_NAME = 100;
const MAX_IDS = 5;

const shorten = (name: string | undefined) => name?.slice(0, MAX_NAME);

/** Selects the ids of a line. Ids that are not in the request are those of created records. */
function selectIds({ decision, ids = [], outcome }: DecisionEnd) {
  const named = Object.entries(decision.ids);
  const known = new Set(Object.values(decision.ids));
  const created = ids.filter((id) => !known.has(id)).map((id) => ['created', id] as const);
  const all = [...named, ...created].filter(([, id]) => isLoggable(id, outcome === 'OK'));
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
): (end: DecisionEnd) => void {
  const hashSubject = createSubjectNames('hashed', secret);
  const nameCaller = (
    { issuer, subject }: DecisionEnd['decision']['grant'],
    { subjects }: NonNullable<PolicyFile['audit']>,
  ) => (subjects === 'plain' ? shorten(subject) : hashSubject(JSON.stringify([issuer, subject])));

  return (end) => {
    const { event, decision, record, outcome, upstreamRequestId } = end;
    const { grant, isMeasured } = decision;
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
      ids: selectIds(end),
      mint: decision.mint,
      seconds: decision.seconds,
      decision: decision.outcome,
      rule: decision.rule,
      measured: isMeasured ? true : undefined,
      outcome,
    };
    writer.write(JSON.stringify(line));
  };
}
