import { Persona } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import type { PersonaConfig } from '../contract/session-token.ts';
import { personaReaders } from './persona-names.ts';

/** Readers of fields that services send in several places. The list of tools is read completely. */
const readers = new Map<string, (persona: Persona) => unknown>(
  Object.entries({ ...personaReaders, toolIds: ({ record }: Persona) => readToolIds(record) }),
);

/** The fields that a session configuration cannot have, and whether a session lacks their values. */
const OTHERS = {
  id: 'unused',
  description: 'unused',
  widgetConfig: 'unused',
  shareLinks: 'unused',
  isDefaultPersona: 'unused',
  avatar: 'unused',
  voice: 'unused',
  brain: 'unused',
  createdAt: 'unused',
  updatedAt: 'unused',
  voiceSpeed: 'lost',
  personality: 'lost',
  knowledge: 'lost',
  zeroDataRetention: 'lost',
} as const satisfies Readonly<
  Record<Exclude<keyof typeof Persona.shape, keyof typeof PersonaConfig.shape>, 'unused' | 'lost'>
>;

/** Fields of both that are not taken over: `toolIds` and `llmId` have what a session needs. */
const REPLACED = ['tools', 'brainType'];

/** Returns readers of fields. Values without a reader are read unchanged. */
const listReaders = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    getValue: readers.get(name) ?? (({ record }: Persona) => record[name]),
  }));

const isTaken = (name: string) => !Object.hasOwn(OTHERS, name) && !REPLACED.includes(name);

const TAKEN = listReaders(Object.keys(Persona.shape).filter(isTaken));
const LOST = listReaders(
  Object.entries(OTHERS).flatMap(([name, effect]) => (effect === 'lost' ? name : [])),
);

/** Values that have the same effect as none. */
const NEUTRAL = new Map<string, unknown>(
  Object.entries({ voiceSpeed: 1 } satisfies { readonly [Name in keyof Persona]?: unknown }),
);

/** The value of a setting that a persona inherits. */
const INHERITED = 'inherit';

const isSet = (value: unknown) => value !== undefined && value !== null && value !== INHERITED;

const isEffective = (value: unknown): boolean =>
  isSet(value) &&
  value !== false &&
  value !== '' &&
  (typeof value !== 'object' || Object.keys(Object(value)).length > 0);

const isId = (id: unknown) => typeof id === 'string';

function readToolIds({ toolIds, tools }: JsonObject): unknown[] | undefined {
  if (Array.isArray(toolIds)) return toolIds;
  if (!Array.isArray(tools) || tools.length === 0) return undefined;
  return tools.map((tool) => (isJsonObject(tool) ? tool.id : undefined));
}

/**
 * Converts a saved persona to a session configuration with the persona's fields in place of `personaId`. Accepts flat
 * and nested responses.
 */
export const toPersonaConfig = (persona: Persona): JsonObject =>
  Object.fromEntries(
    TAKEN.map(({ name, getValue }) => [name, getValue(persona)] as const).filter(([, value]) =>
      isSet(value),
    ),
  );

/** Returns the names of settings of a saved persona that a session configuration cannot have. */
export function findLostSettings(persona: Persona): string[] {
  const lost = LOST.filter(({ name, getValue }) => {
    const value = getValue(persona);
    return isEffective(value) && value !== NEUTRAL.get(name);
  }).map(({ name }) => name);
  const hasAllIds = readToolIds(persona.record)?.every(isId) ?? true;
  return hasAllIds ? lost : [...lost, 'toolIds'];
}
