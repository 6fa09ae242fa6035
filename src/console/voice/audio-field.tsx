import { type FileKind, usePreviewUrl } from '../shell/chosen-file.ts';
import { FileField, type FileFieldProps } from '../shell/file-field.tsx';
import { PlayButton } from './play-button.tsx';

const RECORDING: FileKind = {
  accept: ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/mp4', '.m4a'],
  formats: 'WAV, MP3, Ogg, WebM or M4A',
  maxMegabytes: 10,
  isExpected: ({ type }) => /^audio\/|^video\/(?:mp4|ogg|webm)$|^application\/ogg$/.test(type),
};

/** Selects the recording of a voice, which can be played first. */
export function AudioField(props: FileFieldProps) {
  const preview = usePreviewUrl(props.value);
  return (
    <FileField
      path="input.audio"
      legend="Recording"
      noun="a recording"
      kind={RECORDING}
      preview={preview && <PlayButton key={preview} src={preview} name="the recording" />}
      {...props}
    />
  );
}
