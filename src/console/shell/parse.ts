/** A field cannot be read, for example because it is not valid JSON. */
export class FieldError extends Error {
  /** Path of the field in the API's arguments. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a JSON object for editing; empty for anything else. */
export const formatJson = (value: unknown): string =>
  isObject(value) ? JSON.stringify(value, null, 2) : '';

/** Parses JSON text; otherwise returns why it is invalid, which browsers say with its place. */
export function parseJson(
  text: string,
): { readonly value: unknown } | { readonly message: string; readonly value?: never } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { message: `Invalid JSON: ${error instanceof Error ? error.message : error}` };
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

/** Reads the payload of a JWT, whose signature only the API can verify; undefined for an opaque token. */
export function decodeJwt(token: string): JsonObject | undefined {
  const [, payload, signature, ...rest] = token.split('.');
  if (payload === undefined || !signature || rest.length > 0) return undefined;
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return undefined;
  }
}
