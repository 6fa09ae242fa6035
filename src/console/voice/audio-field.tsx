import { AUDIO_EXTENSIONS } from '../../hooks/constants.ts';
import { AUDIO_FORMATS, AUDIO_TYPES, MAX_AUDIO_BYTES } from '../constants.ts';
import { FileField, type FileFieldProps, type FileKind, usePreviewUrl } from '../shell/upload.tsx';
import { PlayButton } from './play-button.tsx';

const TYPES: readonly string[] = AUDIO_TYPES;

const RECORDING: FileKind = {
  accept: Object.entries(AUDIO_EXTENSIONS).flatMap(([type, extension]) => [type, `.${extension}`]),
  formats: AUDIO_FORMATS,
  maxBytes: MAX_AUDIO_BYTES,
  isExpected: ({ type }) => type.startsWith('audio/') || TYPES.includes(type),
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
