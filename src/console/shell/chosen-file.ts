import { useEffect, useState } from 'react';

/** A file or its address, as in AvatarImageInput and VoiceAudioInput. */
export type ChosenFile =
  | { readonly file: File; readonly url?: never }
  | { readonly url: string; readonly file?: never };

/** Maximum size of a file in bytes. Specification, "Limits". */
const MAX_BYTES = 10 * 1024 * 1024;

/** Formats a file's size in bytes. */
export const formatFileSize = ({ size }: { readonly size: number }): string =>
  size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;

/** Returns a warning if the API will probably reject the file; the API decides by its content. */
export function getFileWarning(
  chosen: ChosenFile | undefined,
  isExpectedType: (type: string) => boolean,
  wrongType: string,
): string | undefined {
  if (!chosen?.file) return undefined;
  if (chosen.file.size > MAX_BYTES)
    return `${formatFileSize(chosen.file)} is larger than most services accept.`;
  return isExpectedType(chosen.file.type) ? undefined : wrongType;
}

/** Converts it to the API's input. */
export const toFileInput = ({ file, url }: ChosenFile): ChosenFile =>
  file ? { file } : { url: url.trim() };

/** Returns an address for the preview; undefined if there is none. */
export function usePreviewUrl(chosen: ChosenFile | undefined): string | undefined {
  const [preview, setPreview] = useState<string>();
  const file = chosen?.file;
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
  return chosen?.url && URL.canParse(chosen.url) && /^https?:/i.test(chosen.url)
    ? chosen.url
    : undefined;
}
