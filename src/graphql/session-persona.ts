import type { Persona } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { getAvatarId, getSystemPrompt, getVoiceId } from './persona-fields.ts';

/** Settings that a session configuration accepts under the same name, besides the fields of the specification. */
const ADDITIONAL_SETTINGS = [
  'languageCode',
  'voiceDetectionOptions',
  'voiceGenerationOptions',
  'initialMessage',
  'uninterruptibleGreeting',
  'directorNotes',
];

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
 * and nested responses. An avatar model that is not in the contract is passed on unchanged.
 */
export function toPersonaConfig(persona: Persona): JsonObject {
  const { record } = persona;
  const config = {
    name: persona.name,
    avatarId: getAvatarId(persona),
    avatarModel: record.avatarModel,
    voiceId: getVoiceId(persona),
    llmId: persona.llmId,
    systemPrompt: getSystemPrompt(persona),
    skipGreeting: persona.skipGreeting,
    ...Object.fromEntries(ADDITIONAL_SETTINGS.map((name) => [name, record[name]])),
    toolIds: readToolIds(record),
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => isSet(value)));
}
