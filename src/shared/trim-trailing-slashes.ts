/** Removes the slashes at the end of a URL or path. A repetition of `/` is linear only where no slash precedes it. */
export const trimTrailingSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
