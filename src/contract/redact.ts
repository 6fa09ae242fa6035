import { isJsonObject, type JsonObject } from './record.ts';
import {
  containsHeaders,
  containsQuery,
  isHarmlessHeader,
  isSecretHeader,
  isSecretKey,
  isSecretParameter,
} from './secret-keys.ts';

/** Replaces secrets in JSON that is returned to callers. */
export const REDACTED = '[redacted]';

/** What a part of JSON is: it decides which names are those of secrets, and what is shown of a text. */
interface Content {
  /** Judges a key. */
  readonly isSecret: (key: string) => boolean;
  /** Judges a name that is a value, as in `{ name: 'X-Acme-Key', value: '…' }`. */
  readonly isSecretName: (name: string) => boolean;
  readonly showText: (text: string) => string;
}

const PARAMETER_NAME = /(?:^|[?#;])([^?#;=\s]+)=/g;

/** Shows a query, or what is between two `&` of it: up to the value of the first parameter that is a secret. */
function showParameters(text: string): string {
  for (const { index, 0: start, 1: name = '' } of text.matchAll(PARAMETER_NAME)) {
    const end = index + start.length;
    if (end < text.length && isSecretParameter(name)) return text.slice(0, end) + REDACTED;
  }
  return text;
}

const showQuery = (text: string) => text.split('&').map(showParameters).join('&');

const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\/\/\S+$/i;
const USER_INFO = /(?<=:\/\/)[^/?#]+@/;

/** Shows a text. A URL is shown without its credentials. */
const showUrl = (text: string) =>
  ABSOLUTE_URL.test(text.trim()) ? showQuery(text.replace(USER_INFO, `${REDACTED}@`)) : text;

/** Whether a line of a text is a harmless header, or blank. */
function isHarmlessLine(line: string): boolean {
  const [name = '', value, ...others] = line.split(':');
  return value === undefined ? name.trim() === '' : others.length === 0 && isHarmlessHeader(name);
}

const DATA: Content = { isSecret: isSecretKey, isSecretName: isSecretHeader, showText: showUrl };

const HEADERS: Content = {
  isSecret: (name) => !isHarmlessHeader(name),
  isSecretName: (name) => !isHarmlessHeader(name),
  showText: (text) => (text.split(/[\r\n]/).every(isHarmlessLine) ? text : REDACTED),
};

const QUERY: Content = {
  isSecret: isSecretParameter,
  isSecretName: isSecretParameter,
  showText: (text) => showUrl(showQuery(text)),
};

/** Keys of the name in `{ name: 'Authorization', value: '…' }`. */
const NAME_KEYS = ['name', 'key', 'k', 'header', 'param', 'parameter', 'field', 'variable'];

/** Keys of the value there. Some are keywords of JSON Schema. */
const VALUE_KEYS = new Set(
  'value values v val const default defaultValue enum example examples'.split(' '),
);

/** Keywords that identify a JSON Schema, which has at least one of them. */
const SCHEMA_KEYWORDS = new Set(
  'type title description format $ref items properties anyOf oneOf allOf const default enum example examples'.split(
    ' ',
  ),
);

/** The JSON Schema of a secret. */
const SECRET_SCHEMA: Content = {
  ...DATA,
  isSecret: (key) => VALUE_KEYS.has(key) || isSecretKey(key),
};

/** What is under a key that is not the name of a secret. */
function enter(key: string, content: Content): Content {
  if (containsHeaders(key)) return HEADERS;
  if (containsQuery(key)) return QUERY;
  // A harmless header contains no headers.
  return content === HEADERS ? DATA : content;
}

const mapEntries = (object: JsonObject, change: (key: string, value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/**
 * Replaces all texts and numbers. Numbers under a key of tokens are counts. True, false and null say only what is set.
 */
function mask(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, key));
  if (isJsonObject(value)) return mapEntries(value, (_, child) => mask(child, key));
  const isText = typeof value === 'string' && value !== '';
  return isText || (typeof value === 'number' && !/token/i.test(key)) ? REDACTED : value;
}

const hasKey = (object: JsonObject, keys: ReadonlySet<string>) =>
  Object.keys(object).some((key) => keys.has(key));

/** Redacts a property of a JSON Schema: its name is no key, but its default can be a secret. */
function redactProperty(name: string, schema: unknown, content: Content): unknown {
  if (!isJsonObject(schema) || !hasKey(schema, SCHEMA_KEYWORDS))
    return redactMember(name, schema, content);
  const isSecret = content === SECRET_SCHEMA || content.isSecret(name);
  return redact(schema, isSecret ? SECRET_SCHEMA : content);
}

function redactMember(name: string, value: unknown, content: Content): unknown {
  if (content.isSecret(name)) return mask(value, name);
  return name === 'properties' && isJsonObject(value)
    ? mapEntries(value, (property, schema) => redactProperty(property, schema, content))
    : redact(value, enter(name, content));
}

const PAIR_NAME = /^[^\s:]+$/;

/** Whether an item of a list is `['Authorization', '…']`. */
const isPair = (item: unknown): item is [string, ...unknown[]] =>
  Array.isArray(item) && item.length > 1 && typeof item[0] === 'string' && PAIR_NAME.test(item[0]);

/**
 * Redacts an object that has a name and its value; undefined if it has not.
 * @param isItem whether it is in a list. Alone among headers or parameters, it can also be an object of them: its keys
 * are then names, too.
 */
function redactEntry(object: JsonObject, content: Content, isItem: boolean): unknown {
  if (!hasKey(object, VALUE_KEYS)) return undefined;
  // A text with a colon is a header.
  const isName = (text: unknown) => typeof text === 'string' && !text.includes(':');
  const nameKeys = NAME_KEYS.filter((key) => isName(object[key]));
  const [name, ...others] = nameKeys.map((key) => String(object[key]));
  if (name === undefined) return undefined;
  const isSecret = [name, ...others].some(content.isSecretName);
  return mapEntries(object, (key, value) => {
    if (nameKeys.includes(key) && (isItem || !content.isSecret(key))) return value;
    if (VALUE_KEYS.has(key))
      return isSecret ? mask(value, key) : redact(value, enter(name, content));
    return redactMember(key, value, isItem && content === HEADERS ? DATA : content);
  });
}

/** Returns the redacted value; undefined if it does not have the shape. */
type RedactShape = (value: unknown, content: Content) => unknown;

/**
 * The shapes in which JSON has a value and its name, by an example of each. The first one that a value has decides. Other
 * values, such as numbers, are shown unless their name is that of a secret.
 */
export const SHAPES = {
  "'Authorization: …'": (text, content) =>
    typeof text === 'string' ? content.showText(text) : undefined,
  "[['Authorization', '…']]": (list, content) => {
    if (!Array.isArray(list) || !list.some(isPair)) return undefined;
    return list.map((item) => {
      if (!isPair(item)) return redact(item, content);
      const [name, ...values] = item;
      return [name, ...values.map((value) => redactMember(name, value, content))];
    });
  },
  "[{ name: 'Authorization', value: '…' }, 'Authorization: …']": (list, content) =>
    Array.isArray(list)
      ? list.map(
          (item) =>
            (isJsonObject(item) ? redactEntry(item, content, true) : undefined) ??
            redact(item, content),
        )
      : undefined,
  "{ name: 'Authorization', value: '…' }": (object, content) =>
    isJsonObject(object) ? redactEntry(object, content, false) : undefined,
  "{ apiKey: '…' }": (object, content) =>
    isJsonObject(object)
      ? mapEntries(object, (key, value) => redactMember(key, value, content))
      : undefined,
} as const satisfies Readonly<Record<string, RedactShape>>;

const shapes = Object.values<RedactShape>(SHAPES);

function redact(value: unknown, content: Content): unknown {
  for (const redactShape of shapes) {
    const redacted = redactShape(value, content);
    if (redacted !== undefined) return redacted;
  }
  return value;
}

/**
 * Returns JSON in which {@link REDACTED} replaces each secret, at every depth. Names decide what is a secret; secrets in
 * other texts, except URLs, are not recognized. Recursive: limit the depth first.
 */
export const redactSecrets = (value: unknown): unknown => redact(value, DATA);

/** Whether a text contains the placeholder of a secret, as {@link redactSecrets} inserts it. */
const hasRedacted = (text: string) =>
  text === REDACTED || text.includes(`=${REDACTED}`) || text.includes(`//${REDACTED}@`);

/** Returns the paths of all values that contain the placeholder of a secret. */
export function findRedacted(value: unknown): (string | number)[][] {
  const found: (string | number)[][] = [];
  const path: (string | number)[] = [];
  const search = (value: unknown) => {
    if (typeof value === 'string' && hasRedacted(value)) found.push([...path]);
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
