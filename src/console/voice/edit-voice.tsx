import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getResourceKey, useUpdateVoiceMutation } from '../../hooks/index.ts';
import { createFormFields } from '../shell/form-fields.ts';
import { FormFailure } from '../shell/issues.tsx';
import { SelectField } from '../shell/select-field.tsx';
import { TextField } from '../shell/text-field.tsx';
import { GENDERS, getChanges, toDraft, toGender, type Voice } from './voice-draft.ts';

/** Edits a voice. Only changed fields are sent. */
export function EditVoice({ voice }: { readonly voice: Voice }) {
  const { id } = voice;
  const [draft, setDraft] = useState(() => toDraft(voice));
  const client = useQueryClient();
  const { mutate, error, isPending, isSuccess } = useUpdateVoiceMutation({
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: getResourceKey('Voice') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = getChanges(voice, draft);
    if (Object.keys(input).length > 0) mutate({ id, input });
  };
  const field = createFormFields(draft, setDraft, error);
  return (
    <form onSubmit={submit} className="stack form" noValidate>
      <TextField label="Name" hint="1 to 100 characters." {...field('displayName')} />
      <TextField label="Description" rows={3} {...field('description')} />
      <SelectField
        label="Gender"
        choices={GENDERS}
        {...field('gender')}
        onChange={(gender) => setDraft({ ...draft, gender: toGender(gender) })}
      />
      <TextField label="Country" hint="Country code, such as GB." {...field('country')} />
      <TextField
        label="Voice model"
        hint="Voice model of the provider."
        isCode
        {...field('providerModelId')}
      />
      <FormFailure error={error} />
      <div className="row">
        <button type="submit" disabled={isPending}>
          {isPending ? 'Saving…' : 'Save'}
        </button>
        <span role="status">{isSuccess && 'Saved.'}</span>
      </div>
    </form>
  );
}
