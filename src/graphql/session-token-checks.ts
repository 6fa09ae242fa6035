import { GraphQLError } from 'graphql';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import type { CreateSessionToken } from '../contract/session-token.ts';
import { BadRequestError } from '../upstream/errors.ts';
import type { GraphContext } from './context.ts';
import type { ErrorExtensions } from './error-codes.ts';
import { createInputError } from './errors.ts';
import { isBuiltInLlm } from './llm.ts';
import type { Loaders } from './loaders.ts';
import { toPersonaConfig } from './session-persona.ts';
import type { IdKind } from './verified-ids.ts';

interface Reference {
  readonly kind: IdKind;
  readonly id: string;
  /** Where in the field's arguments it was given. */
  readonly path: readonly (string | number)[];
}

const NOUNS: Readonly<Record<IdKind, string>> = {
  persona: 'persona',
  avatar: 'avatar',
  tool: 'tool',
  voice: 'voice',
  llm: 'LLM',
};

const text = (value: unknown): value is string => typeof value === 'string';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether an id can be looked up: voices and LLMs only if the upstream is known to have them by id. LLM ids that are not
 * UUIDs are names, such as those of former brainType values, which no endpoint has to know. Specification, "Versioning".
 */
const canLookUp = ({ kind, id }: Reference, { supports }: Loaders) =>
  kind === 'voice'
    ? supports('voice')
    : kind !== 'llm' || (UUID.test(id) && !isBuiltInLlm(id) && supports('llm'));

/** Every id of a token request that must exist for its session to start. */
function referencesOf(input: JsonObject): Reference[] {
  const places: [IdKind, unknown, (string | number)[]][] = [];
  for (const place of ['personaConfig', 'overrides']) {
    const config = input[place];
    if (!isJsonObject(config)) continue;
    places.push(['persona', config.personaId, ['input', place, 'personaId']]);
    places.push(['avatar', config.avatarId, ['input', place, 'avatarId']]);
    places.push(['voice', config.voiceId, ['input', place, 'voiceId']]);
    for (const name of ['llmId', 'brainType']) {
      places.push(['llm', config[name], ['input', place, name]]);
    }
  }
  const extra = isJsonObject(input.extra) ? input.extra.personaConfig : undefined;
  if (isJsonObject(extra) && Array.isArray(extra.toolIds)) {
    for (const [index, id] of extra.toolIds.entries()) {
      places.push(['tool', id, ['input', 'extra', 'personaConfig', 'toolIds', index]]);
    }
  }
  return places.flatMap(([kind, id, path]) => (text(id) ? [{ kind, id, path }] : []));
}

/**
 * Looks up every id of a token request, through the request's loaders and the caller's short memory.
 * @throws GraphQLError BAD_USER_INPUT that names each id which does not exist, at its path.
 */
export async function verifyIds(
  input: JsonObject,
  { loaders, verifiedIds }: GraphContext,
): Promise<void> {
  const exists = async ({ kind, id }: Reference) => {
    if (await verifiedIds.has(kind, id)) return true;
    const found = await loaders[kind].load(id).catch((error: unknown) => {
      // An id that the upstream calls malformed is one that does not exist.
      if (error instanceof BadRequestError) return null;
      throw error;
    });
    if (found !== null) await verifiedIds.add(kind, id);
    return found !== null;
  };
  const references = referencesOf(input).filter((reference) => canLookUp(reference, loaders));
  const found = await Promise.all(references.map(exists));
  const issues = references
    .filter((_, index) => !found[index])
    .map(({ kind, id, path }) => ({
      path,
      message: `No ${NOUNS[kind]} has the id ${id}.`,
      code: 'unknown',
    }));
  if (issues.length > 0)
    throw createInputError(issues, 'The input refers to something that does not exist.');
}

/**
 * The persona of `personaId`, spelled out and changed, as one session configuration: `newer` keys, `config`'s other
 * fields and `overrides` win over the saved ones.
 * @throws GraphQLError BAD_USER_INPUT where there is no such persona; UNPROCESSABLE where the upstream does not show
 * what it is made of.
 */
export async function applyOverrides(
  { personaId, ...config }: JsonObject,
  overrides: JsonObject,
  newer: unknown,
  { loaders }: GraphContext,
): Promise<JsonObject> {
  const path = ['input', 'personaConfig', 'personaId'];
  const persona = text(personaId) ? await loaders.persona.load(personaId) : null;
  if (!persona) {
    const message = `No persona has the id ${String(personaId)}.`;
    throw createInputError([{ path, message, code: 'unknown' }], message);
  }
  if (loaders.isSummary(persona)) {
    throw new GraphQLError(
      'The upstream returns only a summary of this persona, and the setting UPSTREAM_EXTENSIONS does not include personas.',
      { extensions: { code: 'UNPROCESSABLE' } satisfies ErrorExtensions },
    );
  }
  const all = {
    ...toPersonaConfig(persona),
    ...(isJsonObject(newer) && newer),
    ...config,
    ...overrides,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Fields without which live services do not recognise a configuration that spells its persona out. */
const NEEDED = ['avatarId', 'voiceId', 'llmId'];

/**
 * The error for a token of the legacy type, which clients refuse: it was minted because the service did not recognise
 * the configuration.
 */
export function createLegacyTokenError({ personaConfig }: CreateSessionToken): GraphQLError {
  const path = ['input', 'personaConfig'];
  const { personaId } = personaConfig;
  const missing =
    personaId === undefined ? NEEDED.filter((field) => !(field in personaConfig)) : [];
  const what =
    missing.length > 0 ? `missing: ${missing.join(', ')}` : 'it knows none of the fields';
  const message = `The upstream did not recognise personaConfig (${what}) and created a legacy session token, which clients reject.`;
  const issues = missing.map((field) => ({
    path: [...path, field],
    message: `${field} is required unless personaId is set.`,
    code: 'missing',
  }));
  return createInputError(
    issues.length > 0 ? issues : [{ path, message, code: 'legacy' }],
    message,
  );
}
