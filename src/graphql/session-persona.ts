import type { z } from 'zod';
import { getFacets } from '../contract/field.ts';
import { type Persona, personaContract } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { personaReaders } from './persona-fields.ts';

/** Settings of live services that a session configuration has as well, and the contract of personas lacks. */
const FURTHER_SETTINGS = [
  'voiceDetectionOptions',
  'voiceGenerationOptions',
  'uninterruptibleGreeting',
  'directorNotes',
];

const readers = new Map<string, (persona: Persona) => unknown>(Object.entries(personaReaders));

/** The fields that a session configuration takes from a persona, with their readers. */
const SAVED = Object.entries<z.ZodType>(personaContract.shape)
  .filter(([, schema]) => getFacets(schema).inSession)
  .map(([name]) => ({
    name,
    read: readers.get(name) ?? ((persona: Persona): unknown => Reflect.get(persona, name)),
  }));

/** The value of a setting that a persona inherits. */
const INHERITED = 'inherit';

const isSet = (value: unknown) => value !== undefined && value !== null && value !== INHERITED;

const readToolIds = ({ toolIds, tools }: JsonObject) => {
  if (Array.isArray(toolIds)) return toolIds;
  if (!Array.isArray(tools)) return undefined;
  const ids = tools.map((tool) => (isJsonObject(tool) ? tool.id : undefined));
  return ids.length > 0 && ids.every((id) => typeof id === 'string') ? ids : undefined;
};

/**
 * Converts a saved persona to a session configuration with the persona's fields in place of `personaId`. Accepts flat
 * and nested responses.
 */
export function toPersonaConfig(persona: Persona): JsonObject {
  const { record } = persona;
  const config = {
    ...Object.fromEntries(SAVED.map(({ name, read }) => [name, read(persona)])),
    ...Object.fromEntries(FURTHER_SETTINGS.map((name) => [name, record[name]])),
    toolIds: readToolIds(record),
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => isSet(value)));
}
