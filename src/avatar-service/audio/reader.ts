/** A complete recording. */
export interface Recording {
  /** Its duration; undefined if the file does not contain it, as for streams. */
  readonly seconds: number | undefined;
}

/**
 * Reads the structure of one format in a single pass, without decoding. Returns undefined if the file has another format,
 * is truncated or contains video.
 */
export type RecordingReader = (bytes: Uint8Array) => Recording | undefined;

/** Maximum number of boxes or elements per parent. Real recordings have a few dozen. */
export const MAX_PARTS = 10_000;

/** Returns a view that reads numbers from bytes. */
export const createView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Whether the bytes at an offset are those of an ASCII text. */
export function hasText(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
