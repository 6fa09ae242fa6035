import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkOptions, findChunks } from '../../src/avatar-service/documents/chunk-text.ts';
import { runExtraction } from '../../src/avatar-service/documents/run-extraction.ts';
import { Unprocessable } from '../../src/avatar-service/errors.ts';
import { checkAudio } from '../../src/avatar-service/uploads/audio/audio.ts';
import { DOCUMENT_TYPES } from '../../src/contract/document-types.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { countReads, docx, pdf } from '../support/files.ts';

// Files that callers make, by the structures of their formats: sizes that lie, nesting, and very many elements. What is
// bounded is counted, never timed.

type Bytes = readonly number[];

const hex = (text: string): Bytes => [...Buffer.from(text, 'hex')];
const ascii = (text: string): Bytes => [...Buffer.from(text, 'latin1')];
const uint32 = (value: number): Bytes => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const repeat = (bytes: Bytes, times: number): Bytes =>
  Array.from({ length: times }, () => bytes).flat();

/** Mostly the size that a part has, otherwise none, one that is too long, or one that no file has. */
const lyingSize = (size: number): fc.Arbitrary<number> =>
  fc.oneof(
    { arbitrary: fc.constant(size), weight: 4 },
    { arbitrary: fc.constantFrom(0, 1, size + 1, size * 2, 0x7fffffff), weight: 1 },
  );

/** Parts that contain parts: `wrap` puts a content into one. */
const nested = (
  leaf: fc.Arbitrary<Bytes>,
  wrap: (content: Bytes) => fc.Arbitrary<Bytes>,
): fc.Arbitrary<Bytes> => {
  const level = (depth: number): fc.Arbitrary<Bytes> => {
    const part = depth === 0 ? leaf : fc.oneof(leaf, level(depth - 1).chain(wrap));
    const parts = fc.array(part, { maxLength: 4 }).map((all) => all.flat());
    const copies = fc.tuple(part, fc.constantFrom(1, 30, 1_000));
    return fc.oneof(
      parts,
      copies.map(([one, times]) => repeat(one, one.length > 100 ? 1 : times)),
    );
  };
  return level(4);
};

const WEBM_IDS = '1a45dfa3 4282 18538067 1549a966 2ad7b1 4489 1654ae6b ae 83 ec'.split(' ');
const ebmlSize = (size: number): fc.Arbitrary<Bytes> =>
  fc.oneof(
    {
      arbitrary: lyingSize(size).map((value) =>
        [0x10, 0, 0, 0].map((bit, i) => bit | (uint32(value)[i] ?? 0)),
      ),
      weight: 4,
    },
    { arbitrary: fc.constantFrom<Bytes>([0xff], hex('01ffffffffffffff'), [0]), weight: 1 },
  );
const element = (content: Bytes): fc.Arbitrary<Bytes> =>
  fc
    .tuple(fc.constantFrom(...WEBM_IDS), ebmlSize(content.length))
    .map(([id, size]) => [...hex(id), ...size, ...content]);
const unknownSize = hex('01ffffffffffffff');
const webm = fc
  .tuple(
    fc.constantFrom<Bytes>(
      [],
      [...hex('18538067'), ...unknownSize],
      [...hex('18538067'), ...unknownSize, ...hex('1654ae6b'), ...unknownSize],
    ),
    nested(
      fc.constantFrom<Bytes>([0xec, 0x80], [0xae, 0x80], [0x83, 0x81, 2], [0x83, 0x81, 1]),
      element,
    ),
  )
  .map(([start, rest]) => [...hex('1a45dfa3874282847765626d'), ...start, ...rest]);

const BOXES = ['moov', 'trak', 'mdia', 'hdlr', 'mvhd', 'mdat', 'free'];
const box = (content: Bytes): fc.Arbitrary<Bytes> =>
  fc
    .tuple(fc.constantFrom(...BOXES), lyingSize(content.length + 8))
    .map(([type, size]) => [...uint32(size), ...ascii(type), ...content]);
const mp4 = nested(
  fc.constantFrom(...BOXES).map((type) => [...uint32(8), ...ascii(type)]),
  box,
).map((boxes) => [...uint32(8), ...ascii('ftyp'), ...boxes]);

/** Formats without parts in parts: a start and very many of a part. */
const createMany = (start: Bytes, part: Bytes) =>
  fc
    .tuple(fc.constantFrom(1, 30, 3_000), fc.array(fc.nat(255), { maxLength: 20 }))
    .map(([times, rest]) => [...start, ...repeat(part, times), ...rest]);
const ogg = fc
  .constantFrom(2, 255)
  .chain((segments) =>
    createMany([], [...ascii('OggS'), ...repeat([0], 22), segments, ...repeat([0], segments)]),
  );
const wav = createMany(ascii('RIFF    WAVE'), [...ascii('LIST'), 0, 0, 0, 0]);
const mp3 = createMany([], [0xff, 0xf3, 0x14, 0xc4, ...repeat([0], 20)]);

const MAX_PARTS = 40;

/** A page has 27 bytes and 255 segments, but of those, 32 count as a part. No other part has more to read. */
const READS_OF_A_PART = 64;

