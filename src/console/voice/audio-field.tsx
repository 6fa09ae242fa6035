import { getFileWarning, usePreviewUrl } from '../shell/chosen-file.ts';
import { FileField, type FileFieldProps } from '../shell/file-field.tsx';
import { PlayButton } from './play-button.tsx';

const isAudio = (type: string) =>
  /^audio\/|^video\/(?:mp4|ogg|webm)$|^application\/ogg$/.test(type);

/** Selects the recording of a voice, which can be played first. */
export function AudioField(props: FileFieldProps) {
  const preview = usePreviewUrl(props.value);
  return (
    <FileField
      path="input.audio"
      legend="Recording"
      noun="a recording"
      accept="audio/wav,audio/mpeg,audio/ogg,audio/webm,audio/mp4,.m4a"
      hint="WAV, MP3, Ogg, WebM or M4A, maximum 10 MB."
      warning={getFileWarning(
        props.value,
        isAudio,
        'The file does not seem to be a WAV, MP3, Ogg, WebM or M4A recording.',
      )}
      preview={preview && <PlayButton key={preview} src={preview} name="the recording" />}
      {...props}
    />
  );
}
