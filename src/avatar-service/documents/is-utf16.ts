/** Whether bytes begin with the byte order mark of UTF-16, whose texts contain null bytes. */
export const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
