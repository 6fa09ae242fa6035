import { readdirSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { tools } from '../../src/avatar-service/seed/tools.ts';

const pictures = new URL('../../src/avatar-service/seed/pictures/', import.meta.url);
const endings = { png: '.png', jpeg: '.jpg', webp: '.webp' };

/** The formats that an avatar's image may have. */
export type Format = keyof typeof endings;

/** The bytes of a real picture of that format, one of the seeded portraits. */
export function seedImageBytes(format: Format): Uint8Array<ArrayBuffer> {
  const name = readdirSync(pictures).find((file) => file.endsWith(endings[format]));
  if (!name) throw new Error(`No seeded picture is a ${format}.`);
  return new Uint8Array(readFileSync(new URL(name, pictures)));
}

/** The same as a file to upload. */
export const seedImage = (format: Format): File =>
  new File([seedImageBytes(format)], `portrait${endings[format]}`, { type: `image/${format}` });

const samples = new URL('../../src/avatar-service/seed/samples/', import.meta.url);

/** A real recording, the sample of a seeded voice; `type` as a sender may call it. */
export const seedSample = (type = 'audio/mpeg'): File =>
  new File([new Uint8Array(readFileSync(new URL('alma.mp3', samples)))], 'alma.mp3', { type });

/** Id of a seeded tool that may be changed and deleted. */
export const seedTool: string = tools[0]?.id ?? '';

/** A real PNG that is made larger by `bytes` bytes of text beside its picture. */
export function paddedPng(bytes: number): Buffer {
  const png = Buffer.from(seedImageBytes('png'));
  const body = Buffer.concat([Buffer.from('tEXtComment\0'), Buffer.alloc(bytes, 'x')]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  // After the signature and the header, which is 25 bytes.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
