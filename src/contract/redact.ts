import { isJsonObject, type JsonObject } from './record.ts';

/** Replaces secrets in JSON that is returned to callers. */
export const REDACTED = '[redacted]';

/** What names mean, by their words in lower case: with spaces between them, and `joined` without. */
const NAMES = {
  /** Most keys do not contain a part of a secret's name and are not split. */
  candidate:
    /secret|pass|pwd|pin|key|auth|token|cookie|cred|bearer|jwt|otp|dsn|pat|connect|^encrypt/i,
  joinedSecret: /secret/,
  /** Counts of an LLM's tokens, and what describes a credential without containing it, such as `apiKeyId`. */
  harmless:
    /^(?:max|min|total|num|stop)\b|\b(?:ids?|names?|types?|urls?|uri|endpoint|count|limit|at|ttl|seconds|expiry|length|usage|used|size|format|status|scheme|method|mode|provider)$/,
  joinedCredential:
    /password|passwd|passphrase|passcode|pwd|credential|authorization|cookie|bearer|connectionstring|^encrypted|tokens?$|(?:api|access|private|sign(?:ing)?|encryption|auth|subscription|master|service|account|license|shared|functions?|admin|webhook|client|server|session|storage|hmac|aes|rsa|ssh|pgp)keys?$|(?:api|private|access)key/,
  credential: /\b(?:tokens?|auth|authentication|jwt|otp)\b|\b(?:pass|pin|dsn|pat)$/,
  /** Custom headers such as `X-Acme-Key`. */
  secretHeader: /key\b|\b(?:sign|session|auth)|\bsid\b/,
  /** Parameters of signed URLs and redirects. `code` counts, and `countryCode` does not. */
  secretParameter: /\b(?:sig|hmac)\b|^code$|^\S*sess(?:ion)?id$/,
  harmlessHeader:
    /^(?:accept|accept-charset|accept-encoding|accept-language|cache-control|connection|content-encoding|content-language|content-length|content-type|date|host|user-agent)$/i,
  headers: /headers$|\bheader$/,
  joinedQuery: /(?:query|querystring|params|(?:query|search|url)param(?:eter)?s?)$/,
} as const;

/** Words of a name in camel case, snake case, kebab case or with spaces. Takes linear time. */
const splitWords = (name: string) =>
  name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();

const joinWords = (words: string) => words.replaceAll(' ', '');

/**
 * Whether the value under a key of a JSON object is a secret, judged by the key: an API key, token, password, cookie
 * and the like. Ids, types and counts, such as `apiKeyId`, `tokenType` and `maxTokens`, are not.
 */
export function isSecretKey(key: string): boolean {
  if (!NAMES.candidate.test(key)) return false;
  const words = splitWords(key);
  const joined = joinWords(words);
  if (NAMES.joinedSecret.test(joined)) return true;
  if (NAMES.harmless.test(words)) return false;
  return NAMES.joinedCredential.test(joined) || NAMES.credential.test(words);
}

/** Whether the value of an HTTP header is a secret, judged by its name. */
export const isSecretHeader = (name: string): boolean =>
  isSecretKey(name) || NAMES.secretHeader.test(splitWords(name));

/** Whether a parameter of a query is a secret, judged by its name. */
export const isSecretParameter = (name: string): boolean =>
  isSecretHeader(name) || NAMES.secretParameter.test(splitWords(name));

/** Whether the value of an HTTP header is shown. Values of all other headers can be secrets. */
export const isHarmlessHeader = (name: string): boolean => NAMES.harmlessHeader.test(name.trim());

/** Whether a key contains HTTP headers, such as `requestHeaders`. */
export const containsHeaders = (key: string): boolean =>
  /header/i.test(key) && NAMES.headers.test(splitWords(key));

/** Whether a key contains the query of a URL, such as `queryParams`. */
export const containsQuery = (key: string): boolean =>
  /query|param/i.test(key) && NAMES.joinedQuery.test(joinWords(splitWords(key)));

