import type { Persona } from '../contract/persona.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { avatarIdOf, systemPromptOf, voiceIdOf } from './persona-fields.ts';

/** Settings of a persona that a session configuration takes besides the specification's fields, name for name. */
const CARRIED = [
  'languageCode',
  'voiceDetectionOptions',
  'voiceGenerationOptions',
  'initialMessage',
  'uninterruptibleGreeting',
  'directorNotes',
];

/** What a persona may have in place of a setting that is not its own. */
const INHERITED = 'inherit';

const isSet = (value: unknown) => value !== undefined && value !== null && value !== INHERITED;

const toolIdsOf = ({ toolIds, tools }: JsonObject) => {
  if (Array.isArray(toolIds)) return toolIds;
  if (!Array.isArray(tools)) return undefined;
  const ids = tools.map((tool) => (isJsonObject(tool) ? tool.id : undefined));
  return ids.length > 0 && ids.every((id) => typeof id === 'string') ? ids : undefined;
};

/**
 * A saved persona as a session configuration that spells it out, from flat and nested answers alike. An avatar model
 * newer than the contract is kept as it came.
 */
export function toPersonaConfig(persona: Persona): JsonObject {
  const { record } = persona;
  const config = {
    name: persona.name,
    avatarId: avatarIdOf(persona),
    avatarModel: record.avatarModel,
    voiceId: voiceIdOf(persona),
    llmId: persona.llmId,
    systemPrompt: systemPromptOf(persona),
    skipGreeting: persona.skipGreeting,
    ...Object.fromEntries(CARRIED.map((name) => [name, record[name]])),
    toolIds: toolIdsOf(record),
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => isSet(value)));
}
