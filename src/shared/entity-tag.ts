const toStrong = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether an If-None-Match header has an entity tag, by weak comparison. RFC 9110, section 13.1.2. */
export const hasEntityTag = (ifNoneMatch: string | null | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((part) => ['*', toStrong(tag)].includes(toStrong(part))) ?? false;
