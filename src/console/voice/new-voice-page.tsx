import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type AnyApiError,
  CreateVoiceDocument,
  useCreateVoiceMutation,
  useVoicesQuery,
} from '../../hooks/index.ts';
import { type ChosenFile, toFileInput } from '../shell/chosen-file.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { createFormFields } from '../shell/form-fields.ts';
import { FormFailure, getIssues } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { TextField } from '../shell/text-field.tsx';
import { UploadProgress } from '../shell/upload-progress.tsx';
import { AudioField } from './audio-field.tsx';

/** The progress of an upload, and how to abort it. */
interface Upload {
  readonly fraction: number;
  readonly abort: () => void;
}

/** Returns the API's issues with the recording: by path, or by an error code that only a recording can cause. */
const getAudioIssues = (error: AnyApiError | null) =>
  error?.code === 'PAYLOAD_TOO_LARGE' ||
  error?.code === 'UNPROCESSABLE' ||
  error?.code === 'UNSUPPORTED_MEDIA_TYPE'
    ? [error.message]
    : getIssues(error, 'input.audio');

/** A form that creates a voice from a recording. */
export function NewVoicePage() {
  const [draft, setDraft] = useState({ displayName: '', description: '', language: '' });
  const [audio, setAudio] = useState<ChosenFile>();
  const [upload, setUpload] = useState<Upload>();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useCreateVoiceMutation({
    onSuccess: async ({ createVoice }) => {
      await client.invalidateQueries({ queryKey: useVoicesQuery.getKey() });
      if (createVoice) navigate(`/voices/${encodeURIComponent(createVoice.voice.id)}`);
    },
    onSettled: () => setUpload(undefined),
  });
  const fields = {
    displayName: draft.displayName.trim(),
    ...(draft.description.trim() && { description: draft.description.trim() }),
    ...(draft.language.trim() && { language: draft.language.trim() }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const controller = new AbortController();
    const abort = () => controller.abort();
    setUpload({ fraction: 0, abort });
    // Without a recording, the API reports what is missing, as for every other rule.
    const input = { ...fields, audio: audio ? toFileInput(audio) : { url: '' } };
    const onUploadProgress = (fraction: number) => setUpload({ fraction, abort });
    mutate({ input }, { signal: controller.signal, onUploadProgress });
  };
  const explained = { ...fields, audio: audio?.url ? { url: audio.url } : { file: '$file' } };
  const wasAborted = error?.name !== 'ApiError';
  const field = createFormFields(draft, setDraft, error);
  return (
    <Page
      title="New voice"
      lead="Create a voice from a recording of one speaker."
      parent={{ href: '/voices', name: 'Voices' }}
      actions={<ExplorerLink document={CreateVoiceDocument} variables={{ input: explained }} />}
    >
      <form onSubmit={submit} className="stack form" noValidate>
        <TextField label="Name" hint="1 to 100 characters." {...field('displayName')} />
        <TextField label="Description" {...field('description')} />
        <TextField
          label="Language"
          hint="Language of the recording, such as en. Default: en."
          {...field('language')}
        />
        <AudioField value={audio} onChange={setAudio} issues={getAudioIssues(error)} />
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
