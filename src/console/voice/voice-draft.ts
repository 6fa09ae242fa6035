import type { UpdateVoiceInput, VoiceGender, VoiceQuery } from '../../hooks/index.ts';

/** A voice with the fields of its page. */
export type Voice = NonNullable<VoiceQuery['voice']>;

/** The state of the form for a voice. Empty fields have no value. */
export interface VoiceDraft {
  readonly displayName: string;
  readonly description: string;
  readonly gender: VoiceGender | '';
  readonly country: string;
  readonly providerModelId: string;
}

/** Choices of a voice's gender. */
export const GENDERS: readonly { readonly value: VoiceGender | ''; readonly name: string }[] = [
  { value: '', name: 'not set' },
  { value: 'FEMALE', name: 'female' },
  { value: 'MALE', name: 'male' },
  { value: 'NEUTRAL', name: 'neutral' },
];

/** Converts the value of a select to a gender. */
export const toGender = (value: string | null): VoiceGender | '' =>
  GENDERS.find((gender) => gender.value === value)?.value ?? '';

/** Creates a draft of an existing voice. */
export const toDraft = (voice: Voice): VoiceDraft => ({
  displayName: voice.displayName ?? '',
  description: voice.description ?? '',
  gender: toGender(voice.gender),
  country: voice.country ?? '',
  providerModelId: voice.providerModelId ?? '',
});

const CLEARED = ['description', 'country', 'providerModelId'] as const;

/**
 * Returns the fields that a draft changes; null for emptied ones. Unchanged fields are not sent, so that they do not
 * overwrite others' changes.
 */
export function getChanges(voice: Voice, draft: VoiceDraft): UpdateVoiceInput {
  const original = toDraft(voice);
  const isChanged = (name: keyof VoiceDraft) => draft[name].trim() !== original[name];
  const texts = CLEARED.filter(isChanged).map((name) => [name, draft[name].trim() || null]);
  return {
    ...Object.fromEntries(texts),
    ...(isChanged('displayName') && { displayName: draft.displayName.trim() }),
    ...(isChanged('gender') && { gender: draft.gender || null }),
  };
}
