import type { Persona } from '../contract/persona.ts';

/** Readers of the fields of a persona that services send in one of two places. */
export const personaReaders = {
  avatarId: ({ avatarId, avatar }: Persona) => avatarId ?? avatar?.id ?? null,
  voiceId: ({ voiceId, voice }: Persona) => voiceId ?? voice?.id,
  llmId: ({ llmId, brainType }: Persona) => llmId ?? brainType,
  toolIds: ({ toolIds, tools }: Persona) => toolIds ?? tools?.map(({ id }) => id),
  personality: ({ personality, brain }: Persona) => personality ?? brain?.personality,
  systemPrompt: ({ systemPrompt, brain }: Persona) => systemPrompt ?? brain?.systemPrompt,
};

/** Replaces brainType, the old name of llmId, with llmId. Specification, "Versioning". */
export function withLlmId<T extends { brainType?: string | undefined; llmId?: string | undefined }>(
  input: T,
): Omit<T, 'brainType'> {
  const { brainType, ...rest } = input;
  return brainType === undefined ? rest : { ...rest, llmId: brainType };
}
