import { Persona } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { PersonaConfig } from '../contract/session-token.ts';
import { personaReaders } from './persona-names.ts';

/** Readers of fields that services send in several places. The list of tools is read completely. */
const readers = new Map<string, (persona: Persona) => unknown>(
  Object.entries({ ...personaReaders, toolIds: ({ record }: Persona) => readToolIds(record) }),
);

/** Fields that have no effect on a session, or only through another field. */
const UNUSED: readonly string[] = [
  'id',
  'brainType',
  'description',
  'widgetConfig',
  'shareLinks',
  'isDefaultPersona',
  'avatar',
  'voice',
  'tools',
  'brain',
  'createdAt',
  'updatedAt',
] satisfies (keyof Persona)[];

const isInSession = (name: string) => Object.hasOwn(PersonaConfig.shape, name);

/** Returns readers of the other fields that pass a test. Values without a reader are read unchanged. */
const listSaved = (test: (name: string) => boolean) =>
  Object.keys(Persona.shape)
    .filter((name) => !UNUSED.includes(name) && test(name))
    .map((name) => ({
      name,
      getValue: readers.get(name) ?? (({ record }: Persona) => record[name]),
    }));

/** The fields that a session configuration takes over, and those that it cannot have. */
const TAKEN = listSaved(isInSession);
const REJECTED = listSaved((name) => !isInSession(name));

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
  const lost = REJECTED.filter(({ name, getValue }) => {
    const value = getValue(persona);
    return isEffective(value) && value !== NEUTRAL.get(name);
  }).map(({ name }) => name);
  const hasAllIds = readToolIds(persona.record)?.every(isId) ?? true;
  return hasAllIds ? lost : [...lost, 'toolIds'];
}