test('a recording of any structure is checked with a bounded number of reads, or rejected', {
  timeout: TIME,
}, () => {
  let largest = 0;
  fc.assert(
    fc.property(fc.oneof(webm, mp4, ogg, wav, mp3), (content) => {
      const file = countReads(Uint8Array.from(content));
      try {
        expect(checkAudio(file.bytes, MAX_PARTS)).toMatch(/^audio\//);
      } catch (error) {
        expect(error).toBeInstanceOf(Unprocessable);
      }
      largest = Math.max(largest, content.length);
      expect(file.count()).toBeLessThanOrEqual(READS_OF_A_PART * (MAX_PARTS + 2));
    }),
    { numRuns: RUNS * 30 },
  );
  // Otherwise, the bound was never reached.
  expect(largest).toBeGreaterThan(20_000);
});

/** Texts without spaces or of nothing else, with all breaks, and with characters of two code units, also cut in half. */
const text = fc
  .array(
    fc.tuple(
      fc.constantFrom(...'\t \nx\u2028', '\n\n', '. ', 'word ', '😀', '\ud83d', '\ude00'),
      fc.constantFrom(1, 2, 49, 50, 51, 99, 100, 5_000),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''));

const chunking = fc
  .tuple(fc.integer({ min: 100, max: 400 }), fc.double({ min: 0, max: 0.5, noNaN: true }))
  .map(([chunkSize, part]) => ({ chunkSize, chunkOverlap: Math.floor(chunkSize * part) }));

test('a text is split with a number of visited characters and of chunks that grows with its length', {
  timeout: TIME,
}, () => {
  fc.assert(
    fc.property(text, chunking, (whole, options) => {
      let visited = 0;
      const counted = {
        length: whole.length,
        slice: (from: number, to: number) => {
          const part = whole.slice(from, to);
          visited += part.length;
          return part;
        },
      };
      const chunks = [...findChunks(counted, options)];
      const turns = 1 + (10 * whole.length) / options.chunkSize;
      expect(chunks.length).toBeLessThanOrEqual(turns);
      expect(visited).toBeLessThanOrEqual(2 * options.chunkSize * turns);
      let end = 0;
      for (const [from, to] of chunks) {
        const chunk = whole.slice(from, to);
        expect(chunk).toBe(chunk.trim());
        expect(chunk.length).toBeGreaterThan(0);
        expect(chunk.length).toBeLessThanOrEqual(options.chunkSize);
        // Nothing but white space, or half of a character, is left out.
        expect(whole.slice(end, Math.max(from, end))).toMatch(/^[\s\udc00-\udfff]*$/);
        end = Math.max(end, to);
      }
      expect(whole.slice(end)).toMatch(/^[\s\udc00-\udfff]*$/);
    }),
    { numRuns: RUNS * 10 },
  );
});

const paragraphs = fc.array(text, { maxLength: 4 });
const cut = fc.option(fc.nat({ max: 100_000 }), { nil: undefined });
const csvRows = fc
  .array(
    fc.array(fc.constantFrom('', 'a', '"', '""', '\ufeff', 'x'.repeat(200)), { maxLength: 6 }),
    {
      maxLength: 40,
    },
  )
  .map((rows) => Buffer.from(rows.map((row) => row.join(',')).join('\r\n')));
const files = fc.oneof(
  paragraphs.map((all) => [DOCUMENT_TYPES.docx, docx(all)] as const),
  paragraphs.map(
    (all) => [DOCUMENT_TYPES.pdf, pdf(all.map((each) => each.slice(0, 300)))] as const,
  ),
  csvRows.map((bytes) => [DOCUMENT_TYPES.csv, bytes] as const),
);

/** A document with one paragraph, how it is split, and where it is cut: nowhere. */
const createExample = (
  paragraph: string,
): [readonly [typeof DOCUMENT_TYPES.docx, Buffer<ArrayBuffer>], ChunkOptions, undefined] => [
  [DOCUMENT_TYPES.docx, docx([paragraph])],
  { chunkSize: 100, chunkOverlap: 0 },
  undefined,
];

const LIMITS = { maxCharacters: 3_000, maxChunks: 20 };

test('a document of any structure yields a bounded number of chunks of a bounded text, or a reason', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(files, chunking, cut, async ([type, content], options, end) => {
      const bytes = Uint8Array.from(content.subarray(0, end)).buffer;
      const task = { bytes, type, chunking: options };
      const result = await runExtraction(task, new AbortController().signal, LIMITS);
      outcomes.add('text' in result ? 'chunks' : 'problem');
      if (!('text' in result)) {
        expect(result.problem).toMatch(/^The \w+ .+\.$/);
        return;
      }
      expect(result.text.length / 2).toBeLessThanOrEqual(LIMITS.maxCharacters);
      expect(result.chunks.length / 2).toBeLessThanOrEqual(LIMITS.maxChunks);
      expect(Math.max(...result.chunks)).toBeLessThanOrEqual(result.text.length / 2);
    }),
    // One with chunks and one without, so that both outcomes occur.
    { numRuns: RUNS, examples: [createExample('word'), createExample('')] },
  );
  expect(outcomes).toStrictEqual(new Set(['chunks', 'problem']));
});
