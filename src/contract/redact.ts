import { isJsonObject, type JsonObject } from './record.ts';
import { isSecretHeader, isSecretKey } from './secret-keys.ts';

/** Stands for a secret in JSON that is returned to callers. */
export const REDACTED = '[redacted]';

type IsSecret = (key: string) => boolean;

const mapEntries = (object: JsonObject, change: (key: string, value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/** Replaces all texts and numbers. Numbers under a key of tokens are counts. True, false and null say only what is set. */
function mask(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, key));
  if (isJsonObject(value)) return mapEntries(value, (_, child) => mask(child, key));
  const isText = typeof value === 'string' && value !== '';
  return isText || (typeof value === 'number' && !/token/i.test(key)) ? REDACTED : value;
}

/** Keywords of JSON Schema that contain a value of the described property. */
const VALUE_KEYWORDS = new Set(['const', 'default', 'enum', 'example', 'examples', 'value']);

/** Redacts a property of a JSON Schema: its name is no key, but its default can be a secret. */
const redactProperty = (name: string, schema: unknown) =>
  isJsonObject(schema)
    ? redact(schema, (key) => isSecretKey(key) || (isSecretKey(name) && VALUE_KEYWORDS.has(key)))
    : redactValue(name, schema, isSecretKey);

function redactValue(key: string, value: unknown, isSecret: IsSecret): unknown {
  if (isSecret(key)) return mask(value, key);
  if (key === 'properties' && isJsonObject(value)) return mapEntries(value, redactProperty);
  return redact(value, /^headers$/i.test(key) ? isSecretHeader : isSecretKey);
}

/** Returns the name of an entry of a list such as `[{ name: 'Authorization', value: '…' }]`. */
const getEntryName = ({ name, key, header, value }: JsonObject) =>
  value === undefined ? undefined : [name, key, header].find((text) => typeof text === 'string');

function redact(value: unknown, isSecret: IsSecret): unknown {
  if (Array.isArray(value)) return value.map((item) => redact(item, isSecret));
  if (!isJsonObject(value)) return value;
  const entryName = getEntryName(value);
  const isSecretOf: IsSecret =
    entryName === undefined
      ? isSecret
      : (key) => isSecretKey(key) || (key === 'value' && isSecretHeader(entryName));
  return mapEntries(value, (key, child) => redactValue(key, child, isSecretOf));
}

/**
 * Returns JSON with {@link REDACTED} in place of each secret, at every depth. Keys and header names decide what is a
 * secret; secrets inside other texts, such as the query of a URL, are not recognized. Recursive: limit the depth first.
 */
export const redactSecrets = (value: unknown): unknown => redact(value, isSecretKey);

/** Returns the paths of all {@link REDACTED} values. */
export function findRedacted(value: unknown): (string | number)[][] {
  const found: (string | number)[][] = [];
  const path: (string | number)[] = [];
  const search = (value: unknown) => {
    if (value === REDACTED) found.push([...path]);
    if (typeof value !== 'object' || value === null) return;
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const key of keys) {
      path.push(key);
      search(Reflect.get(value, key));
      path.pop();
    }
  };
  search(value);
  return found;
}
