import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { configFields } from '../contract/session-token.ts';
import { createLabel, createMintId } from './label.ts';
import type { MintBlock } from './mint-schema.ts';
import { createCharges, getHolder, type MintTerms } from './mint-terms.ts';
import {
  type Absence,
  ALLOWED,
  type CallRequest,
  type Refusal,
  type RoleGrant,
  type Rule,
  refuse,
  toAbsence,
} from './verdict.ts';

/** A request for a session, as the client made it: before overrides and `extra` are merged. */
interface MintRequest {
  readonly clientLabel: unknown;
  readonly personaConfig: JsonObject;
  /** Other parts of the request that have fields, by name. */
  readonly parts: JsonObject;
}

/** One rule of a mint block. Returns the refusal; undefined if it allows the request. */
type MintRule = (
  request: MintRequest,
  block: MintBlock,
  grant: RoleGrant,
) => Refusal | Absence | undefined;

/** Lists the paths of all values in a part of a request. An empty object is a value. */
function listPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : listPaths(item, [...path, key]),
  );
}

/** Whether an allowed path covers a path. It covers keys of `extra` only if it names them. */
const isBelow = (path: readonly string[], allowed: readonly string[]) =>
  allowed.every((key, index) => path[index] === key) &&
  (path[1] !== 'extra' || allowed[1] === 'extra');

/** Fields of `personaConfig` that have their own rules. */
const hasOwnRule = ([part, name]: readonly string[]) =>
  part === 'personaConfig' && (name === 'personaId' || name === 'maxSessionLengthSeconds');

/** Fields that define a persona. */
const isPersonaField = ([part, name = '']: readonly string[]) =>
  part === 'personaConfig' && Object.hasOwn(configFields, name);

const checkFields: MintRule = ({ personaConfig, parts }, { allow, persona }) => {
  const refused = [
    ...listPaths(personaConfig, ['personaConfig']),
    ...Object.entries(parts).flatMap(([part, value]) =>
      value === undefined ? [] : listPaths(value, [part]),
    ),
  ].find(
    (path) =>
      !hasOwnRule(path) &&
      !(persona === 'any' && isPersonaField(path)) &&
      !allow.some((each) => isBelow(path, each.split('.'))),
  );
  return refused && refuse('mint.allow', `Your role may not set ${refused.join('.')}.`);
};

const checkPersona: MintRule = ({ personaConfig: { personaId } }, { persona }, grant) => {
  if (personaId === undefined && persona === 'any') return undefined;
  if (personaId === undefined)
    return refuse('mint.persona', 'Your role may create session tokens of saved personas only.');
  return checkPersonaId(grant, personaId);
};

/** Checks that a persona exists for the caller. */
export function checkPersonaId(
  { personas }: Pick<RoleGrant, 'personas'>,
  id: unknown,
): Absence | undefined {
  const exists = personas === 'all' || (typeof id === 'string' && personas.has(id));
  return exists ? undefined : toAbsence('personas');
}

const checkLength: MintRule = (
  { personaConfig: { maxSessionLengthSeconds: length } },
  { maxSessionLengthSeconds: max },
) => {
  if (
    length === undefined ||
    (Number.isInteger(length) && Number(length) >= 1 && Number(length) <= max)
  )
    return undefined;
  return refuse(
    'mint.maxSessionLengthSeconds',
    `maxSessionLengthSeconds must be an integer from 1 to ${max}.`,
  );
};

const RULES: readonly MintRule[] = [checkPersona, checkFields, checkLength];

/** Returns when the session of a request can end at the latest: a meeting may start later. */
function getEnd({ joinAt }: JsonObject, seconds: number, now: number): number {
  const start = typeof joinAt === 'string' ? Date.parse(joinAt) : now;
  return Math.max(now, Number.isNaN(start) ? now : start) + seconds * 1000;
}

