const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the reader's own words. */
export function When({ at }: { readonly at: string | null | undefined }) {
  return at ? <time dateTime={at}>{FORMAT.format(new Date(at))}</time> : 'unknown';
}
