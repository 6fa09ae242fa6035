import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Unprocessable } from '../../src/avatar-service/errors.ts';
import { checkAudio } from '../../src/avatar-service/uploads/audio/audio.ts';
import { countReads, seedSample } from '../support/files.ts';
import { recording } from '../tools/conformance/recordings.ts';

const folder = new URL('recordings/', import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const LARGEST = 10 * 1024 * 1024;

/** Recordings of every format, made by common encoders. */
const recordings: [string, string, Uint8Array][] = [
  ['a WAV', 'audio/wav', await recording().bytes()],
  ['an MP3', 'audio/mpeg', await seedSample().bytes()],
  ['an Ogg', 'audio/ogg', read('voice.ogg')],
  ['a WebM', 'audio/webm', read('voice.webm')],
  ['a WebM as browsers record it, without a duration', 'audio/webm', read('live.webm')],
  ['an M4A', 'audio/mp4', read('voice.m4a')],
];

test.each(recordings)('the content of %s is detected as %s', (_, type, bytes) => {
  expect(checkAudio(bytes)).toBe(type);
});

test.each(recordings)('the first bytes of %s are not a recording', (_, _type, bytes) => {
  for (const length of [0, 3, 12, 60]) {
    expect(() => checkAudio(bytes.slice(0, length))).toThrow(Unprocessable);
  }
});

test.each(recordings.filter(([, type]) => /wav|ogg|mp4/.test(type)))(
  '%s that is truncated is rejected',
  (_, _type, bytes) => {
    for (const part of [0.1, 0.5, 0.9]) {
      const truncated = bytes.slice(0, Math.floor(bytes.length * part));
      expect(() => checkAudio(truncated)).toThrow('not a readable WAV, MP3, Ogg, WebM or M4A');
    }
  },
);

test('tags before and after an MP3 are ignored', async () => {
  const bytes = await seedSample().bytes();
  const front = Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, 1, 0, ...Buffer.alloc(128)]);
  const back = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
  expect(checkAudio(new Uint8Array(Buffer.concat([front, bytes, back])))).toBe('audio/mpeg');
});

test.each([
  ['a video', read('film.webm')],
  ['an image', new Uint8Array(readFileSync('src/avatar-service/seed/pictures/freya.png'))],
  ['text', new Uint8Array(Buffer.from('no sound'))],
  ['an empty file', new Uint8Array()],
])('%s is not a recording', (_, bytes) => {
  expect(() => checkAudio(bytes)).toThrow('not a readable WAV, MP3, Ogg, WebM or M4A');
});

/** Creates a WAV of silence. */
const createSilence = (seconds: number) => {
  const wav = Buffer.alloc(44 + seconds * 8_000);
  Buffer.from('RIFF    WAVEfmt ').copy(wav);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt32LE(8_000, 28);
  wav.write('data', 36);
  wav.writeUInt32LE(seconds * 8_000, 40);
  return new Uint8Array(wav);
};

test('a recording must last from 0.5 to 600 seconds', () => {
  for (const seconds of [0.5, 600]) expect(checkAudio(createSilence(seconds))).toBe('audio/wav');
  for (const seconds of [0, 0.25, 601])
    expect(() => checkAudio(createSilence(seconds))).toThrow('must be 0.5 to 600 seconds long');
});

/** Creates a file of the largest size that begins with `head` and repeats `unit`. */
const fill = (head: Uint8Array | string, unit: Uint8Array | readonly number[]) => {
  const bytes = Buffer.alloc(LARGEST, Buffer.from(unit));
  Buffer.from(head).copy(bytes);
  return new Uint8Array(bytes);
};

const hex = (text: string) => Buffer.from(text, 'hex');
const EBML = hex('1a45dfa3874282847765626d');
const SEGMENT = hex('1a45dfa3874282847765626d1853806701ffffffffffffff');
const TRACKS = Buffer.concat([SEGMENT, hex('1654ae6b01ffffffffffffff')]);
const ENTRY = Buffer.concat([TRACKS, hex('ae01ffffffffffffff')]);
const box = (type: string, size = 8) => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const TRACK_BOXES = [...box('moov', 808), ...Buffer.alloc(800, box('trak'))];
const LONG_MOVIE = Buffer.concat([box('ftyp'), box('moov', LARGEST - 8)]);
const PAGE = [...Buffer.from('OggS'), ...Array<number>(22).fill(0)];
const TRACK_LISTS = Buffer.concat([hex('1654ae6b43e8'), Buffer.alloc(1_000, hex('ae80'))]);

// A general parser blocks the process for half a minute on some of these.
test.each([
  ['WAV of empty chunks', fill('RIFF    WAVEjunk\0\0\0\0', Buffer.from('junk\0\0\0\0'))],
  ['M4A of empty boxes', fill(box('ftyp'), box('free'))],
  ['M4A of empty movies', fill(box('ftyp'), box('moov'))],
  ['M4A of movies with empty tracks', fill(box('ftyp'), TRACK_BOXES)],
  ['M4A movie of empty tracks', fill(LONG_MOVIE, box('trak'))],
  ['Ogg of empty pages', fill('', [...PAGE, 0])],
  ['Ogg of pages with empty segments', fill('', [...PAGE, 255, ...Array<number>(255).fill(0)])],
  ['WebM of empty elements', fill(EBML, [0xec, 0x80])],
  ['WebM segment of empty elements', fill(SEGMENT, [0xec, 0x80])],
  ['WebM segment of lists of tracks', fill(SEGMENT, TRACK_LISTS)],
  ['WebM list of empty tracks', fill(TRACKS, [0xae, 0x80])],
  ['WebM track with very many types', fill(ENTRY, [0x83, 0x81, 2])],
  [
    'WebM track with a type of all bytes',
    fill(Buffer.concat([ENTRY, hex('8301ffffffffffffff')]), [2]),
  ],
  ['MP3 of smallest frames', fill('', [0xff, 0xf3, 0x14, 0xc4, ...Array<number>(20).fill(0)])],
  ['ID3 tag of nothing', fill('ID3\x03\0\0\x04\0\0\0', [0])],
])('of 10 MB of a %s, less than 2 MB are read', (_, bytes) => {
  const file = countReads(bytes);
  expect(() => checkAudio(file.bytes)).toThrow(Unprocessable);
  expect(file.count()).toBeLessThan(2_000_000);
});

test('a modified recording is accepted or rejected, without another error', () => {
  const edit = fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 }));
  const edited = fc.tuple(
    fc.constantFrom(...recordings),
    fc.array(edit, { maxLength: 8 }),
    fc.nat(),
  );
  fc.assert(
    fc.property(edited, ([[, , whole], edits, end]) => {
      const bytes = whole.slice(0, end % 3 === 0 ? end % whole.length : whole.length);
      for (const [at, byte] of edits) if (at < bytes.length) bytes[at] = byte;
      try {
        expect(checkAudio(bytes)).toMatch(/^audio\//);
      } catch (error) {
        expect(error).toBeInstanceOf(Unprocessable);
      }
    }),
    { numRuns: 3_000 },
  );
});
