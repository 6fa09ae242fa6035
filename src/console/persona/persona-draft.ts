import type { AvatarModel, CreatePersonaInput } from '../../hooks/index.ts';

/** The state of the form for a persona. Texts may be empty. */
export interface PersonaDraft {
  readonly name: string;
  readonly description: string;
  readonly systemPrompt: string;
  readonly avatarId: string;
  /** Empty: the avatar's default. */
  readonly avatarModel: AvatarModel | '';
  readonly voiceId: string;
  readonly llmId: string;
  readonly skipGreeting: boolean;
}

/** The empty form. */
export const emptyDraft: PersonaDraft = {
  name: '',
  description: '',
  systemPrompt: '',
  avatarId: '',
  avatarModel: '',
  voiceId: '',
  llmId: '',
  skipGreeting: false,
};

/** Converts a draft to the API's input, without empty fields. */
export function toInput({ avatarModel, skipGreeting, ...texts }: PersonaDraft): CreatePersonaInput {
  const entries = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(entries),
    ...(avatarModel && { avatarModel }),
    ...(skipGreeting && { skipGreeting }),
  };
}
