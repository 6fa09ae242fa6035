import { closestMatch } from 'leven';
import { getName, listSettings } from '../../shared/settings/setting.ts';
import type { Environment } from './environment.ts';
import { Settings } from './settings.ts';

/** Maximum edits between a misspelled name and the setting that it means. */
const MAX_EDITS = 2;

/** Shorter names, such as HOST, resemble too many variables of other programs. */
const MIN_LENGTH = 7;

/** Prefixes that only settings of this program use, except for variables that Kubernetes sets for a service. */
const OWN_NAME =
  /^(?:UPSTREAM|RATE_LIMIT|RESPONSE_CACHE|POLICY|AUTH|AUDIT|CONSOLE|CORS)_(?!SERVICE_|PORT(?:_|$))/;

/** Words that other programs use for those of settings. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['DB', 'DATABASE'],
  ['PG', 'DATABASE'],
  ['POSTGRES', 'DATABASE'],
  ['URI', 'URL'],
]);

const IN_POLICY = 'set it for an issuer in POLICY';
const FIXED = 'the limit is fixed';

/** Former settings, and what applies instead. */
const REMOVED = new Map(
  Object.entries({
    AUTH_ALGORITHMS: IN_POLICY,
    AUTH_SCOPE_PREFIX: IN_POLICY,
    CONSOLE_AUDIENCE: IN_POLICY,
    CONSOLE_SCOPES: IN_POLICY,
    CONSOLE_TOKEN_ORIGIN: IN_POLICY,
    INTROSPECTION: 'in production, EXPLORER enables introspection',
    LOG_SUBJECTS: 'with AUDIT_SECRET, the log has hashed subjects',
    MAX_CONNECTIONS: FIXED,
    MAX_CONNECTIONS_PER_ADDRESS: FIXED,
    MAX_IMAGE_BYTES: FIXED,
    MAX_RESPONSE_MB: FIXED,
    MCP_TRANSCRIPTS: 'set MCP=transcripts',
    POLICY_REDIS_URL: 'counters are in REDIS_URL',
    RATE_LIMIT_ADDRESS_FACTOR: FIXED,
    RATE_LIMIT_DOCUMENTS: FIXED,
    RATE_LIMIT_UPLOADS: FIXED,
    RATE_LIMIT_VOICE_UPLOADS: FIXED,
    REDIS_TIMEOUT: 'it is 200 ms',
    STORAGE_DOCUMENTS: FIXED,
    UPSTREAM_QUEUE_SECONDS: 'calls wait up to 5 seconds',
  }),
);

const toWords = (name: string) => name.split('_').map((word) => SYNONYMS.get(word) ?? word);

/** Shorter parts of names, such as HOST, resemble too many variables of other programs. */
const MIN_PART = 6;

/** Whether a name has the words of a setting, some of them, or the kind of its value in addition. */
function resembles(name: string, setting: string): boolean {
  if (setting.startsWith('OTEL_')) return false;
  const words = toWords(name);
  const [own, other] = [`_${setting}_`, `_${words.join('_')}_`];
  if (own === other || (words.length > 1 && own.includes(other))) return true;
  const isKind = ['FILE', 'PATH', 'CONFIG'].includes(words.at(-1) ?? '');
  return isKind && setting.length >= MIN_PART && setting === words.slice(0, -1).join('_');
}

const MODES = ['production', 'development', 'test'];

/** Finds variables that are meant as settings and are none. Returns a sentence for each, without its value. */
export function findMisspelledSettings(env: Environment): readonly string[] {
  const known = listSettings(Settings).map(getName);
  const candidates = known.filter(({ length }) => length >= MIN_LENGTH);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const instead = REMOVED.get(name);
    if (instead !== undefined) return [`${name} is no longer a setting: ${instead}.`];
    const meant =
      closestMatch(name, candidates, { maxDistance: MAX_EDITS }) ??
      known.find((setting) => resembles(name, setting));
    if (meant) return [`${name} is not a setting. Did you mean ${meant}?`];
    return OWN_NAME.test(name) ? [`${name} is not a setting.`] : [];
  });
}

/** Finds variables that have no effect, such as misspelled settings. Returns a sentence for each, without secrets. */
export function findSuspiciousSettings(env: Environment): readonly string[] {
  const { NODE_ENV: mode, UPSTREAM_URL: upstream, DATABASE_URL: database } = env;
  const { CONSOLE: hasConsole, CONSOLE_CLIENT_ID: clientId } = env;
  return [
    ...findMisspelledSettings(env),
    ...(mode && !MODES.includes(mode)
      ? [
          `NODE_ENV=${mode.slice(0, 20)} has no effect. Only production disables the development defaults.`,
        ]
      : []),
    ...(upstream && database
      ? [
          'DATABASE_URL has no effect, because UPSTREAM_URL is set and the built-in avatar service is not used.',
        ]
      : []),
    ...(clientId && ['false', '0'].includes(hasConsole ?? '')
      ? ['CONSOLE_CLIENT_ID has no effect, because CONSOLE is false.']
      : []),
  ];
}
