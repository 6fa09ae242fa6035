import { stat } from 'node:fs/promises';
import { Policy } from '../../policy/policy.ts';
import { createJwtCaller, type JwtRules } from '../../server/authentication/authenticate.ts';
import type { RemoteKeySet } from '../../server/authentication/jwks.ts';
import type { RemoteKeys } from '../../server/authentication/jwt.ts';
import type { SignInProvider } from '../../server/pages/console.ts';
import { getName, listSettings } from '../../shared/settings/setting.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/environment.ts';
import { authenticationSettings, SETTING_NAMES } from '../config/settings.ts';
import type { StartOptions } from '../running.ts';
import type { Log } from '../telemetry/log.ts';
import { type KeyConfig, listFilesOfKeys, readUpstreamKeys, type UpstreamKeys } from './keys.ts';

/** Milliseconds between two checks of files. */
const WATCH_INTERVAL = 2_000;

/** The settings that a reload applies. Others need a new process. */
const RELOADABLE: readonly string[] = [
  ...listSettings(authenticationSettings).map(getName),
  'UPSTREAM_API_KEY',
  'UPSTREAM_API_KEY_FILE',
  'POLICY',
];

/** The parts of the configuration that define who callers are, what they may do, and with which key. */
type AccessConfig = Pick<Config, 'issuers' | 'policy' | 'upstream'>;

export interface AccessOptions {
  /** The key of the built-in avatar service, if it is used. */
  readonly embeddedKey: string | undefined;
  readonly fingerprintKey: Buffer | undefined;
  readonly log: Log;
}

/** Who callers are, what they may do, and with which key of the upstream. Nothing in it changes. */
export interface Snapshot {
  readonly policy: Policy | undefined;
  readonly keys: UpstreamKeys;
  /** The keys of issuers by their URLs. They stay across reloads, so that a reload needs no issuer. */
  readonly remoteKeys: RemoteKeys;
  /** How JWTs become callers; undefined if JWT authentication is off. */
  readonly rules: JwtRules | undefined;
  /** Where people sign in to the console. */
  readonly signInProviders: readonly SignInProvider[];
}

/** Creates the rules for JWTs. The library is loaded only if it is needed. */
async function createRules(
  { issuers }: AccessConfig,
  keys: UpstreamKeys,
  remoteKeys: RemoteKeys,
): Promise<JwtRules | undefined> {
  if (issuers.length === 0) return undefined;
  const { createJwtVerifier } = await import('../../server/authentication/jwt.ts');
  const verifyJwt = createJwtVerifier(issuers, undefined, remoteKeys);
  return { verifyJwt, createCaller: (jwt) => createJwtCaller(jwt, keys) };
}

/** Fetches the keys of an issuer in advance: a wrong URL is found before the first user signs in. */
function loadKeys(url: string, keys: RemoteKeySet, log: Log): void {
  keys.load().catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    log.warn({ url }, `${message} Until it can be fetched, its JWTs are rejected with 503.`);
  });
}

const logProblems = ({ problems }: ConfigError, log: Log) => {
  for (const problem of problems) log.error({}, `not reloaded: ${problem}`);
};

/**
 * @param before the snapshot that is replaced, whose keys the tenants with an invalid key file keep.
 * @throws ConfigError if another file is missing or invalid.
 */
async function readSnapshot(
  config: AccessConfig,
  { embeddedKey, fingerprintKey, log }: AccessOptions,
  before?: Snapshot,
): Promise<Snapshot> {
  const { issuers, policy } = config;
  const known: RemoteKeys = before?.remoteKeys ?? new Map();
  const previous = before && {
    tenants: before.keys.tenants,
    report: (problem: ConfigError) => logProblems(problem, log),
  };
  const keys = await readUpstreamKeys(config, embeddedKey, fingerprintKey, previous);
  const urls = issuers.flatMap((issuer) => ('jwksUrl' in issuer.keys ? issuer.keys.jwksUrl : []));
  const remoteKeys = new Map([...known].filter(([url]) => urls.includes(url)));
  const rules = await createRules(config, keys, remoteKeys);
  for (const [url, set] of remoteKeys) if (!known.has(url)) loadKeys(url, set, log);
  return {
    policy: policy && new Policy(policy.file),
    keys,
    remoteKeys,
    rules,
    signInProviders: issuers.flatMap(({ issuer, name, console }) =>
      console ? [{ ...console, issuer, name: name ?? new URL(issuer).host }] : [],
    ),
  };
}

