import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import {
  CreateVoiceDocument,
  type CreateVoiceInput,
  useCreateVoiceMutation,
} from '../../hooks/index.ts';
import { HINTS } from '../constants.ts';
import { CheckField } from '../shell/check-field.tsx';
import { type ChosenFile, toFileInput } from '../shell/chosen-file.ts';
import { type FormFields, toCreateInput } from '../shell/draft.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { createFormFields } from '../shell/form-fields.ts';
import { FormFailure, getIssues } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { TextField } from '../shell/text-field.tsx';
import { UploadProgress } from '../shell/upload-progress.tsx';
import { useShowCreated } from '../shell/use-show-created.ts';
import { getFileIssues, useUpload } from '../shell/use-upload.ts';
import { AudioField } from './audio-field.tsx';

const emptyDraft: Readonly<
  Record<Exclude<keyof FormFields<CreateVoiceInput>, 'audio' | 'enhance'>, string>
> = {
  displayName: '',
  description: '',
  language: '',
};

export function NewVoicePage() {
  const [draft, setDraft] = useState(emptyDraft);
  const [enhance, setEnhance] = useState(true);
  const [audio, setAudio] = useState<ChosenFile>();
  const { upload, start, end } = useUpload();
  const show = useShowCreated('voices', 'Voice');
  const { mutate, error, isPending } = useCreateVoiceMutation({
    onSuccess: ({ createVoice }) => show(createVoice?.voice),
    onSettled: end,
  });
  const fields = {
    ...toCreateInput<CreateVoiceInput>(draft),
    displayName: draft.displayName.trim(),
    // The default of services that enhance.
    ...(!enhance && { enhance }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Without a recording, the API reports what is missing, as for every other rule.
    mutate({ input: { ...fields, audio: audio ? toFileInput(audio) : { url: '' } }, ...start() });
  };
  const explained = { ...fields, audio: audio?.url ? { url: audio.url } : { file: '$file' } };
  const wasAborted = error?.name !== 'ApiError';
  const field = createFormFields(draft, setDraft, error);
  const controls: Readonly<Record<keyof FormFields<CreateVoiceInput>, ReactNode>> = {
    displayName: (
      <TextField label="Name" hint={HINTS.CreateVoiceInput.displayName} {...field('displayName')} />
    ),
    description: <TextField label="Description" {...field('description')} />,
    language: (
      <TextField label="Language" hint={HINTS.CreateVoiceInput.language} {...field('language')} />
    ),
    enhance: (
      <CheckField
        path="input.enhance"
        label="Remove noise from the recording, if the service can"
        value={enhance}
        onChange={setEnhance}
        issues={getIssues(error, 'input.enhance')}
      />
    ),
    audio: (
      <AudioField value={audio} onChange={setAudio} issues={getFileIssues(error, 'input.audio')} />
    ),
  };
  return (
    <Page
      title="New voice"
      lead="Create a voice from a recording of one speaker."
      parent={{ href: '/voices', name: 'Voices' }}
      actions={<ExplorerLink document={CreateVoiceDocument} variables={{ input: explained }} />}
    >
      <form onSubmit={submit} className="stack form" noValidate>
        {Object.entries(controls).map(([name, control]) => (
          <Fragment key={name}>{control}</Fragment>
        ))}
        {!wasAborted && <FormFailure error={error} />}
        {upload && <UploadProgress noun="voice" {...upload} hasFile={audio?.file !== undefined} />}
        <div className="row">
          <button type="submit" disabled={isPending}>
            Create voice
          </button>
        </div>
      </form>
    </Page>
  );
}
