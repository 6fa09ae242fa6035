import { useEffect, useState } from 'react';
import type { AvatarImageInput } from '../../hooks/index.ts';

/** The image of a new avatar: a file or an address, as in AvatarImageInput. */
export type ChosenImage =
  | { readonly file: File; readonly url?: never }
  | { readonly url: string; readonly file?: never };

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** Maximum size of an image in bytes. Specification, "Limits". */
const MAX_BYTES = 10 * 1024 * 1024;

/** Returns the first file of a drop or paste. */
export const getFirstFile = ({ files }: DataTransfer): File | undefined => files[0];

/** Formats a file's size. */
export const formatFileSize = ({ size }: File): string =>
  size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;

/** Returns a warning if the API will probably reject the image; the API decides by its content. */
export function getImageWarning(image: ChosenImage | undefined): string | undefined {
  if (!image?.file) return undefined;
  if (image.file.size > MAX_BYTES)
    return `${formatFileSize(image.file)} is larger than most services accept.`;
  if (!TYPES.includes(image.file.type))
    return 'The file does not seem to be a JPEG, PNG or WebP image.';
  return undefined;
}

/** Converts it to the API's input. */
export const toImageInput = ({ file, url }: ChosenImage): AvatarImageInput =>
  file ? { file } : { url: url.trim() };

/** Returns an address for the image's preview; undefined if there is none. */
export function useImagePreview(image: ChosenImage | undefined): string | undefined {
  const [preview, setPreview] = useState<string>();
  const file = image?.file;
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setPreview(objectUrl);
    return () => {
      setPreview(undefined);
      URL.revokeObjectURL(objectUrl);
    };
  }, [file]);
  if (file) return preview;
  return image?.url && URL.canParse(image.url) && /^https?:/i.test(image.url)
    ? image.url
    : undefined;
}
