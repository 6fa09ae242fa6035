import type { AudioType } from '../contract/voice.ts';
import { Unprocessable } from './errors.ts';

/** Seconds that a recording may last. */
const DURATION = { least: 0.5, most: 600 };

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .subarray(at, at + text.length)
    .equals(Buffer.from(text, 'latin1'));

/** An MPEG audio frame of layer III: eleven set bits, then its version and layer. ISO 11172-3, 2.4.1.3. */
const isMpegFrame = ([first = 0, second = 0]: Uint8Array) =>
  first === 0xff && (second & 0xe6) === 0xe2;

/** The format that the first bytes show; undefined for any other. */
function formatOf(bytes: Uint8Array): AudioType | undefined {
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(bytes, 'ID3') || isMpegFrame(bytes)) return 'audio/mpeg';
  if (startsWith(bytes, 'OggS')) return 'audio/ogg';
  if (startsWith(bytes, '\x1a\x45\xdf\xa3')) return 'audio/webm';
  if (startsWith(bytes, 'ftyp', 4)) return 'audio/mp4';
  return undefined;
}

const unreadable = () =>
  new Unprocessable('The recording is not a readable WAV, MP3, Ogg, WebM or M4A.');

/** What a parser finds in a recording. @throws Unprocessable where it finds nothing to hear. */
async function parse(bytes: Uint8Array, type: AudioType) {
  // Loaded with the first recording: few processes ever see one.
  const { parseBuffer } = await import('music-metadata');
  const options = { duration: true, skipCovers: true };
  const { format } = await parseBuffer(
    bytes,
    { mimeType: type, size: bytes.length },
    options,
  ).catch(() => {
    throw unreadable();
  });
  const isHeard = format.sampleRate !== undefined || format.codec !== undefined;
  if (!isHeard || format.hasAudio === false || format.hasVideo === true) throw unreadable();
  return format;
}

/**
 * Checks a recording by its content, and tells its type; what it is called or said to be does not count.
 * @throws Unprocessable for anything but a WAV, MP3, Ogg, WebM or M4A that a parser can read, without pictures that move,
 * of half a second to ten minutes. The duration of a stream that does not tell it, as browsers record WebM, is not
 * checked.
 */
export async function checkAudio(bytes: Uint8Array): Promise<AudioType> {
  const type = formatOf(bytes);
  if (!type) throw unreadable();
  const { duration } = await parse(bytes, type);
  if (duration !== undefined && !(duration >= DURATION.least && duration <= DURATION.most)) {
    throw new Unprocessable(
      `The recording does not last from ${DURATION.least} to ${DURATION.most} seconds.`,
    );
  }
  return type;
}
