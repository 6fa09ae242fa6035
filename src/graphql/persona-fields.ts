import type { Persona } from '../contract/persona.ts';

/** Returns the id of a persona's avatar. Services send it as `avatarId` or in the embedded avatar. */
export const getAvatarId = ({ avatarId, avatar }: Persona) => avatarId ?? avatar?.id ?? null;

/** Readers of the fields that services send in one of two places. */
export const personaReaders = {
  avatarId: getAvatarId,
  voiceId: ({ voiceId, voice }: Persona) => voiceId ?? voice?.id,
  llmId: ({ llmId, brainType }: Persona) => llmId ?? brainType,
  toolIds: ({ toolIds, tools }: Persona) => toolIds ?? tools?.map(({ id }) => id),
  personality: ({ personality, brain }: Persona) => personality ?? brain?.personality,
  systemPrompt: ({ systemPrompt, brain }: Persona) => systemPrompt ?? brain?.systemPrompt,
};
