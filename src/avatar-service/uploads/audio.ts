import { AUDIO_FORMATS, AUDIO_TYPES } from '../../contract/voice.ts';
import { detectFileType } from '../../shared/file-type.ts';
import { Unprocessable } from '../errors.ts';

/**
 * Detects the media type of a recording by its first bytes. The file name and the declared type are ignored. Nothing else
 * is checked, because the service does not play recordings.
 * @throws Unprocessable unless it is a WAV, MP3, Ogg, WebM or M4A file.
 */
export function checkAudio(bytes: Uint8Array): string {
  const type = detectFileType(bytes);
  if (!type || !Object.values(AUDIO_TYPES).some(([usual]) => usual === type))
    throw new Unprocessable(`The recording is not a readable ${AUDIO_FORMATS} file.`);
  return type;
}
