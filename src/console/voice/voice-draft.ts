import type { UpdateVoiceInput, VoiceGender, VoiceQuery } from '../../hooks/index.ts';
import { type FormFields, getChangedFields } from '../shell/draft-form.tsx';

/** A voice with the fields of its page. */
export type Voice = NonNullable<VoiceQuery['voice']>;

/** The state of the form for a voice: all fields of an update. Empty fields have no value. */
export type VoiceDraft = Readonly<
  Record<Exclude<keyof FormFields<UpdateVoiceInput>, 'gender'>, string>
> & {
  readonly gender: VoiceGender | '';
};

export const GENDERS: readonly { readonly value: VoiceGender | ''; readonly name: string }[] = [
  { value: '', name: 'not set' },
  { value: 'FEMALE', name: 'female' },
  { value: 'MALE', name: 'male' },
  { value: 'NEUTRAL', name: 'neutral' },
];

/** Converts the value of a select to a gender. */
export const toGender = (value: string | null): VoiceGender | '' =>
  GENDERS.find((gender) => gender.value === value)?.value ?? '';

export const toDraft = (voice: Voice): VoiceDraft => ({
  displayName: voice.displayName ?? '',
  description: voice.description ?? '',
  gender: toGender(voice.gender),
  country: voice.country ?? '',
  providerModelId: voice.providerModelId ?? '',
});

/** Returns the fields that a draft changes; null for emptied ones. */
export const getChanges = (voice: Voice, draft: VoiceDraft): UpdateVoiceInput =>
  getChangedFields(toDraft(voice), draft, (name, value) =>
    value === '' && name !== 'displayName' ? null : value,
  );