/** Applies the rules of a block to a request. */
function judge(
  request: MintRequest,
  block: MintBlock,
  grant: RoleGrant,
  now: number,
  body: JsonObject,
) {
  for (const check of RULES) {
    const problem = check(request, block, grant);
    if (problem) return problem;
  }
  const id = createMintId();
  const label = createLabelOf(block, grant, id);
  const isOtherLabel = request.clientLabel !== undefined && request.clientLabel !== label;
  if (isOtherLabel) return refuse('mint.clientLabel', 'Your role may not choose clientLabel.');
  if (block.clientLabel !== undefined && label === undefined)
    return refuse('mint.clientLabel', 'The names in the label are too long.');
  const seconds = Number(
    request.personaConfig.maxSessionLengthSeconds ?? block.maxSessionLengthSeconds,
  );
  const mint: MintTerms = {
    id,
    seconds,
    label,
    charges: createCharges(grant, block, seconds, now),
    holder: getHolder(grant),
    concurrent: block.concurrent,
    until: getEnd(body, seconds, now),
    reuseSeconds: block.reuseSeconds,
  };
  return { ...ALLOWED, mint };
}

const createLabelOf = (
  { clientLabel }: MintBlock,
  { issuer, tenant, subject, role }: RoleGrant,
  id: string,
) =>
  clientLabel === undefined
    ? undefined
    : createLabel(clientLabel, { issuer, tenant, subject, role: role.name }, id);

const refuseMint = () => refuse('mint', 'Your role may not create session tokens.');

/** Returns the configuration of a body; an invalid one has no fields. */
const getConfig = ({ personaConfig }: JsonObject): JsonObject =>
  isJsonObject(personaConfig) ? personaConfig : {};

const getExtra = ({ extra }: JsonObject): JsonObject => (isJsonObject(extra) ? extra : {});

/**
 * Decides about a session token. The body is the input of the mutation: with `overrides` and `extra`, with the names of
 * the contract.
 */
export const judgeSessionToken: Rule = (grant, { body = {} }, now) => {
  const { mint } = grant.role.rules;
  if (mint === undefined) return refuseMint();
  if (mint === 'any') return checkAllPersonaIds(grant, body) ?? ALLOWED;
  const { clientLabel, personaConfig: _, ...parts } = body;
  const request = { clientLabel, personaConfig: getConfig(body), parts };
  return judge(request, mint, grant, now, {});
};

/** Checks the ids of personas wherever a request without rules can have one. */
function checkAllPersonaIds(grant: RoleGrant, body: JsonObject): Absence | undefined {
  const config = getConfig(body);
  const ids = [body, config].flatMap((of) =>
    [of.personaId ?? [], getExtra(of).personaId ?? []].flat(),
  );
  return ids.map((id) => checkPersonaId(grant, id)).find((problem) => problem !== undefined);
}

/** Decides about a session token whose persona the client chooses. */
export const judgeLegacyToken: Rule = ({ role, personas }) => {
  if (role.rules.mint === 'any' && personas === 'all') return ALLOWED;
  if (role.rules.mint === undefined) return refuseMint();
  return refuse('mint', 'Your role may not create legacy session tokens.');
};

/** Decides about an invite to a meeting, which starts a session. */
export const judgeMeetingInvite: Rule = (grant, { body = {} }, now) => {
  const { mint } = grant.role.rules;
  if (mint === undefined) return refuseMint();
  if (mint === 'any') return checkAllPersonaIds(grant, body) ?? ALLOWED;
  if (!mint.meetings)
    return refuse('mint.meetings', 'Your role may not invite personas to meetings.');
  const { clientLabel, personaId, sessionOptions, extra } = body;
  const personaConfig = personaId === undefined ? getConfig(body) : { personaId };
  const parts = { sessionOptions, extra };
  return judge({ clientLabel, personaConfig, parts }, mint, grant, now, body);
};

/** Decides about a share link, whose sessions have neither length nor label. */
export const judgeShareLink: Rule = (grant, { body = {} }) => {
  if (grant.role.rules.mint !== 'any') {
    return refuse(
      'mint',
      'Your role may not create or change share links: their sessions have no limits.',
    );
  }
  return (body.personaId !== undefined && checkPersonaId(grant, body.personaId)) || ALLOWED;
};

/** Adds the terms of a mint to the request that is sent, after overrides and `extra` are merged. */
export function addTerms(request: CallRequest, { seconds, label }: MintTerms): CallRequest {
  const { personaId, ...body } = request.body ?? {};
  const config = personaId === undefined ? getConfig(body) : { personaId };
  return {
    ...request,
    body: {
      ...body,
      ...(label !== undefined && { clientLabel: label }),
      personaConfig: { ...config, maxSessionLengthSeconds: seconds },
    },
  };
}
