import { deflateRawSync } from 'node:zlib';
import { bomb, docx, pdf } from '../../support/files.ts';

const MEGABYTE = 1024 * 1024;

const fill = (bytes: number, head: Uint8Array, unit: Uint8Array): Buffer<ArrayBuffer> => {
  const content = Buffer.alloc(bytes);
  content.set(head);
  return content.fill(unit, head.length);
};

const hex = (text: string) => Buffer.from(text, 'hex');
const box = (type: string, size = 8) => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const page = Buffer.concat([
  Buffer.from('OggS'),
  Buffer.alloc(22),
  Buffer.from([255]),
  Buffer.alloc(255),
]);

/** Lists of 500 tracks each, and movies of 100 tracks each. */
const tracks = Buffer.concat([hex('1654ae6b43e8'), Buffer.alloc(1_000, hex('ae80'))]);
const movie = Buffer.concat([box('moov', 808), Buffer.alloc(800, box('trak'))]);
const webmHead = hex('1a45dfa3874282847765626d1853806701ffffffffffffff');

/** Recordings that have as many parts as possible, by their formats. */
export const createRecordings = (
  megabytes: number,
): [name: string, content: Buffer<ArrayBuffer>][] => [
  ['WebM of lists of tracks', fill(megabytes * MEGABYTE, webmHead, tracks)],
  ['WebM of empty elements', fill(megabytes * MEGABYTE, webmHead, hex('ec80'))],
  ['M4A of movies with tracks', fill(megabytes * MEGABYTE, box('ftyp'), movie)],
  ['Ogg of empty segments', fill(megabytes * MEGABYTE, Buffer.alloc(0), page)],
];

const XML =
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
const unclosed = `${XML}${'<w:p>'.repeat(600_000)}`;

/** A PDF whose list of pages names one page very many times. */
const manyPages = (): Buffer<ArrayBuffer> => {
  const text = pdf(['text']).toString('latin1');
  const kids = '4 0 R '.repeat(200_000);
  const changed = text.replace('/Kids [4 0 R] /Count 1', `/Kids [${kids}] /Count 200000`);
  return Buffer.from(changed, 'latin1');
};

/** Documents that take as long, or as much memory, as possible. */
export const SLOW_DOCUMENTS: readonly [name: string, content: Buffer<ArrayBuffer>][] = [
  ['unclosed.docx', docx({ packed: deflateRawSync(unclosed), size: unclosed.length })],
  ['pages.pdf', manyPages()],
  ['bomb.pdf', pdf([bomb(150)])],
  ['bomb.docx', docx({ packed: bomb(400, deflateRawSync), size: 1 })],
];

const random = () => Math.random().toString(36).slice(2, 9);
const vocabulary = Array.from({ length: 100_000 }, random);

/** A text of words. */
export const createWords = (characters: number, words: readonly string[] = vocabulary): string => {
  const parts: string[] = [];
  for (let length = 0; length < characters; length += parts.at(-1)?.length ?? 0)
    parts.push(`${words[Math.floor(Math.random() * words.length)]} `);
  return parts.join('').slice(0, characters);
};

/** Texts that are hard to split. */
export const TEXTS: readonly [name: string, content: string][] = [
  ['600 kB of tabs', `a${'\t'.repeat(600_000)}b`],
  ['5 MB of tabs', `a${'\t'.repeat(4_900_000)}b`],
  ['5 MB without a space', 'x'.repeat(4_990_000)],
  ['5 MB of words in a line', createWords(4_990_000)],
];
