import { Policy } from '../../policy/policy.ts';
import type { JwtRules } from '../../server/authentication/authenticate.ts';
import type { RemoteKeySet } from '../../server/authentication/jwks.ts';
import type { RemoteKeys, VerifyJwt } from '../../server/authentication/jwt.ts';
import { createJwtCaller } from '../../server/authentication/jwt-caller.ts';
import type { SignInProvider } from '../../server/pages/console.ts';
import { Secret } from '../../shared/secret.ts';
import type { Credential } from '../../upstream/credential.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Log } from '../telemetry/log.ts';
import {
  getSignature,
  isEmpty,
  type KeyChanges,
  KeyFiles,
  type KeyLocation,
  ONLY_KEY,
} from './key-files.ts';
import { type KeySources, UpstreamKeys } from './upstream-keys.ts';

/** Interval of the checks of files, in milliseconds, and its maximum, because checking thousands of files takes long. */
const WATCH_INTERVAL = 2_000;
const MAX_INTERVAL = 8_000;

interface AccessOptions {
  /** Key of the built-in avatar service, if it is used. */
  readonly embeddedKey: string | undefined;
  readonly fingerprintKey: Buffer | undefined;
  readonly log: Log;
  readonly watchInterval?: number | undefined;
  /** Called when the file of the policy has changed. */
  readonly onPolicyChange: () => void;
}

/** The parts of the configuration that define who callers are, what they may do, and with which key. */
type AccessConfig = Pick<Config, 'issuers' | 'policy' | 'upstream'>;

const isAt = (files: KeyFiles, location: KeyLocation) =>
  JSON.stringify(files.location) === JSON.stringify(location);

/** Lists where people sign in to the console. */
const listSignInProviders = ({ issuers }: Pick<Config, 'issuers'>): readonly SignInProvider[] =>
  issuers.flatMap(({ issuer, name, console }) =>
    console ? [{ ...console, issuer, name: name ?? new URL(issuer).host }] : [],
  );

/**
 * Who callers are, what they may do, and with which key of the upstream: issuers, policy and keys. A reload replaces
 * all of them together, or nothing.
 */
