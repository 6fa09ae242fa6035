import { Policy } from '../../policy/policy.ts';
import type { JwtRules } from '../../server/authentication/authenticate.ts';
import type { RemoteKeySet } from '../../server/authentication/jwks.ts';
import type { RemoteKeys } from '../../server/authentication/jwt.ts';
import { createJwtCaller } from '../../server/authentication/jwt-caller.ts';
import type { SignInProvider } from '../../server/pages/console.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Log } from '../telemetry/log.ts';
import { readUpstreamKeys, type UpstreamKeys } from './upstream-keys.ts';

/** The parts of the configuration that define who callers are, what they may do, and with which key. */
type AccessConfig = Pick<Config, 'issuers' | 'policy' | 'upstream'>;

export interface AccessOptions {
  /** The key of the built-in avatar service, if it is used. */
  readonly embeddedKey: string | undefined;
  readonly fingerprintKey: Buffer | undefined;
  readonly log: Log;
}

/** Who callers are, what they may do, and with which key of the upstream. Nothing in it changes. */
interface Snapshot {
  readonly policy: Policy | undefined;
  readonly keys: UpstreamKeys;
  /** The keys of issuers by their URLs. They stay across reloads, so that a reload needs no issuer. */
  readonly remoteKeys: RemoteKeys;
  /** How JWTs become callers; undefined if JWT authentication is off. */
  readonly rules: JwtRules | undefined;
  /** Where people sign in to the console. */
  readonly signInProviders: readonly SignInProvider[];
}

const listSignInProviders = ({ issuers }: Pick<Config, 'issuers'>): readonly SignInProvider[] =>
  issuers.flatMap(({ issuer, name, console }) =>
    console ? [{ ...console, issuer, name: name ?? new URL(issuer).host }] : [],
  );

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

/** @throws ConfigError if a file is missing or invalid. */
async function readSnapshot(
  config: AccessConfig,
  options: AccessOptions,
  previous?: Snapshot,
): Promise<Snapshot> {
  const { keys, problems } = await readUpstreamKeys(config, options, previous?.keys);
  for (const problem of problems) {
    options.log.error({}, `${problem} The previous key stays in use.`);
  }
  const urls = config.issuers.flatMap((issuer) =>
    'jwksUrl' in issuer.keys ? issuer.keys.jwksUrl : [],
  );
  const remoteKeys = new Map(
    [...(previous?.remoteKeys ?? [])].filter(([url]) => urls.includes(url)),
  );
  return {
    policy: config.policy && new Policy(config.policy.file),
    keys,
    remoteKeys,
    rules: await createRules(config, keys, remoteKeys),
    signInProviders: listSignInProviders(config),
  };
}

/** Names what differs between two snapshots, for the log. Values are never part of it. */
function compare(before: Snapshot, { policy, keys: { keys } }: Snapshot): object {
  const known = before.keys.keys;
  const tenants = {
    added: [...keys.keys()].filter((name) => !known.has(name)),
    exchanged: [...keys].flatMap(([name, key]) =>
      (known.get(name) ?? key).reveal() === key.reveal() ? [] : name,
    ),
    removed: [...known.keys()].filter((name) => !keys.has(name)),
  };
  const versions = { before: before.policy?.version, after: policy?.version };
  return {
    ...(versions.before !== versions.after && { policy: versions }),
    ...(Object.values(tenants).some(({ length }) => length > 0) && { tenants }),
  };
}

/** What can change only at a restart: the kind of authentication, and the upstream. */
const describeKind = ({ issuers, policy, upstream }: AccessConfig): string => {
  const hasKey = (upstream?.apiKey ?? upstream?.apiKeyFile) !== undefined;
  return JSON.stringify([issuers.length > 0, policy !== undefined, hasKey, upstream?.url]);
};

/** Holds the current snapshot of issuers, policy and keys. A reload replaces all of it, or nothing. */
export class Access {
  readonly #options: AccessOptions;
  readonly #kind: string;
  #current: Snapshot;

  private constructor(config: AccessConfig, options: AccessOptions, snapshot: Snapshot) {
    this.#options = options;
    this.#kind = describeKind(config);
    this.#current = snapshot;
    for (const [url, keys] of snapshot.remoteKeys) this.#loadKeys(url, keys);
  }

  /** @throws ConfigError if a file is missing or invalid. */
  static async open(config: AccessConfig, options: AccessOptions): Promise<Access> {
    return new Access(config, options, await readSnapshot(config, options));
  }

  get current(): Snapshot {
    return this.#current;
  }

  /** How JWTs become callers. */
  get rules(): JwtRules {
    if (!this.#current.rules) throw new Error('JWT authentication is off.');
    return this.#current.rules;
  }

  get policy(): Policy {
    if (!this.#current.policy) throw new Error('There is no policy.');
    return this.#current.policy;
  }

  /**
   * Reads everything again, replaces it, and returns what has changed, for the log.
   * @throws ConfigError if a file is missing or invalid. Everything then stays as it was.
   */
  async replace(config: AccessConfig): Promise<object> {
    if (describeKind(config) !== this.#kind) {
      throw new ConfigError(
        'Only a restart changes UPSTREAM_URL, or begins or ends JWT authentication, POLICY or UPSTREAM_API_KEY.',
      );
    }
    const before = this.#current;
    const after = await readSnapshot(config, this.#options, before);
    this.#current = after;
    for (const [url, keys] of after.remoteKeys) {
      if (!before.remoteKeys.has(url)) this.#loadKeys(url, keys);
    }
    return compare(before, after);
  }

  /** Fetches the keys of an issuer in advance: a wrong URL is found before the first user signs in. */
  #loadKeys(url: string, keys: RemoteKeySet): void {
    keys.load().catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error;
      this.#options.log.warn(
        { url },
        `${message} Until it can be fetched, its JWTs are rejected with 503.`,
      );
    });
  }
}
