import { imageDimensionsFromData } from 'image-dimensions';
import { z } from 'zod';
import { IMAGE_TYPES } from '../contract/avatar.ts';
import type { AudioType } from '../contract/voice.ts';

/** Enough of a file for its header, whatever metadata comes before the dimensions. */
const HEADER_BYTES = 256 * 1024;

const isGeneric = ({ type }: File) => type === '' || type === 'application/octet-stream';

/** Finds a media type by the first bytes of a file; undefined for others. */
type DetectType = (header: Uint8Array) => string | undefined;

/** The type of an image. */
export const detectImageType: DetectType = (header) => {
  const found = imageDimensionsFromData(header);
  return IMAGE_TYPES.find((known) => known === `image/${found?.type}`);
};

/** The first bytes of each type of recording, in hexadecimal digits. */
const AUDIO_HEADERS: Readonly<Record<AudioType, RegExp>> = {
  'audio/wav': /^52494646.{8}57415645/,
  'audio/mpeg': /^(?:494433|fff[23ab]|ffe[23])/,
  'audio/ogg': /^4f676753/,
  'audio/webm': /^1a45dfa3/,
  'audio/mp4': /^.{8}66747970/,
};

/** The type of a recording. */
export const detectAudioType: DetectType = (header) => {
  const start = Buffer.from(header.subarray(0, 12)).toString('hex');
  return Object.entries(AUDIO_HEADERS).find(([, pattern]) => pattern.test(start))?.[0];
};

/** Gives a file without a telling type the one that its content shows; the upstream refuses untyped files. */
async function withType(file: File, detect: DetectType): Promise<File> {
  if (!isGeneric(file)) return file;
  const type = detect(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  return type ? new File([file], file.name, { type }) : file;
}

interface FileOrUrlRules {
  /** The rule of the file, applied after its type is found by its content if the sender did not say: curl, for one, sends
   * WebP as application/octet-stream. */
  readonly file: z.ZodType<File>;
  readonly url: z.ZodType<string>;
  readonly detect: DetectType;
}

/** The rule of an input of either a file or a URL. Not every GraphQL engine enforces @oneOf in variables. */
export const fileOrUrl = ({ file, url, detect }: FileOrUrlRules) =>
  z
    .object({
      file: z.preprocess(
        (given) => (given instanceof File ? withType(given, detect) : given),
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
