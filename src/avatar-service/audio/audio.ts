import type { AudioType } from '../../contract/voice.ts';
import { Unprocessable } from '../errors.ts';
import { readMp3 } from './mp3.ts';
import { readMp4 } from './mp4.ts';
import { readOgg } from './ogg.ts';
import { type RecordingReader, spells } from './reader.ts';
import { readWav } from './wav.ts';
import { readWebm } from './webm.ts';

/** Seconds that a recording may last. */
const DURATION = { least: 0.5, most: 600 };

const READERS: Readonly<Record<AudioType, RecordingReader>> = {
  'audio/wav': readWav,
  'audio/mpeg': readMp3,
  'audio/ogg': readOgg,
  'audio/webm': readWebm,
  'audio/mp4': readMp4,
};

/** The format that the first bytes show; undefined for any other. */
function typeOf(bytes: Uint8Array): AudioType | undefined {
  if (spells(bytes, 'RIFF') && spells(bytes, 'WAVE', 8)) return 'audio/wav';
  if (spells(bytes, 'ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) {
    return 'audio/mpeg';
  }
  if (spells(bytes, 'OggS')) return 'audio/ogg';
  if (spells(bytes, '\x1a\x45\xdf\xa3')) return 'audio/webm';
  return spells(bytes, 'ftyp', 4) ? 'audio/mp4' : undefined;
}

/**
 * Checks a recording by its content, and tells its type; what it is called or said to be does not count. The readers are
 * our own because they go through 10 MB in milliseconds, whatever those hold: music-metadata 11.16 takes 38 s for a WebM
 * of nothing but empty elements, and 34 s for an MP3 that is made for it.
 * @throws Unprocessable for anything but a WAV, MP3, Ogg, WebM or M4A of half a second to ten minutes, without a film.
 * The duration of one that does not tell it, as browsers record WebM, is not checked.
 */
export function checkAudio(bytes: Uint8Array): AudioType {
  const type = typeOf(bytes);
  const recording = type && READERS[type](bytes);
  if (!type || !recording) {
    throw new Unprocessable('The recording is not a readable WAV, MP3, Ogg, WebM or M4A.');
  }
  const { seconds } = recording;
  if (seconds !== undefined && !(seconds >= DURATION.least && seconds <= DURATION.most)) {
    throw new Unprocessable(
      `The recording does not last from ${DURATION.least} to ${DURATION.most} seconds.`,
    );
  }
  return type;
}
