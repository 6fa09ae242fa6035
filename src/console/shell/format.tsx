import { FieldError } from './draft-form.tsx';

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

/** Formats a value of an enum or of an open set, such as `SERVER_RAG` or `waiting_room`. Services may add values. */
export const formatValue = (value: string | null): string =>
  value?.replaceAll('_', ' ').toLowerCase() ?? 'unknown';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a JSON object for editing; empty for none. */
export const formatJson = (value: JsonObject | null | undefined): string =>
  value ? JSON.stringify(value, null, 2) : '';

/** Returns the line and column of a syntax error, which browsers report in different words. */
function locate(text: string, message: string): string {
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return `line ${named[1]}, column ${named[2]}`;
  const position = /position (\d+)/.exec(message);
  // Without a position, the text ends too early.
  const before = text.slice(0, position ? Number(position[1]) : text.trimEnd().length);
  const lines = before.split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Parses JSON text; otherwise says where it is invalid. */
export function parseJson(
  text: string,
): { readonly value: unknown } | { readonly message: string; readonly value?: never } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.replace(/ (?:in JSON )?at (?:line|position) .*$/, '');
    return { message: `Invalid JSON at ${locate(text, message)}: ${reason}` };
  }
}

/**
 * Reads a JSON object as typed; undefined if the text is empty.
 * @throws FieldError if the text is not a JSON object.
 */
export function readJsonObject(text: string, path: string): JsonObject | undefined {
  if (text.trim() === '') return undefined;
  const { value, ...failure } = parseJson(text);
  if ('message' in failure) throw new FieldError(path, failure.message);
  if (!isObject(value)) throw new FieldError(path, 'Enter a JSON object: { … }.');
  return value;
}
