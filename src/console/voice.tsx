import { useRef, useState } from 'react';
import { Link } from 'wouter';
import {
  type UpdateVoiceInput,
  useCreateVoiceMutation,
  useDeleteVoiceMutation,
  useUpdateVoiceMutation,
  useVoiceQuery,
  useVoiceRecordQuery,
  useVoicesByIdsQuery,
  useVoicesQuery,
  VoiceDocument,
  type VoiceQuery,
  VoicesDocument,
} from '../hooks/index.ts';
import { AUDIO_EXTENSIONS, AUDIO_FORMATS, AUDIO_TYPES, MAX_AUDIO_BYTES } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { RadioList } from './shell/controls.tsx';
import { Entry, type Setting } from './shell/display.tsx';
import { type ControlProps, createFields } from './shell/fields.ts';
import { DateTime, formatValue, nameRecord } from './shell/format.tsx';
import { ListPage } from './shell/list-page.tsx';
import { type DefaultPickerFieldProps, Picker, usePicker } from './shell/picker.tsx';
import type { Kind } from './shell/query.ts';
import { NewPage } from './shell/record-forms.tsx';
import { RecordPage } from './shell/record-page.tsx';
import {
  type ChosenFile,
  FileField,
  type FileKind,
  usePreviewUrl,
  withFile,
} from './shell/upload.tsx';

const VOICE: Kind = { noun: 'voice', type: 'Voice', parent: { href: '/voices', name: 'Voices' } };

const NEW = createFields(FIELDS.CreateVoiceInput, {
  displayName: { label: 'Name' },
  description: { hint: '' },
  // The service has a default.
  language: { isRequired: false },
  enhance: {
    label: 'Remove noise from the recording, if the service can',
    hint: '',
    initial: true,
  },
  audio: {
    label: 'Recording',
    ...withFile(AudioField),
  },
});

const EDIT = createFields(FIELDS.UpdateVoiceInput, {
  displayName: { label: 'Name' },
  description: { hint: '', rows: 3 },
  gender: { hint: '' },
  country: { hint: 'Country code, such as GB.' },
  providerModelId: { label: 'Voice model', isCode: true },
});

const TYPES: readonly string[] = AUDIO_TYPES;

const RECORDING: FileKind = {
  accept: Object.entries(AUDIO_EXTENSIONS).flatMap(([type, extension]) => [type, `.${extension}`]),
  formats: AUDIO_FORMATS,
  maxBytes: MAX_AUDIO_BYTES,
  isExpected: ({ type }) => type.startsWith('audio/') || TYPES.includes(type),
};

/** Selects the recording of a voice, which can be played first. */
function AudioField({
  path,
  value,
  onChange,
  issues,
  isRequired,
}: ControlProps<ChosenFile | undefined>) {
  const preview = usePreviewUrl(value);
  return (
    <FileField
      legend="Recording"
      noun="a recording"
      kind={RECORDING}
      preview={preview && <PlayButton key={preview} src={preview} name="the recording" />}
      {...{ path, value, onChange, issues, isRequired }}
    />
  );
}

interface PlayButtonProps {
  /** URL of the sample. */
  readonly src: string;
  /** Name of the voice. */
  readonly name: string;
}

function pauseOthers(playing: HTMLAudioElement) {
  for (const audio of document.querySelectorAll('audio')) if (audio !== playing) audio.pause();
}

/** Plays and stops the sample of a voice. Only one sample plays at a time. */
export function PlayButton({ src, name }: PlayButtonProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const toggle = () => {
    if (isPlaying) return audio.current?.pause();
    setFailed(false);
    audio.current?.play().catch((error: unknown) => {
      // A sample that another one stops before it starts has not failed.
      const wasStopped = error instanceof DOMException && error.name === 'AbortError';
      setFailed(!wasStopped);
    });
  };
  return (
    <>
      <button
        type="button"
        className="plain play"
        onClick={toggle}
        aria-label={`${isPlaying ? 'Stop' : 'Play'} ${name}`}
      >
        <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>
      </button>
      <span role="status" className="issue">
        {hasFailed && 'The sample cannot be played.'}
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: the sample of a voice is only to be heard. */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={({ currentTarget }) => {
          setPlaying(true);
          pauseOthers(currentTarget);
        }}
        onPause={({ currentTarget }) => {
          setPlaying(false);
          currentTarget.currentTime = 0;
        }}
      />
    </>
  );
}

/** Lists voices, each with its sample. */
export const VoicesPage = () => (
  <ListPage
    {...VOICE}
    lead="The voices that your personas speak with."
    document={VoicesDocument}
    useList={useVoicesQuery}
    renderItem={({ id, displayName, language, description, sampleUrl }) => (
      <Entry section="voices" name={displayName} badge={language} {...{ id, description }}>
        {sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />}
      </Entry>
    )}
  />
);

export const NewVoicePage = () => (
  <NewPage
    {...VOICE}
    lead="Create a voice from a recording of one speaker."
    fields={NEW}
    useCreate={useCreateVoiceMutation}
  />
);

type Voice = NonNullable<VoiceQuery['voice']>;

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof UpdateVoiceInput
  | 'id'
  | 'providerVoiceId'
  | 'displayTags'
  | 'zeroDataRetention'
  | 'organizationId'
  | 'updatedAt';

function showVoice(voice: Voice) {
  const { id, displayName, description, language, provider, sampleUrl } = voice;
  const canChange = !voice.isBuiltIn;
  const settings: Readonly<Record<Exclude<keyof Voice, Elsewhere>, Setting>> = {
    sampleUrl: {
      label: 'Sample',
      value: sampleUrl ? <PlayButton src={sampleUrl} name={displayName ?? 'the sample'} /> : 'none',
    },
    isBuiltIn: { label: 'Kind', value: canChange ? 'custom' : 'built-in' },
    language: { label: 'Language', value: language ?? 'unknown' },
    provider: { label: 'Provider', value: formatValue(provider) },
    createdAt: { label: 'Created', value: <DateTime at={voice.createdAt} /> },
  };
  return {
    title: displayName,
    lead: description,
    settings,
    canDelete: canChange,
    warning: 'Personas that use it keep its id.',
    actions: (
      <Link href={`/personas/new?voice=${encodeURIComponent(id)}`} className="button">
        Create a persona with this voice
      </Link>
    ),
    saved: canChange && voice,
  };
}

export const VoicePage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...VOICE}
    id={id}
    document={VoiceDocument}
    useRecord={useVoiceQuery}
    useRawJson={useVoiceRecordQuery}
    edit={{ fields: EDIT, useUpdate: useUpdateVoiceMutation }}
    deletion={{ useDelete: useDeleteVoiceMutation }}
    show={showVoice}
  />
);

/** Selects a voice by name, after listening to its sample. */
export function VoiceField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useVoicesQuery,
    useByIds: useVoicesByIdsQuery,
  });
  return (
    <Picker
      legend="Voice"
      idLabel="Voice id"
      picker={picker}
      {...{ path, value, onChange }}
      {...others}
    >
      <RadioList
        {...{ value, onChange, defaultLabel }}
        choices={picker.items.map(({ id, displayName, description, language, sampleUrl }) => ({
          id,
          label: nameRecord(displayName),
          description: [language, description].filter(Boolean).join(' · '),
          controls: sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />,
        }))}
      />
    </Picker>
  );
}
