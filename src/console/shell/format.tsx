const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const formatDateTime = (at: string): string => FORMAT.format(new Date(at));

/** A date and time in the user's locale. */
export function DateTime({ at }: { readonly at: string | null | undefined }) {
  return at ? <time dateTime={at}>{formatDateTime(at)}</time> : 'unknown';
}

/** Formats a duration: `420 ms`, `8.2 s`, `1 min 20 s` or `2 h 5 min`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'unknown';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns a text that begins with a capital letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the name of a record; that of one without a name is the same everywhere. */
export const nameRecord = (name: string | null | undefined): string => name?.trim() || 'Unnamed';

/** Formats a number of things: `1 tool` or `3 tools`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a value of an enum or of an open set, such as `KNOWLEDGE` or `waiting_room`. Services may add values. */
export const formatValue = (value: string | null): string =>
  value?.replaceAll('_', ' ').toLowerCase() ?? 'unknown';

/** Formats options as words, without those that are not set; empty if none is. */
export function formatOptions(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(formatOptions).join(', ');
  return Object.entries(value)
    .map(([name, inner]) => [name, formatOptions(inner)] as const)
    .filter(([name, text]) => name !== '__typename' && text !== '')
    .map(([name, text]) => `${formatName(name)}: ${text}`)
    .join(', ');
}

const formatName = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What is good or bad about a state; empty for neither. */
export const getTone = (state: string | null): 'good' | 'bad' | '' =>
  state === 'FAILED' ? 'bad' : /^(?:ACTIVE|COMPLETED|READY)$/.test(state ?? '') ? 'good' : '';
