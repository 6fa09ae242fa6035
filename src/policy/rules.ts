import type { EndpointName, ResourceName, resources } from '../contract/api.ts';
import type { Grant } from './grant.ts';
import {
  checkPersonaId,
  judgeLegacyToken,
  judgeMeetingInvite,
  judgeSessionToken,
  judgeShareLink,
} from './mint.ts';
import {
  ALLOWED,
  type CallRequest,
  type RoleGrant,
  type Rule,
  refuse,
  type Verdict,
} from './verdict.ts';
import { isVisible } from './visibility.ts';

const allow: Rule = () => ALLOWED;

const hasAllPersonas = ({ personas }: RoleGrant) => personas === 'all';

/** Whether all sessions of the account exist for the caller. */
const hasAllSessions = (grant: RoleGrant) => grant.sessions === 'all' && hasAllPersonas(grant);

/** Allows a call, and hides records of the response that the caller cannot see. */
const showVisible = (grant: RoleGrant, resource: ResourceName, rule: string) => ({
  ...ALLOWED,
  visible: { rule, isVisible: (record: object) => isVisible(grant, resource, record) },
});

const personaById: Rule = (grant, { params }) => checkPersonaId(grant, params?.id) ?? ALLOWED;

/** A list of personas, without those that the caller cannot see. */
const listPersonas: Rule = (grant) =>
  hasAllPersonas(grant) ? ALLOWED : showVisible(grant, 'persona', 'personas');

const createPersona: Rule = (grant) =>
  hasAllPersonas(grant) ? ALLOWED : refuse('personas', 'Your role may not create personas.');

/** The list of share links: those of one persona, or those of all that exist for the caller. */
const listShareLinks: Rule = (grant, request, now) =>
  (request.query?.personaId !== undefined && checkPersonaId(grant, request.query.personaId)) ||
  shareLink(grant, request, now);

const shareLink: Rule = (grant) =>
  hasAllPersonas(grant) ? ALLOWED : showVisible(grant, 'shareLink', 'personas');

const toRequirement = (call: 'session' | 'shareLink', id = '') => ({
  ...ALLOWED,
  requires: { call, id },
});

const changedShareLink: Rule = (grant, request, now) => {
  const verdict = judgeShareLink(grant, request, now);
  return verdict.outcome === 'allowed' ? ofShareLink(grant, request, now) : verdict;
};

const ofShareLink: Rule = (grant, { params }) =>
  hasAllPersonas(grant) ? ALLOWED : toRequirement('shareLink', params?.id);

const refuseSessions = () =>
  refuse('sessions', 'Your role may only read its own sessions, by their ids.');

/** A list of sessions. Those of one persona are filtered, too: an upstream may ignore the argument. */
const listSessions: Rule = (grant, { query }) => {
  if (hasAllSessions(grant)) return ALLOWED;
  if (grant.sessions !== 'all') return refuseSessions();
  if (query?.personaId === undefined)
    return refuse('personas', 'Your role requires the argument personaId here.');
  return checkPersonaId(grant, query.personaId) ?? showVisible(grant, 'session', 'personas');
};

/** Totals of sessions, which nothing separates by persona. */
const sessionTotals: Rule = (grant) => {
  if (hasAllSessions(grant)) return ALLOWED;
  if (grant.sessions !== 'all') return refuseSessions();
  return refuse('personas', 'Your role may not read totals, which include other personas.');
};

const session: Rule = (grant) =>
  hasAllSessions(grant)
    ? ALLOWED
    : showVisible(grant, 'session', grant.sessions === 'all' ? 'personas' : 'sessions');

const ofSession: Rule = (grant, { params }) =>
  hasAllSessions(grant) ? ALLOWED : toRequirement('session', params?.id);

/** Resources whose records exist for every caller whose scopes allow it. */
type FreeResource = 'avatar' | 'tool' | 'voice' | 'llm' | 'knowledgeGroup' | 'knowledgeDocument';

type EndpointOf<Name extends ResourceName> = Name extends ResourceName
  ? keyof (typeof resources)[Name]['endpoints']
  : never;

/** The rules of each endpoint of other resources. A new one needs a line. */
const RULES: Readonly<Record<Exclude<EndpointName, EndpointOf<FreeResource>>, Rule>> = {
  createSessionToken: judgeSessionToken,
  createLegacySessionToken: judgeLegacyToken,
  createMeetingInvite: judgeMeetingInvite,
  meetingInvites: allow,
  meetingInvite: allow,
  cancelMeetingInvite: allow,
  createShareLink: judgeShareLink,
  updateShareLink: changedShareLink,
  deleteShareLink: ofShareLink,
  shareLinks: listShareLinks,
  shareLink,
  personas: listPersonas,
  persona: personaById,
  createPersona,
  updatePersona: personaById,
  deletePersona: personaById,
  sessions: listSessions,
  sessionConcurrency: sessionTotals,
  sessionStatistics: sessionTotals,
  session,
  stopSession: ofSession,
  transcriptOfSession: ofSession,
  recordingOfSession: ofSession,
  analyticsOfSession: ofSession,
};

const rules: ReadonlyMap<string, Rule> = new Map(Object.entries(RULES));

const hasRole = (grant: Grant): grant is RoleGrant => grant.role !== undefined;

/**
 * Decides about a call: the one function that the server, `explain` and the hooks' `viewer` follow. It is pure except
 * for the new id of a mint.
 * @param grant undefined without a policy: everything is allowed.
 * @param request as the client made it, before overrides and `extra` are merged.
 * @param now in milliseconds since 1970.
 * @returns permission, or why there is none, with complete paths of rules.
 */
export function decide(
  grant: Grant | undefined,
  name: EndpointName,
  request: CallRequest,
  now: number,
): Verdict {
  if (!grant) return ALLOWED;
  if (!hasRole(grant)) return refuse('roles', 'No role of the policy matches your token.');
  const verdict = (rules.get(name) ?? allow)(grant, request, now);
  const toPath = (rule: string) => `roles.${grant.role.name}.${rule}`;
  if (verdict.outcome !== 'allowed') return { ...verdict, rule: toPath(verdict.rule) };
  const { visible } = verdict;
  return visible ? { ...verdict, visible: { ...visible, rule: toPath(visible.rule) } } : verdict;
}
