import { useEffect, useState } from 'react';

/** A file or its address, as in AvatarImageInput and VoiceAudioInput. */
export type ChosenFile =
  | { readonly file: File; readonly url?: never }
  | { readonly url: string; readonly file?: never };

/** A kind of files that can be uploaded. */
export interface FileKind {
  /** Media types or extensions of the file picker. */
  readonly accept: readonly string[];
  /** Such as `JPEG, PNG or WebP`. */
  readonly formats: string;
  readonly maxBytes: number;
  /** Whether a file seems to be one, by its type or name. */
  readonly isExpected: (file: File) => boolean;
}

const MEGABYTE = 1024 * 1024;

/** Says which files can be uploaded. */
export const getFileHint = ({ formats, maxBytes }: FileKind): string =>
  `${formats}, maximum ${maxBytes / MEGABYTE} MB.`;

export const formatFileSize = ({ size }: { readonly size: number }): string =>
  size < MEGABYTE ? `${Math.ceil(size / 1024)} KB` : `${(size / MEGABYTE).toFixed(1)} MB`;

/** Returns why the API will probably reject a file; it decides by the content. */
export function findFileIssue(file: File, kind: FileKind): string | undefined {
  if (file.size > kind.maxBytes) return `The file is larger than ${kind.maxBytes / MEGABYTE} MB.`;
  return kind.isExpected(file) ? undefined : `The file does not seem to be ${kind.formats}.`;
}

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