/** What can change only at a restart: the kind of authentication, and the upstream. */
const describeKind = ({ issuers, policy, upstream }: AccessConfig): string => {
  const hasKey = (upstream?.apiKey ?? upstream?.apiKeyFile) !== undefined;
  return JSON.stringify([issuers.length > 0, policy !== undefined, hasKey, upstream?.url]);
};

const describeFile = (path: string): Promise<string> =>
  stat(path).then(
    ({ ino, size, mtimeMs, ctimeMs }) => [path, ino, size, mtimeMs, ctimeMs].join(),
    () => path,
  );

/** Returns a text that changes with the files of a policy and of keys, also behind links, as in a volume of Kubernetes. */
async function getFileVersions(config: KeyConfig): Promise<string> {
  const policy = config.policy ? [config.policy.path] : [];
  const keys = await listFilesOfKeys(config).catch((error: unknown) => [String(error)]);
  return (await Promise.all([...policy, ...keys].map(describeFile))).join('\n');
}

/** Names what differs, for the log. Values may be secrets. */
function compare(before: Environment, after: Environment, snapshots: readonly Snapshot[]): object {
  const changed = SETTING_NAMES.filter((name) => before[name] !== after[name]);
  return {
    settings: changed.filter((name) => RELOADABLE.includes(name)),
    ignored: changed.filter((name) => !RELOADABLE.includes(name)),
    policies: snapshots.map(({ policy }) => policy?.version),
    tenants: snapshots.map(({ keys }) => keys.tenants.size),
  };
}

/**
 * Opens the access: who callers are, what they may do, and with which key of the upstream, as long as the process runs. It
 * is read again when a file of the policy or of keys has changed.
 * @throws ConfigError if a file is missing or invalid.
 */
export async function openAccess(
  config: Config,
  options: AccessOptions,
  { readEnvironment, watchInterval = WATCH_INTERVAL }: StartOptions,
) {
  const { log } = options;
  // Before the files are read, so that a change meanwhile is noticed.
  let versions = await getFileVersions(config);
  let current = await readSnapshot(config, options);
  let last = { environment: readEnvironment?.() ?? {}, config };
  let latest = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const replace = async (environment: Environment) => {
    const next = readConfig(environment);
    if (describeKind(next) !== describeKind(config)) {
      throw new ConfigError(
        'Only a restart changes UPSTREAM_URL, or begins or ends JWT authentication, POLICY or UPSTREAM_API_KEY.',
      );
    }
    const nextVersions = await getFileVersions(next);
    const snapshot = await readSnapshot(next, options, current);
    const changes = compare(last.environment, environment, [current, snapshot]);
    last = { environment, config: next };
    versions = nextVersions;
    current = snapshot;
    log.warn(changes, 'settings, policy and keys were read again');
  };

  const reload =
    readEnvironment &&
    (() => {
      latest = latest
        .then(() => replace(readEnvironment()))
        .catch((error: unknown) => {
          if (!(error instanceof ConfigError)) log.error({ err: error }, 'fault');
          else logProblems(error, log);
        });
      return latest;
    });

  const watch = () => {
    timer = setTimeout(async () => {
      const found = await getFileVersions(last.config);
      // What is invalid is not tried again before it changes.
      const hasChanged = found !== versions;
      versions = found;
      if (hasChanged && timer) await reload?.();
      if (timer) watch();
    }, watchInterval).unref();
  };
  if (reload) watch();

  return {
    get current() {
      return current;
    },
    /**
     * Reads the settings, the policy and the keys again, after reloads that have begun before, and replaces all of them. If
     * something is missing or invalid, everything stays as it was; if it is the key file of a tenant, the tenant's key. The
     * log says why. Undefined if the environment cannot be read again.
     */
    reload,
    /** Ends the checks of files. */
    close: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

export type Access = Awaited<ReturnType<typeof openAccess>>;
