import { imageDimensionsFromData } from 'image-dimensions';
import { z } from 'zod';
import { IMAGE_TYPES } from '../contract/avatar.ts';
import { getDescription } from '../contract/field.ts';
import type { AudioType } from '../contract/voice.ts';
import { builder } from './builder.ts';

/** Number of bytes that are read to detect a type. In an image, metadata may precede the dimensions. */
const HEADER_BYTES = 256 * 1024;

const isGeneric = ({ type }: File) => type === '' || type === 'application/octet-stream';

/** Returns the media type of a file by its first bytes; undefined if it is not supported. */
type DetectType = (header: Uint8Array) => string | undefined;

/** Detects the type of an image. */
export const detectImageType: DetectType = (header) => {
  const dimensions = imageDimensionsFromData(header);
  return IMAGE_TYPES.find((type) => type === `image/${dimensions?.type}`);
};

/** The first bytes of each type of recording, in hexadecimal digits. */
const AUDIO_HEADERS: Readonly<Record<AudioType, RegExp>> = {
  'audio/wav': /^52494646.{8}57415645/,
  'audio/mpeg': /^(?:494433|fff[23ab]|ffe[23])/,
  'audio/ogg': /^4f676753/,
  'audio/webm': /^1a45dfa3/,
  'audio/mp4': /^.{8}66747970/,
};

/** Detects the type of a recording. */
export const detectAudioType: DetectType = (header) => {
  const start = Buffer.from(header.subarray(0, 12)).toString('hex');
  return Object.entries(AUDIO_HEADERS).find(([, pattern]) => pattern.test(start))?.[0];
};

/** Sets the type of a file without a specific one by its content, because the upstream rejects untyped files. */
async function addDetectedType(file: File, detect: DetectType): Promise<File> {
  if (!isGeneric(file)) return file;
  const type = detect(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  return type ? new File([file], file.name, { type }) : file;
}

interface FileOrUrlOptions {
  /**
   * The schema of the file. It is applied after its type is detected, because some clients send no specific type: curl
   * sends WebP as application/octet-stream.
   */
  readonly file: z.ZodType<File>;
  readonly url: z.ZodType<string>;
  readonly detect: DetectType;
}

/** Creates the schema of a file or a URL. Not every GraphQL engine enforces @oneOf in variables. */
export const createFileOrUrlSchema = ({ file, url, detect }: FileOrUrlOptions) =>
  z
    .object({
      file: z.preprocess(
        (value) => (value instanceof File ? addDetectedType(value, detect) : value),
        file.optional(),
      ),
      url: url.optional(),
    })
    .transform(({ file, url }, context): { file: File } | { url: string } => {
      if (file !== undefined && url === undefined) return { file };
      if (url !== undefined && file === undefined) return { url };
      context.addIssue({ code: 'custom', message: 'Exactly one of file and url is required.' });
      return z.NEVER;
    });

/** Creates the input type of a file or a URL, with the descriptions of the contract. */
export const createFileOrUrlType = (
  name: string,
  description: string,
  { file, url }: { readonly file: z.ZodType; readonly url: z.ZodType },
) =>
  builder.inputType(name, {
    description,
    isOneOf: true,
    fields: (t) => ({
      file: t.field({ type: 'Upload', description: getDescription(file) }),
      url: t.field({ type: 'URL', description: getDescription(url) }),
    }),
  });
