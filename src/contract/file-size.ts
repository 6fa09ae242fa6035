/** In bytes. @assumed The specification's MB are the larger ones. */
export const MEGABYTE = 1024 * 1024;

/** Formats bytes as megabytes, for people. */
export const formatMegabytes = (bytes: number): string =>
  `${Number((bytes / MEGABYTE).toFixed(1))} MB`;
