import type { GraphQLError } from 'graphql';
import { type ResourceName, resources } from '../contract/api.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { type CreateSessionToken, REFERENCES } from '../contract/session-token.ts';
import type { Scope } from '../policy/scopes.ts';
import type { GraphContext } from './context.ts';
import { createError, createInputError } from './errors.ts';
import { isCustomLlm } from './llm.ts';
import { isSummary, type Loaders } from './loaders.ts';
import { mayExist } from './persona.ts';
import { findLostSettings, toPersonaConfig } from './session-persona.ts';

interface Reference {
  readonly kind: ResourceName;
  readonly id: string;
  /** Path in the field's arguments. */
  readonly path: readonly (string | number)[];
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** Whether the upstream supports lookups of a resource. Not every upstream supports those of voices and LLMs. */
const canLookUp = ({ kind }: Reference, { supports }: Loaders) =>
  (kind !== 'voice' && kind !== 'llm') || supports(kind);

const isRecordId = (kind: ResourceName, id: string) => kind !== 'llm' || isCustomLlm(id);

/** Maximum number of ids that are looked up for one token. */
const MAX_VERIFIED_IDS = 100;

/**
 * Returns the distinct ids in a token request that must exist for the session to start, each where it is first. Stops
 * after one tool more than the maximum.
 */
function findReferences(input: JsonObject): Reference[] {
  const references = new Map<string, Reference>();
  const add = (kind: ResourceName, id: unknown, path: Reference['path']) => {
    if (!isString(id) || !isRecordId(kind, id)) return;
    const key = `${kind} ${id}`;
    if (!references.has(key)) references.set(key, { kind, id, path });
  };
  for (const [path, config] of [
    [['input', 'personaConfig'], input.personaConfig],
    [['input', 'overrides'], input.overrides],
  ] as const) {
    if (!isJsonObject(config)) continue;
    for (const [field, kind] of Object.entries(REFERENCES)) {
      const value = config[field];
      add(kind, value, [...path, field]);
      for (const [index, id] of Array.isArray(value) ? value.entries() : []) {
        if (references.size > MAX_VERIFIED_IDS) break;
        add(kind, id, [...path, field, index]);
      }
    }
  }
  return [...references.values()];
}

/** Counts the upstream calls that a token request may need: its own, and those for overrides and for verified ids. */
export const countCalls = (input: JsonObject): number =>
  1 +
  (input.overrides ? 1 : 0) +
  (input.verify ? Math.min(findReferences(input).length, MAX_VERIFIED_IDS) : 0);

/** @throws GraphQLError BAD_USER_INPUT at the path of the first id beyond the maximum. */
function limitIds(references: readonly Reference[]): void {
  const excess = references[MAX_VERIFIED_IDS];
  if (!excess) return;
  const message = `verify checks at most ${MAX_VERIFIED_IDS} ids.`;
  throw createInputError([{ path: excess.path, message, code: 'TOO_LARGE' }], message);
}

/**
 * Returns the scopes of a token request. Verifying an id says whether its record exists, and overrides read a persona,
 * whose prompts an ephemeral token reveals to its holder.
 */
export const getSessionTokenScopes = (input: JsonObject): readonly Scope[] => [
  'tokens:mint',
  ...(input.overrides ? (['personas:read', 'prompts:read'] as const) : []),
  ...(input.verify
    ? findReferences(input).map(({ kind }) => `${resources[kind].feature}:read` as const)
    : []),
];

/**
 * Looks up all ids in a token request.
 * @throws GraphQLError BAD_USER_INPUT with an issue for each id that does not exist, at its path, or if there are more
 * than 100.
 */
export async function verifyIds(
  input: JsonObject,
  { caller: { grant }, loaders }: GraphContext,
): Promise<void> {
  const exists = async ({ kind, id }: Reference) => {
    if (kind === 'persona' && !mayExist(grant, id)) return false;
    return (await loaders.load(kind, id)) !== null;
  };
  const references = findReferences(input).filter((reference) => canLookUp(reference, loaders));
  limitIds(references);
  const found = await Promise.all(references.map(exists));
  const issues = references
    .filter((_, index) => !found[index])
    .map(({ kind, id, path }) => ({
      path,
      message: `No ${resources[kind].noun} has the id ${id}.`,
      code: 'NOT_FOUND',
    }));
  if (issues.length > 0)
    throw createInputError(issues, 'The input refers to something that does not exist.');
}

/** Descriptions of lost settings, if the name of the field is not enough. */
const LOSSES: Readonly<Record<string, string>> = { toolIds: 'toolIds, because a tool has no id' };

function createLostSettingsError(names: readonly string[]): GraphQLError {
  const path = ['input', 'overrides'];
  const issues = names.map((name) => ({
    path,
    message: `A session configuration cannot have ${LOSSES[name] ?? name}, which the persona has. Omit overrides, or change the persona.`,
    code: 'UNSUPPORTED',
  }));
  return createInputError(issues, 'The overrides would drop settings of the persona.');
}

/**
 * Loads the persona of `personaId` and returns it as a session configuration with changes. In ascending order of
 * precedence: the saved persona, the other fields of `config`, `overrides`.
 * @throws GraphQLError BAD_USER_INPUT if the persona does not exist, or if it has settings that the configuration cannot
 * have and that no change replaces; UNPROCESSABLE if the upstream returns only a
 * summary of it.
 */
export async function applyOverrides(
  { personaId, ...config }: JsonObject,
  overrides: JsonObject,
  { loaders }: GraphContext,
): Promise<JsonObject> {
  const path = ['input', 'personaConfig', 'personaId'];
  const persona = isString(personaId) ? await loaders.load('persona', personaId) : null;
  if (!persona) {
    const message = `No persona has the id ${String(personaId)}.`;
    throw createInputError([{ path, message, code: 'NOT_FOUND' }], message);
  }
  if (isSummary('persona', persona)) {
    throw createError(
      'UNPROCESSABLE',
      'The service behind this API returns only a summary of this persona. Omit overrides, and define the persona in personaConfig.',
    );
  }
  const changes = { ...config, ...overrides };
  const lost = findLostSettings(persona).filter((name) => !(name in changes));
  if (lost.length > 0) throw createLostSettingsError(lost);
  const merged = { ...toPersonaConfig(persona), ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Fields without which live services do not recognize a configuration that has no `personaId`. */
const REQUIRED_FIELDS = ['avatarId', 'voiceId', 'llmId'];

/**
 * Creates the error for a token of the legacy type, which clients reject. The upstream creates one if it does not
 * recognize the configuration.
 */
export function createLegacyTokenError({ personaConfig }: CreateSessionToken): GraphQLError {
  const path = ['input', 'personaConfig'];
  const { personaId } = personaConfig;
  const missing =
    personaId === undefined ? REQUIRED_FIELDS.filter((field) => !(field in personaConfig)) : [];
  const cause =
    missing.length > 0 ? `missing: ${missing.join(', ')}` : 'it knows none of the fields';
  const message = `The upstream did not recognize personaConfig (${cause}) and created a legacy session token, which clients reject.`;
  const issues = missing.map((field) => ({
    path: [...path, field],
    message: `${field} is required unless personaId is set.`,
    code: 'INVALID_TYPE',
  }));
  return createInputError(
    issues.length > 0 ? issues : [{ path, message, code: 'INVALID' }],
    message,
  );
}
