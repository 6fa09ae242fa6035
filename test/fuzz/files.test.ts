import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkOptions, findChunks } from '../../src/avatar-service/documents/chunk-text.ts';
import { runExtraction } from '../../src/avatar-service/documents/run-extraction.ts';
import { DOCUMENT_TYPES } from '../../src/contract/document-types.ts';
import { RUNS, TIME } from '../support/arbitraries.ts';
import { docx, pdf } from '../support/files.ts';

// Files that callers make, by the structures of their formats: sizes that lie, nesting, and very many elements. What is
// bounded is counted, never timed.

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
