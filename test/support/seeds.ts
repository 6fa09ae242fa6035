import { readdirSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { tools } from '../../src/avatar-service/seed/seed-data.ts';

const portraits = new URL('../../src/avatar-service/seed/pictures/', import.meta.url);
const endings = { png: '.png', jpeg: '.jpg', webp: '.webp' };

/** The formats that an avatar's image may have. */
export type Format = keyof typeof endings;

/** Reads a seeded portrait of that format. */
export function seedImageBytes(format: Format): Uint8Array<ArrayBuffer> {
  const name = readdirSync(portraits).find((file) => file.endsWith(endings[format]));
  if (!name) throw new Error(`No seeded image is a ${format}.`);
  return new Uint8Array(readFileSync(new URL(name, portraits)));
}

/** Returns a seeded portrait as a file to upload. */
export const seedImage = (format: Format): File =>
  new File([seedImageBytes(format)], `portrait${endings[format]}`, { type: `image/${format}` });

const samples = new URL('../../src/avatar-service/seed/samples/', import.meta.url);

/** Returns the sample of a seeded voice as a file of the media type `type`. */
export const seedSample = (type = 'audio/mpeg'): File =>
  new File([new Uint8Array(readFileSync(new URL('alma.mp3', samples)))], 'alma.mp3', { type });

/** Id of a seeded tool that may be changed and deleted. */
export const seedTool: string = tools[0]?.id ?? '';

/** Creates a valid PNG with an extra text chunk of `bytes` bytes. */
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
