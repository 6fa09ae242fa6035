import type { Persona } from '../contract/persona.ts';

/** Returns the id of a persona's avatar. Services send it as `avatarId` or in the embedded avatar. */
export const getAvatarId = ({ avatarId, avatar }: Persona) => avatarId ?? avatar?.id ?? null;

/** Returns the id of a persona's voice. Services send it as `voiceId` or in the embedded voice. */
export const getVoiceId = ({ voiceId, voice }: Persona) => voiceId ?? voice?.id;

/** Returns the ids of a persona's tools. Services send them as `toolIds` or in the embedded tools. */
export const getToolIds = ({ toolIds, tools }: Persona) => toolIds ?? tools?.map(({ id }) => id);

/** Returns the system prompt of a persona. Services send it as `systemPrompt` or in `brain`. */
export const getSystemPrompt = ({ systemPrompt, brain }: Persona) =>
  systemPrompt ?? brain?.systemPrompt;
