import type { Tenants } from '../../policy/issuer-schema.ts';
import type { CallerKeys } from '../../server/authentication/jwt-caller.ts';
import { Secret } from '../../shared/secret.ts';
import { Credential } from '../../upstream/credential.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { FileError } from '../config/regular-file.ts';
import { type Keys, readKeyFile, readKeyFolder } from './key-files.ts';

/** The parts of the configuration that have keys. */
export type KeyConfig = Pick<Config, 'policy' | 'upstream'>;

interface KeySources {
  readonly server: Secret | undefined;
  readonly tenants: Tenants | undefined;
  /** Those in the files of tenants, if `tenants` has a folder. */
  readonly keys?: Keys | undefined;
}

/** The keys of the upstream: that of the server, and those of tenants. */
export class UpstreamKeys implements CallerKeys {
  readonly #server: Secret | undefined;
  readonly #tenants: Tenants | undefined;
  readonly #fingerprintKey: Buffer | undefined;
  /** By tenant; that of the server has the key undefined. */
  readonly #credentials = new Map<string | undefined, Credential>();
  /** Those of tenants with their own keys. */
  readonly keys: Keys;

  constructor({ server, tenants, keys }: KeySources, fingerprintKey?: Buffer) {
    this.#server = server;
    this.#tenants = tenants;
    this.keys = keys ?? new Map(tenants && 'keys' in tenants ? Object.entries(tenants.keys) : []);
    this.#fingerprintKey = fingerprintKey;
  }

  get hasTenant(): ((tenant: string) => boolean) | undefined {
    const tenants = this.#tenants;
    if (!tenants) return undefined;
    return (tenant) =>
      'names' in tenants ? tenants.names.includes(tenant) : this.keys.has(tenant);
  }

  find(tenant: string | undefined): Credential | undefined {
    const name = this.#tenants && 'names' in this.#tenants ? undefined : tenant;
    const known = this.#credentials.get(name);
    if (known) return known;
    const key = name === undefined ? this.#server : this.keys.get(name);
    if (!key) return undefined;
    const credential = Credential.fromKey(key.reveal(), this.#fingerprintKey);
    this.#credentials.set(name, credential);
    return credential;
  }
}

/**
 * Returns the key of the server, from its setting or its file; undefined if there is none.
 * @throws ConfigError if the file has no key.
 */
export function readServerKey({ upstream }: KeyConfig): Secret | undefined {
  const path = upstream?.apiKeyFile;
  if (path === undefined) return upstream?.apiKey;
  try {
    return readKeyFile(path);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new ConfigError(`The key file ${path} ${cause.message}.`, { cause });
  }
}

interface KeyOptions {
  /** The key of the built-in avatar service, if it is used. */
  readonly embeddedKey?: string | undefined;
  readonly fingerprintKey?: Buffer | undefined;
}

/**
 * Reads the keys of the settings, the policy and their files.
 * @param previous the keys in use. Without any, as at a start, each file must have a key.
 * @returns the keys, and the problems of files whose previous keys stay in use.
 * @throws ConfigError if a key cannot be read.
 */
export async function readUpstreamKeys(
  config: KeyConfig,
  { embeddedKey, fingerprintKey }: KeyOptions = {},
  previous?: UpstreamKeys,
): Promise<{ readonly keys: UpstreamKeys; readonly problems: readonly string[] }> {
  const { policy, upstream } = config;
  const path = upstream?.apiKeyFile;
  const own = embeddedKey === undefined ? undefined : new Secret(embeddedKey);
  const server = readServerKey(config) ?? own;
  if (path !== undefined && !server && !previous) {
    throw new ConfigError(`UPSTREAM_API_KEY_FILE ${path} does not exist.`);
  }
  const tenants = policy?.file.tenants;
  const { keys, problems = [] } =
    tenants && 'keyFolder' in tenants ? await readKeyFolder(tenants.keyFolder, previous?.keys) : {};
  const [problem] = problems;
  if (problem !== undefined && !previous) throw new ConfigError(problem, { problems });
  return { keys: new UpstreamKeys({ server, tenants, keys }, fingerprintKey), problems };
}
