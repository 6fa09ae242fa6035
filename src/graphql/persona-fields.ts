import type { Persona } from '../contract/persona.ts';

/** Where services put a persona's avatar: flat, or in the avatar they embed. */
export const avatarIdOf = ({ avatarId, avatar }: Persona) => avatarId ?? avatar?.id ?? null;

/** Where services put its voice: flat, or in the voice they embed. */
export const voiceIdOf = ({ voiceId, voice }: Persona) => voiceId ?? voice?.id;

/** Where services put the ids of its tools: flat, or in the tools they embed. */
export const toolIdsOf = ({ toolIds, tools }: Persona) => toolIds ?? tools?.map(({ id }) => id);

/** Where services put its system prompt: flat, or in its brain. */
export const systemPromptOf = ({ systemPrompt, brain }: Persona) =>
  systemPrompt ?? brain?.systemPrompt;
