import { type ReactNode, useState } from 'react';
import { useUpdateVoiceMutation } from '../../hooks/index.ts';
import { HINTS } from '../constants.ts';
import { SelectField, TextField } from '../shell/controls.tsx';
import { createFormFields, Form } from '../shell/draft-form.tsx';
import { useRefresh } from '../shell/query.ts';
import {
  GENDERS,
  getChanges,
  toDraft,
  toGender,
  type Voice,
  type VoiceDraft,
} from './voice-draft.ts';

/** Edits a voice. Only changed fields are sent. */
export function EditVoice({ voice }: { readonly voice: Voice }) {
  const { id } = voice;
  const [draft, setDraft] = useState(() => toDraft(voice));
  const refresh = useRefresh();
  const { mutate, error, isPending, isSuccess } = useUpdateVoiceMutation({
    onSuccess: async () => {
      await refresh('Voice');
    },
  });
  const save = () => {
    const input = getChanges(voice, draft);
    if (Object.keys(input).length > 0) mutate({ id, input });
  };
  const field = createFormFields(draft, setDraft, error);
  const fields: Readonly<Record<keyof VoiceDraft, ReactNode>> = {
    displayName: (
      <TextField label="Name" hint={HINTS.UpdateVoiceInput.displayName} {...field('displayName')} />
    ),
    description: <TextField label="Description" rows={3} {...field('description')} />,
    gender: (
      <SelectField
        label="Gender"
        choices={GENDERS}
        {...field('gender')}
        onChange={(gender) => setDraft({ ...draft, gender: toGender(gender) })}
      />
    ),
    country: <TextField label="Country" hint="Country code, such as GB." {...field('country')} />,
    providerModelId: (
      <TextField
        label="Voice model"
        hint={HINTS.UpdateVoiceInput.providerModelId}
        isCode
        {...field('providerModelId')}
      />
    ),
  };
  return (
    <Form
      fields={fields}
      onSubmit={save}
      error={error}
      isPending={isPending}
      submit={isPending ? 'Saving…' : 'Save'}
      result={<span role="status">{isSuccess && 'Saved.'}</span>}
    />
  );
}
