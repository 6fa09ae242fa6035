import { readdirSync, readFileSync } from 'node:fs';
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

/** Id of a seeded tool that may be changed and deleted. */
export const seedTool: string = tools[0]?.id ?? '';
