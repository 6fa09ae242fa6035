const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A date and time in the user's locale. */
export function DateTime({ at }: { readonly at: string | null | undefined }) {
  return at ? <time dateTime={at}>{FORMAT.format(new Date(at))}</time> : 'unknown';
}
