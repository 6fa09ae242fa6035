/** Matches secrets anywhere in a name, written without separators. */
const SECRET = /secret/;

/** Matches other credentials. A name that only describes one, such as `apiKeyId`, is excluded by {@link DESCRIPTIVE}. */
const CREDENTIAL =
  /password|passwd|passphrase|passcode|pwd|credential|authorization|cookie|bearer|connectionstring|^encrypted|tokens?$|(?:api|access|private|sign(?:ing)?|encryption|auth|subscription|master|service|account|license|shared|functions?|admin|webhook|client|server|session|storage|hmac|aes|rsa|ssh|pgp)keys?$|(?:api|private|access)key/;

/** Words that mean a credential wherever they are in a name. */
const CREDENTIAL_WORDS = new Set(['token', 'tokens', 'auth', 'authentication', 'jwt', 'otp']);

/** Words that mean a credential at the end of a name. */
const LAST_WORDS = new Set(['pass', 'pin', 'dsn', 'pat']);

/** Last words of names that describe a credential without containing it. */
const DESCRIPTIVE = new Set(
  'id ids name names type types url urls uri endpoint count limit at ttl seconds expiry length usage used size format status scheme method mode provider'.split(
    ' ',
  ),
);

/** First words of names that count or limit tokens of a language model. */
const COUNTING = new Set(['max', 'min', 'total', 'num', 'stop']);

/** Matches at least a part of every name above. Most keys do not match and are not split. */
const CANDIDATE =
  /secret|pass|pwd|pin|key|auth|token|cookie|cred|bearer|jwt|otp|dsn|pat|connect|^encrypt/i;

/** Words of a name in camel case, snake case, kebab case or with spaces. Takes linear time. */
const splitWords = (name: string) =>
  name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/**
 * Whether the value under a key of a JSON object is a secret, judged by the key: an API key, token, password, cookie
 * and the like. Ids, types and counts, such as `apiKeyId`, `tokenType` and `maxTokens`, are not.
 */
export function isSecretKey(key: string): boolean {
  if (!CANDIDATE.test(key)) return false;
  const words = splitWords(key);
  const joined = words.join('');
  if (SECRET.test(joined)) return true;
  const last = words.at(-1) ?? '';
  if (DESCRIPTIVE.has(last) || COUNTING.has(words[0] ?? '')) return false;
  return (
    CREDENTIAL.test(joined) ||
    LAST_WORDS.has(last) ||
    words.some((word) => CREDENTIAL_WORDS.has(word))
  );
}

/** Whether the value of an HTTP header is a secret, judged by its name. Custom names such as `X-Acme-Key` count. */
export const isSecretHeader = (name: string): boolean =>
  isSecretKey(name) ||
  splitWords(name).some((word) => /key$|^sign|^session|^sid$|^auth/.test(word));

/** Parameters of signed URLs and redirects, by a word of their name. */
const PARAMETER_WORDS = new Set(['sig', 'hmac', 'code', 'sid']);

/** Whether a parameter of a query is a secret, judged by its name. `code` counts, and `countryCode` does not. */
export function isSecretParameter(name: string): boolean {
  if (isSecretHeader(name)) return true;
  const words = splitWords(name);
  const [first = ''] = words;
  if (words.length === 1) return PARAMETER_WORDS.has(first) || /sess(?:ion)?id$/.test(first);
  return words.includes('sig') || words.includes('hmac');
}

/** Headers whose values are no secrets, in lower case. */
const HARMLESS_HEADERS = new Set(
  'accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-language content-length content-type date host user-agent'.split(
    ' ',
  ),
);

/** Whether the value of an HTTP header is shown. Values of all other headers can be secrets. */
export const isHarmlessHeader = (name: string): boolean =>
  HARMLESS_HEADERS.has(name.trim().toLowerCase());

/** Whether a key contains HTTP headers, such as `requestHeaders`. */
export const containsHeaders = (key: string): boolean =>
  /header/i.test(key) && /(?:headers|^header)$/.test(splitWords(key).at(-1) ?? '');

/** Whether a key contains the query of a URL, such as `queryParams`. */
export const containsQuery = (key: string): boolean =>
  /query|param/i.test(key) &&
  /(?:query|querystring|params|(?:query|search|url)param(?:eter)?s?)$/.test(
    splitWords(key).join(''),
  );
