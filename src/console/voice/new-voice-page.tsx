import { type ReactNode, useState } from 'react';
import {
  CreateVoiceDocument,
  type CreateVoiceInput,
  useCreateVoiceMutation,
} from '../../hooks/index.ts';
import { HINTS } from '../constants.ts';
import { CheckField, TextField } from '../shell/controls.tsx';
import { createFormFields, Form, type FormFields, toCreateInput } from '../shell/draft-form.tsx';
import { getIssues } from '../shell/failure.tsx';
import { Page } from '../shell/page.tsx';
import { useShowCreated } from '../shell/query.ts';
import {
  type ChosenFile,
  getFileIssues,
  toFileInput,
  UploadProgress,
  useUpload,
} from '../shell/upload.tsx';
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
  const submit = () => {
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
      operation={{ document: CreateVoiceDocument, variables: { input: explained } }}
    >
      <Form
        fields={{
          ...controls,
          progress: upload && (
            <UploadProgress noun="voice" {...upload} hasFile={audio?.file !== undefined} />
          ),
        }}
        onSubmit={submit}
        error={wasAborted ? null : error}
        isPending={isPending}
        submit="Create voice"
      />
    </Page>
  );
}