export class Access {
  readonly #options: AccessOptions;
  readonly #remoteKeys: RemoteKeys = new Map();
  readonly #keys: UpstreamKeys;
  #kind: string | undefined;
  #policyPath: string | undefined;
  #policySignature: string | undefined;
  #policy: Policy | undefined;
  #rules: JwtRules | undefined;
  #signInProviders: readonly SignInProvider[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: AccessOptions) {
    this.#options = options;
    const sources = { server: undefined, tenants: undefined, tenantFiles: undefined };
    this.#keys = new UpstreamKeys(sources, options.fingerprintKey);
  }

  /** @throws ConfigError if a file is missing or invalid. */
  static async open(config: AccessConfig, options: AccessOptions): Promise<Access> {
    const access = new Access(options);
    await access.replace(config);
    access.#watch();
    return access;
  }

  /** How JWTs become callers. Each change replaces the object. */
  get rules(): JwtRules {
    if (!this.#rules) throw new Error('JWT authentication is off.');
    return this.#rules;
  }

  /** The current policy. */
  get policy(): Policy {
    if (!this.#policy) throw new Error('There is no policy.');
    return this.#policy;
  }

  /** Where people sign in to the console. Each reload replaces the list. */
  get signInProviders(): readonly SignInProvider[] {
    return this.#signInProviders;
  }

  /** The key of the server, without tenants. */
  get serverCredential(): Credential | undefined {
    return this.#keys.find(undefined);
  }

  /**
   * Replaces everything, and returns what has changed, for the log.
   * @throws ConfigError if a file is missing or invalid. Everything then stays as it was.
   */
  async replace(config: AccessConfig): Promise<object> {
    this.#assertSameKind(config);
    const signature = config.policy && (await getSignature(config.policy.path));
    const policy = config.policy && new Policy(config.policy.file);
    const sources = await this.#openSources(config);
    const verifyJwt = await this.#createVerifier(config);
    // From here on nothing waits or fails.
    this.#policyPath = config.policy?.path;
    this.#policySignature = signature;
    const before = this.#policy?.version;
    this.#policy = policy;
    const tenants = this.#keys.replace(sources);
    this.#rules = verifyJwt && this.#createRules(verifyJwt);
    this.#signInProviders = listSignInProviders(config);
    return {
      ...(before !== policy?.version && { policy: { before, after: policy?.version } }),
      ...(!isEmpty(tenants) && { tenants }),
    };
  }

  /** The kind of authentication and the upstream can change only at a restart. */
  #assertSameKind({ issuers, policy, upstream }: AccessConfig): void {
    const hasKey = (upstream?.apiKey ?? upstream?.apiKeyFile) !== undefined;
    const parts = [issuers.length > 0, policy !== undefined, hasKey, upstream?.url ?? ''];
    const kind = JSON.stringify(parts);
    this.#kind ??= kind;
    if (kind === this.#kind) return;
    throw new ConfigError(
      'Only a restart changes UPSTREAM_URL, or begins or ends JWT authentication, POLICY or UPSTREAM_API_KEY.',
    );
  }

  /** Checks the key files, and waits for the result. */
  async checkKeys(): Promise<void> {
    await Promise.all(this.#keys.files.map((files) => files.check()));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #createRules(verifyJwt: VerifyJwt): JwtRules {
    return { verifyJwt, createCaller: (jwt) => createJwtCaller(jwt, this.#keys) };
  }

  /** Loads the library for JWTs only if it is needed. Key sets stay, so that a reload needs no issuer. */
  async #createVerifier({ issuers }: AccessConfig): Promise<VerifyJwt | undefined> {
    if (issuers.length === 0) return undefined;
    const { createJwtVerifier } = await import('../../server/authentication/jwt.ts');
    const urls = issuers.flatMap(({ keys }) => ('jwksUrl' in keys ? keys.jwksUrl : []));
    for (const url of this.#remoteKeys.keys()) {
      if (!urls.includes(url)) this.#remoteKeys.delete(url);
    }
    const known = new Set(this.#remoteKeys.keys());
    const verifier = createJwtVerifier(issuers, undefined, this.#remoteKeys);
    for (const [url, keys] of this.#remoteKeys) if (!known.has(url)) this.#loadKeys(url, keys);
    return verifier;
  }

  /** Fetches the keys of an issuer in advance: a wrong URL is found before the first user signs in. */
  #loadKeys(url: string, keys: RemoteKeySet): void {
    keys.load().catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error;
      if (!this.#isClosed)
        this.#options.log.warn(
          { url },
          `${message} Until it can be fetched, its JWTs are rejected with 503.`,
        );
    });
  }

  async #openSources({ upstream, policy }: AccessConfig): Promise<KeySources> {
    const { embeddedKey } = this.#options;
    const tenants = policy?.file.tenants;
    const file = upstream?.apiKeyFile;
    const own = embeddedKey === undefined ? undefined : new Secret(embeddedKey);
    const [server, tenantFiles] = await Promise.all([
      file === undefined ? undefined : this.#openFiles({ file }),
      tenants && 'keyFolder' in tenants
        ? this.#openFiles({ folder: tenants.keyFolder })
        : undefined,
    ]);
    return { server: server ?? upstream?.apiKey ?? own, tenants, tenantFiles };
  }

  /** Opens files, or checks open ones again. Their problems are logged, and the previous keys stay in use. */
  async #openFiles(location: KeyLocation): Promise<KeyFiles> {
    const open = this.#keys.files.find((known) => isAt(known, location));
    const files =
      open ?? new KeyFiles(location, (...changed) => this.#updateKeys(files, ...changed));
    await files.check();
    if (open) return open;
    const [problem] = files.problems;
    if (problem !== undefined) throw new ConfigError(problem, { problems: files.problems });
    if ('file' in location && !files.get(ONLY_KEY)) {
      throw new ConfigError(`UPSTREAM_API_KEY_FILE ${location.file} does not exist.`);
    }
    return files;
  }

  #updateKeys(files: KeyFiles, tenants: KeyChanges, problems: readonly string[]): void {
    // Files that are being opened are not in use yet.
    if (!this.#keys.files.includes(files)) return;
    this.#keys.update();
    this.#rules = this.#rules && this.#createRules(this.#rules.verifyJwt);
    const { log } = this.#options;
    for (const problem of problems) log.error({}, `${problem} The previous key stays in use.`);
    if (isEmpty(tenants)) return;
    if ('folder' in files.location) log.warn({ tenants }, 'keys of tenants have changed');
    else log.warn({ file: files.location.file }, 'the key of the upstream has changed');
  }

  #watch(interval = this.#options.watchInterval ?? WATCH_INTERVAL): void {
    this.#timer = setTimeout(async () => {
      const startedAt = performance.now();
      try {
        await this.checkKeys();
        await this.#checkPolicy();
      } catch (fault) {
        this.#options.log.error({ err: fault }, 'fault');
      }
      const duration = performance.now() - startedAt;
      const least = this.#options.watchInterval ?? WATCH_INTERVAL;
      if (!this.#isClosed) this.#watch(Math.max(least, Math.min(4 * duration, MAX_INTERVAL)));
    }, interval).unref();
  }

  async #checkPolicy(): Promise<void> {
    if (this.#policyPath === undefined) return;
    const signature = await getSignature(this.#policyPath);
    if (signature === this.#policySignature) return;
    // If the file is invalid, it is not tried again before it changes.
    this.#policySignature = signature;
    this.#options.onPolicyChange();
  }
}
