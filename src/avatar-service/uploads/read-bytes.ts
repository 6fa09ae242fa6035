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
