import { useEffect, useState } from 'react';
import type { AvatarImageInput } from '../../hooks/index.ts';

/** Where the image of a new avatar comes from: the API's own one-of. */
export type ChosenImage =
  | { readonly file: File; readonly url?: never }
  | { readonly url: string; readonly file?: never };

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Bytes of an image, at most. Specification, "Limits". */
const MAX_BYTES = 10 * 1024 * 1024;

/** The first file of what was dropped or pasted. */
export const imageUnder = ({ files }: DataTransfer): File | undefined => files[0];

/** A file's size in words. */
export const sizeOf = ({ size }: File): string =>
  size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;

/** What will probably be refused; the API decides, by what is in the file. */
export function warningFor(image: ChosenImage | undefined): string | undefined {
  if (!image?.file) return undefined;
  if (image.file.size > MAX_BYTES) return `${sizeOf(image.file)} is more than most services take.`;
  if (!TYPES.includes(image.file.type)) return 'This does not look like a JPEG, PNG or WebP image.';
  return undefined;
}

/** The input that the API takes. */
export const toImageInput = ({ file, url }: ChosenImage): AvatarImageInput =>
  file ? { file } : { url: url.trim() };

/** An address under which the page can show an image; undefined while there is none. */
export function usePreview(image: ChosenImage | undefined): string | undefined {
  const [preview, setPreview] = useState<string>();
  const file = image?.file;
  useEffect(() => {
    if (!file) return;
    const address = URL.createObjectURL(file);
    setPreview(address);
    return () => {
      setPreview(undefined);
      URL.revokeObjectURL(address);
    };
  }, [file]);
  if (file) return preview;
  return image?.url && URL.canParse(image.url) && /^https?:/i.test(image.url)
    ? image.url
    : undefined;
}