/** Shows a query. After the value of a secret, it shows what follows the next `&`. */
const showQuery = (text: string) =>
  text
    .split('&')
    .map((part) => {
      for (const { index, 0: start, 1: name = '' } of part.matchAll(/(?:^|[?#;])([^?#;=\s]+)=/g)) {
        const end = index + start.length;
        if (end < part.length && isSecretParameter(name)) return part.slice(0, end) + REDACTED;
      }
      return part;
    })
    .join('&');

/** Shows a text. A URL is shown without its credentials. */
const showUrl = (text: string) =>
  /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text.trim())
    ? showQuery(text.replace(/(?<=:\/\/)[^/?#]+@/, `${REDACTED}@`))
    : text;

/** Whether a line of a text is a harmless header, or blank. */
function isHarmlessLine(line: string): boolean {
  const [name = '', value, ...others] = line.split(':');
  return value === undefined ? name.trim() === '' : others.length === 0 && isHarmlessHeader(name);
}

/** A place in JSON. It decides which names are those of secrets, and what is shown of a text. */
interface Place {
  /** Judges a key. */
  readonly isSecret: (key: string) => boolean;
  /** Judges a name that is a value, as in `{ name: 'X-Acme-Key', value: '…' }`. */
  readonly isSecretName: (name: string) => boolean;
  readonly showText: (text: string) => string;
}

const ANYWHERE: Place = { isSecret: isSecretKey, isSecretName: isSecretHeader, showText: showUrl };

const HEADERS: Place = {
  isSecret: (name) => !isHarmlessHeader(name),
  isSecretName: (name) => !isHarmlessHeader(name),
  showText: (text) => (text.split(/[\r\n]/).every(isHarmlessLine) ? text : REDACTED),
};

const QUERY: Place = {
  isSecret: isSecretParameter,
  isSecretName: isSecretParameter,
  showText: (text) => showUrl(showQuery(text)),
};

/** Keys of the name in `{ name: 'Authorization', value: '…' }`. */
const NAME_KEYS = ['name', 'key', 'k', 'header', 'param', 'parameter', 'field', 'variable'];

/** Matches the keys of the value there. Some are keywords of JSON Schema. */
const VALUE_KEY = /^(?:values?|v|val|const|default|defaultValue|enum|examples?)$/;

/** Matches keywords that identify a JSON Schema, which has at least one of them. */
const SCHEMA_KEYWORD =
  /^(?:type|title|description|format|\$ref|items|properties|anyOf|oneOf|allOf|const|default|enum|examples?)$/;

/** The JSON Schema of a secret. */
const SECRET_SCHEMA: Place = {
  ...ANYWHERE,
  isSecret: (key) => VALUE_KEY.test(key) || isSecretKey(key),
};

const mapEntries = (object: JsonObject, change: (key: string, value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

const hasKey = (object: JsonObject, keys: RegExp) =>
  Object.keys(object).some((key) => keys.test(key));

/**
 * Replaces all texts and numbers. Numbers under a key of tokens are counts. True, false and null say only what is set.
 */
function mask(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, key));
  if (isJsonObject(value)) return mapEntries(value, (_, child) => mask(child, key));
  const isText = typeof value === 'string' && value !== '';
  return isText || (typeof value === 'number' && !/token/i.test(key)) ? REDACTED : value;
}

/** Redacts what is under a key that is not the name of a secret. */
function redactUnder(key: string, value: unknown, place: Place): unknown {
  if (containsHeaders(key)) return redact(value, HEADERS);
  if (containsQuery(key)) return redact(value, QUERY);
  // A harmless header contains no headers.
  return redact(value, place === HEADERS ? ANYWHERE : place);
}

function redactMember(name: string, value: unknown, place: Place): unknown {
  if (place.isSecret(name)) return mask(value, name);
  if (name !== 'properties' || !isJsonObject(value)) return redactUnder(name, value, place);
  return mapEntries(value, (property, schema) => {
    if (!isJsonObject(schema) || !hasKey(schema, SCHEMA_KEYWORD))
      return redactMember(property, schema, place);
    // The name of a property in a JSON Schema is no key, but its default can be a secret.
    return redact(schema, place.isSecret(property) ? SECRET_SCHEMA : place);
  });
}

/** Whether an item of a list is `['Authorization', '…']`. */
const isPair = (item: unknown): item is [string, ...unknown[]] =>
  Array.isArray(item) &&
  item.length > 1 &&
  typeof item[0] === 'string' &&
  /^[^\s:]+$/.test(item[0]);

/**
 * Redacts an object, which may have a name and its value.
 * @param isItem whether it is in a list. Alone among headers or parameters, it can also be an object of them: its keys
 * are then names, too.
 */
function redactObject(object: JsonObject, place: Place, isItem: boolean): unknown {
  // A text with a colon is a header.
  const isName = (text: unknown) => typeof text === 'string' && !text.includes(':');
  const nameKeys = NAME_KEYS.filter((key) => isName(object[key]));
  const names = nameKeys.map((key) => String(object[key]));
  const [name] = names;
  if (name === undefined || !hasKey(object, VALUE_KEY))
    return mapEntries(object, (key, value) => redactMember(key, value, place));
  const isSecret = names.some(place.isSecretName);
  return mapEntries(object, (key, value) => {
    if (nameKeys.includes(key) && (isItem || !place.isSecret(key))) return value;
    if (VALUE_KEY.test(key)) return isSecret ? mask(value, key) : redactUnder(name, value, place);
    return redactMember(key, value, isItem && place === HEADERS ? ANYWHERE : place);
  });
}

function redactList(list: readonly unknown[], place: Place): unknown {
  const hasPairs = list.some(isPair);
  return list.map((item) => {
    if (isJsonObject(item)) return redactObject(item, place, !hasPairs);
    if (!isPair(item)) return redact(item, place);
    const [name, ...values] = item;
    return [name, ...values.map((value) => redactMember(name, value, place))];
  });
}

function redact(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return place.showText(value);
  if (Array.isArray(value)) return redactList(value, place);
  return isJsonObject(value) ? redactObject(value, place, false) : value;
}

/**
 * Returns JSON in which {@link REDACTED} replaces each secret, at every depth. Names decide what is a secret; secrets in
 * other texts, except URLs, are not recognized. Recursive: limit the depth first.
 */
export const redactSecrets = (value: unknown): unknown => redact(value, ANYWHERE);

/** Whether a text contains the placeholder of a secret, as {@link redactSecrets} inserts it. */
const hasRedacted = (text: string) =>
  text === REDACTED || text.includes(`=${REDACTED}`) || text.includes(`//${REDACTED}@`);

/** Returns the paths of all values that contain the placeholder of a secret. */
export function findRedacted(
  value: unknown,
  path: readonly (string | number)[] = [],
): (string | number)[][] {
  if (typeof value === 'string') return hasRedacted(value) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, child]) => findRedacted(child, [...path, key]));
}
