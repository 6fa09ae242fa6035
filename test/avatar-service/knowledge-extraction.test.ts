import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { AvatarServiceOptions } from '../../src/avatar-service/handler-services.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { bomb, docx, pdf } from '../support/files.ts';
import { addDocument, type Content, createGroup, search, sendDocument } from './knowledge.ts';

type Limits = NonNullable<AvatarServiceOptions['extraction']>;

/** Less memory than a bomb needs. */
const LITTLE: Limits = { memory: 64 * 1024 * 1024 };

/** One service and group for all documents that need no limits of their own. */
const service = await startAvatarService();
const group = await createGroup(service);

describe('a document', () => {
  test.each<[string, Content]>([
    ['notes.txt', 'The otters live beside the river.'],
    ['notes.md', '# Animals\n\nThe *otters* live beside the river.'],
    ['notes.csv', 'animal,place\notters,river\n'],
    ['notes.pdf', pdf(['The otters live', 'beside the river.'])],
    ['notes.docx', docx(['The otters live', 'beside the river.'])],
    ['utf-16.txt', Buffer.from('\ufeffThe otters live beside the river.', 'utf16le')],
    ['big-endian.txt', Buffer.from('\ufeffThe otters live beside the river.', 'utf16le').swap16()],
    ['WINDOWS.CSV', Buffer.from('\xfeorn;Caf\xe9;otters;river', 'latin1')],
  ])('%s is found by its text', async (name, content) => {
    const own = await createGroup(service);
    const document = await addDocument(service, own, name, content);
    const fileSize = Buffer.byteLength(content);
    expect(document).toMatchObject({ status: 'READY', errorMessage: null, fileSize });
    const found = await search(service, own, 'otter');
    expect(found).toMatchObject([{ documentId: document.id, filename: name, chunkIndex: 0 }]);
    expect(await search(service, own, 'river')).toHaveLength(1);
  });

  test.each<[string, string, Content, RegExp, Limits?]>([
    ['a damaged PDF', 'a.pdf', '%PDF-1.7 and nothing else', /may be damaged/],
    ['a damaged DOCX', 'a.docx', 'PK\u0003\u0004 and nothing else', /may be damaged/],
    ['a PDF of images', 'a.pdf', pdf(['']), /has no text/],
    ['a blank text file', 'a.txt', ' \n\n ', /has no text/],
    ['long', 'a.txt', 'word '.repeat(500), /more than 1,000 characters/, { maxCharacters: 1_000 }],
    ['large once decompressed', 'a.pdf', pdf([bomb(80)]), /too much memory/, LITTLE],
    [
      'a zip bomb',
      'a.docx',
      docx({ packed: bomb(80, deflateRawSync), size: 1 }),
      /too much memory/,
      LITTLE,
    ],
    ['slow', 'a.txt', 'text', /takes too long/, { timeout: 1 }],
  ])('that is %s fails with a reason', async (_, name, content, reason, extraction) => {
    const limited = extraction ? await startAvatarService({ extraction }) : service;
    const own = await createGroup(limited);
    expect(await addDocument(limited, own, name, content)).toMatchObject({
      status: 'FAILED',
      errorMessage: expect.stringMatching(reason),
    });
  });

  test.each<[string, string[], string[], object]>([
    [
      'after a paragraph, a line, a sentence or a word in the second half of a chunk',
      [
        `${'river a'.padEnd(60, 'a')}\n\n`,
        `${'river b\n'.padEnd(60, 'b')}\n`,
        `${'river c. '.padEnd(60, 'c')}. `,
        `${'river '.padEnd(50, 'd')} `,
        'river-'.padEnd(99, 'e'),
        '😀 river',
      ],
      [],
      { chunkOverlap: '0' },
    ],
    ['without blank chunks', ['river a'.padEnd(250), 'river b'], [], { chunkOverlap: '0' }],
    [
      'with an overlap that does not start within a character',
      [`${'river-'.padEnd(89, 'e')}😀${'f'.repeat(9)}`, ' river'],
      [`${'river-'.padEnd(89, 'e')}😀${'f'.repeat(9)}`, `${'f'.repeat(9)} river`],
      { chunkOverlap: '10' },
    ],
    [
      'with an overlap of half a chunk, if chunks are small',
      ['river-'.padEnd(120, 'e'), ' river'],
      ['river-'.padEnd(100, 'e'), `${'e'.repeat(70)} river`],
      {},
    ],
  ])('is split %s', async (_, parts, chunks, fields) => {
    const group = await createGroup(service);
    await addDocument(service, group, 'a.txt', parts.join(''), { chunkSize: '100', ...fields });
    const found = await search(service, group, 'river', 20);
    const expected = chunks.length > 0 ? chunks : parts.map((part) => part.trim());
    expect(found.toSorted((a, b) => Number(a.chunkIndex) - Number(b.chunkIndex))).toMatchObject(
      expected.map((content, chunkIndex) => ({ chunkIndex, content })),
    );
  });
});

describe('a rejected document', () => {
  test.each<[string, string, Content]>([
    ['has no extension', 'notes', 'text'],
    ['has another extension', 'page.html', '<p>text</p>'],
    ['is not a PDF', 'a.pdf', 'text'],
    ['is not a DOCX', 'a.docx', 'text'],
    ['is not text', 'a.txt', pdf(['text'])],
    ['starts with half of a byte order mark', 'a.txt', new Uint8Array([0xff, 0, 97])],
    ['starts with half of the other byte order mark', 'a.txt', new Uint8Array([0xfe, 0, 97])],
    ['ends like a byte order mark', 'a.txt', new Uint8Array([0, 0xfe])],
    ['ends like the other byte order mark', 'a.txt', new Uint8Array([0, 0xff])],
    ['has a PDF header after its first kilobyte', 'a.pdf', `${' '.repeat(1020)}%PDF-1.7`],
    ['is empty', 'a.txt', ''],
  ])('that %s is 415', async (_, name, content) => {
    const { status, body } = await sendDocument(service, group, name, content);
    expect(status).toBe(415);
    expect(body.message).toMatch(/^The (content of the )?document/);
  });

  test('of more than 50 MB is 413 with the limit', async () => {
    const content = Buffer.alloc(50 * 1024 * 1024 + 1, 'a');
    const message = 'The document must not be larger than 50 MB.';
    const rejected = { status: 413, body: { message } };
    expect(await sendDocument(service, group, 'a.txt', content)).toMatchObject(rejected);
  });

  test.each([
    [{ chunkSize: '99' }, 'chunkSize'],
    [{ chunkSize: 'many' }, 'chunkSize'],
    [{ chunkSize: '200', chunkOverlap: '101' }, 'chunkOverlap'],
  ])('with %j is reported at %s', async (fields, path) => {
    const answer = await sendDocument(service, group, 'a.txt', 'text', fields);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: [path] }] } });
  });
});

test('the thread that reads a document has nothing of the environment of the process', async () => {
  const { Worker } = threads;
  const environments: WorkerOptions['env'][] = [];
  threads.Worker = class extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file, options);
      environments.push(options.env);
    }
  };
  syncBuiltinESMExports();
  try {
    await addDocument(service, group, 'a.txt', 'text');
  } finally {
    threads.Worker = Worker;
    syncBuiltinESMExports();
  }
  expect(environments).toStrictEqual([{}]);
});
