/** What is known of a recording that is there to its end. */
export interface Recording {
  /** How long it lasts; undefined where it does not tell, as streams do not. */
  readonly seconds: number | undefined;
}

/**
 * Reads the structure of one format, in one pass and without decoding anything; undefined for what is not of that format,
 * ends before it is whole, or holds a film.
 */
export type RecordingReader = (bytes: Uint8Array) => Recording | undefined;

/** Boxes or elements in one place that are looked at, at most: real recordings have a few dozen. */
export const MAX_PARTS = 10_000;

/** Bytes as numbers. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Whether bytes spell a text at a place, byte for byte. */
export function spells(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
