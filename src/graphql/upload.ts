import { imageDimensionsFromData } from 'image-dimensions';
import { z } from 'zod';
import { IMAGE_TYPES } from '../contract/avatar.ts';
import type { AudioType } from '../contract/voice.ts';
import { builder } from './builder.ts';
import { createInputFields } from './fields.ts';

/** Number of bytes that are read to detect a type. In an image, metadata may precede the dimensions. */
const HEADER_BYTES = 256 * 1024;

const listFormat = new Intl.ListFormat('en-GB');

const isGeneric = ({ type }: File) => type === '' || type === 'application/octet-stream';

/** Returns the media type of a file by its first bytes; undefined if it is not supported. */
type DetectType = (header: Uint8Array) => string | undefined;

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

type Texts = Readonly<Record<string, z.ZodType<string>>>;

/** A file, or a text instead, such as its URL. */
type Source<Names extends string> =
  | { readonly file: File }
  | { [Name in Names]: { readonly [Key in Name]: string } }[Names];

interface SourceOptions<Schemas extends Texts> {
  /**
   * The schema of the file. It is applied after its type is detected, because some clients send no specific type: curl
   * sends WebP as application/octet-stream.
   */
  readonly file: z.ZodType<File>;
  /** The schemas of the texts, such as a URL. */
  readonly texts: Schemas;
  readonly detect: DetectType;
}

/** Creates the schema of a file or a text instead. Not every GraphQL engine enforces @oneOf in variables. */
export function createSourceSchema<Schemas extends Texts>({
  file,
  texts,
  detect,
}: SourceOptions<Schemas>) {
  const shape = Object.fromEntries(
    Object.entries<z.ZodType<string>>(texts).map(([name, schema]) => [name, schema.optional()]),
  );
  const names = ['file', ...Object.keys(texts)];
  return z
    .object({
      file: z.preprocess(
        (value) => (value instanceof File ? addDetectedType(value, detect) : value),
        file.optional(),
      ),
      ...shape,
    })
    .transform((values, context): Source<keyof Schemas & string> => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      // TypeScript does not infer the keys of an object that is built from entries.
      if (given.length === 1) return Object.fromEntries(given) as Source<keyof Schemas & string>;
      const message = `Exactly one of ${listFormat.format(names)} is required.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

/** Creates the input type of a file or a text instead, with the descriptions of the contract. */
export const createSourceType = (name: string, description: string, schemas: z.ZodRawShape) =>
  builder.inputType(name, {
    description,
    isOneOf: true,
    fields: () => createInputFields(z.object(schemas).partial().shape, { file: 'Upload' }),
  });
