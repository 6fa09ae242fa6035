const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const formatDateTime = (at: string): string => FORMAT.format(new Date(at));

/** A date and time in the user's locale. */
export function DateTime({ at }: { readonly at: string | null | undefined }) {
  return at ? <time dateTime={at}>{formatDateTime(at)}</time> : 'unknown';
}
