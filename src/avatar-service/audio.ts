import type { AudioType } from '../contract/voice.ts';
import { Unprocessable } from './errors.ts';

/** Allowed duration of a recording, in seconds. */
const DURATION = { min: 0.5, max: 600 };

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .subarray(at, at + text.length)
    .equals(Buffer.from(text, 'latin1'));

/** An MPEG audio frame of layer III: eleven set bits, then its version and layer. ISO 11172-3, 2.4.1.3. */
const isMpegFrame = ([first = 0, second = 0]: Uint8Array) =>
  first === 0xff && (second & 0xe6) === 0xe2;

/** Detects the format from the first bytes. Returns undefined for an unsupported format. */
function detectFormat(bytes: Uint8Array): AudioType | undefined {
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(bytes, 'ID3') || isMpegFrame(bytes)) return 'audio/mpeg';
  if (startsWith(bytes, 'OggS')) return 'audio/ogg';
  if (startsWith(bytes, '\x1a\x45\xdf\xa3')) return 'audio/webm';
  if (startsWith(bytes, 'ftyp', 4)) return 'audio/mp4';
  return undefined;
}

const createInvalidRecordingError = () =>
  new Unprocessable('The recording is not a valid WAV, MP3, Ogg, WebM or M4A file.');

/** Parses a recording. @throws Unprocessable if it is invalid, has no audio or contains video. */
async function parse(bytes: Uint8Array, type: AudioType) {
  // Loaded lazily, because few processes receive a recording.
  const { parseBuffer } = await import('music-metadata');
  const options = { duration: true, skipCovers: true };
  const { format } = await parseBuffer(
    bytes,
    { mimeType: type, size: bytes.length },
    options,
  ).catch(() => {
    throw createInvalidRecordingError();
  });
  const isAudio = format.sampleRate !== undefined || format.codec !== undefined;
  if (!isAudio || format.hasAudio === false || format.hasVideo === true) {
    throw createInvalidRecordingError();
  }
  return format;
}

/**
 * Validates a recording by its content and returns its media type. The file name and the declared type are ignored.
 * @throws Unprocessable unless the recording is a valid WAV, MP3, Ogg, WebM or M4A file without video, of 0.5 to 600
 * seconds. The duration is not checked if the file does not contain it, as in WebM recordings of browsers.
 */
export async function checkAudio(bytes: Uint8Array): Promise<AudioType> {
  const type = detectFormat(bytes);
  if (!type) throw createInvalidRecordingError();
  const { duration } = await parse(bytes, type);
  if (duration !== undefined && !(duration >= DURATION.min && duration <= DURATION.max)) {
    throw new Unprocessable(
      `The recording must be between ${DURATION.min} and ${DURATION.max} seconds long.`,
    );
  }
  return type;
}
