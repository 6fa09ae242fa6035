import type { AvatarModel, CreatePersonaInput } from '../../hooks/index.ts';

/** A persona as a form holds it: text that may be empty. */
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

/** A form before anything is typed. */
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

/** What a draft says: what was left empty is left out. */
export function toInput({ avatarModel, skipGreeting, ...texts }: PersonaDraft): CreatePersonaInput {
  const typed = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(typed),
    ...(avatarModel && { avatarModel }),
    ...(skipGreeting && { skipGreeting }),
  };
}
