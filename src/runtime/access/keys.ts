import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tenants } from '../../policy/issuer-schema.ts';
import type { CallerKeys } from '../../server/authentication/authenticate.ts';
import { Secret } from '../../shared/secret.ts';
import { printableSecret } from '../../shared/settings/setting-types.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import { Credential } from '../../upstream/credential.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { FileError, readRegularFile } from '../config/regular-file.ts';

/** Maximum number of files in a folder, and so of tenants. */
const MAX_FILES = 10_000;

/** Maximum size of a key file in bytes. */
const MAX_BYTES = 16 * 1024;

/** The parts of the configuration that have keys. */
export type KeyConfig = Pick<Config, 'policy' | 'upstream'>;

/** Keys by the names of their tenants. */
type Keys = ReadonlyMap<string, Secret>;

/** Reads the API key in a file, without spaces and line ends around it. @throws ConfigError if it has none. */
function readKeyFile(path: string): Secret {
  try {
    const text = readRegularFile(path, MAX_BYTES).trim();
    if (text === '') throw new FileError('is empty');
    const { data, error } = printableSecret.safeParse(text);
    if (data) return data;
    throw new FileError(error?.issues[0]?.message ?? 'is not a key');
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new ConfigError(`The key file ${path} ${cause.message}.`, { cause });
  }
}

/**
 * Lists the files of a folder. Names with a leading dot are those of temporary files and of Kubernetes.
 * @throws ConfigError if it cannot be read.
 */
export async function listKeyFiles(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      // Folders such as `lost+found` are not tenants.
      if (entry.name.startsWith('.') || entry.isDirectory()) continue;
      if (names.push(entry.name) > MAX_FILES)
        throw new ConfigError(`The folder of keys ${folder} has more than ${MAX_FILES} files.`);
    }
    return names;
  } catch (cause) {
    const code = getErrorCode(cause);
    if (code === undefined) throw cause;
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new ConfigError(`The folder of keys ${folder} ${problem}.`, { cause });
  }
}

/** Lists the tenants of a policy; undefined for those of a folder. */
export function listTenants(tenants: Tenants): readonly string[] | undefined {
  if ('names' in tenants) return tenants.names;
  return 'keys' in tenants ? Object.keys(tenants.keys) : undefined;
}

/** Lists the files that have keys. @throws ConfigError if a folder cannot be read. */
export async function listFilesOfKeys({ policy, upstream }: KeyConfig): Promise<string[]> {
  const tenants = policy?.file.tenants;
  const folder = tenants && 'keyFolder' in tenants ? tenants.keyFolder : undefined;
  const names = folder === undefined ? [] : await listKeyFiles(folder);
  return [
    ...(upstream?.apiKeyFile === undefined ? [] : [upstream.apiKeyFile]),
    ...names.map((name) => join(folder ?? '', name)),
  ];
}

/** The keys before a reload, and where the problems of files are reported. */
interface Previous {
  readonly tenants: Keys;
  readonly report: (problem: ConfigError) => void;
}

/**
 * Returns the keys of tenants with keys of their own. In a reload, a tenant whose file is invalid keeps its key, so that it
 * delays no change of another one.
 * @throws ConfigError if the folder cannot be read, or a file at the start.
 */
async function readTenants(tenants: Tenants | undefined, previous?: Previous): Promise<Keys> {
  if (!tenants || 'names' in tenants) return new Map();
  if ('keys' in tenants) return new Map(Object.entries(tenants.keys));
  const { keyFolder } = tenants;
  const keys = new Map<string, Secret>();
  for (const name of await listKeyFiles(keyFolder)) {
    try {
      keys.set(name, readKeyFile(join(keyFolder, name)));
    } catch (error) {
      if (!previous || !(error instanceof ConfigError)) throw error;
      previous.report(error);
      const before = previous.tenants.get(name);
      if (before) keys.set(name, before);
    }
  }
  return keys;
}

/** Returns the key of the server; undefined if it has none. @throws ConfigError if its file has no key. */
export const readServerKey = ({ upstream }: KeyConfig): Secret | undefined =>
  upstream?.apiKeyFile === undefined ? upstream?.apiKey : readKeyFile(upstream.apiKeyFile);

/** The keys of the upstream: that of the server, and those of tenants. */
export interface UpstreamKeys extends CallerKeys {
  /** Those of tenants with their own keys. */
  readonly tenants: Keys;
}

/** Creates the keys of callers. Only tenants that are listed, or have keys of their own, exist. */
export function createUpstreamKeys(
  server: Secret | undefined,
  own: Keys,
  tenants: Tenants | undefined,
  fingerprintKey?: Buffer,
): UpstreamKeys {
  const names = tenants && 'names' in tenants ? tenants.names : undefined;
  const create = (key: Secret) => Credential.fromKey(key.reveal(), fingerprintKey);
  const common = server && create(server);
  const credentials = new Map([...own].map(([name, key]) => [name, create(key)]));
  return {
    tenants: own,
    hasTenant: tenants && ((tenant) => names?.includes(tenant) ?? own.has(tenant)),
    find: (tenant) => (tenant === undefined || names ? common : credentials.get(tenant)),
  };
}

/**
 * Reads the keys of the settings, the policy and their files.
 * @param embeddedKey the key of the built-in avatar service, if it is used.
 * @throws ConfigError if one cannot be read.
 */
export async function readUpstreamKeys(
  config: KeyConfig,
  embeddedKey?: string,
  fingerprintKey?: Buffer,
  previous?: Previous,
): Promise<UpstreamKeys> {
  const tenants = config.policy?.file.tenants;
  const own = await readTenants(tenants, previous);
  const embedded = embeddedKey === undefined ? undefined : new Secret(embeddedKey);
  return createUpstreamKeys(readServerKey(config) ?? embedded, own, tenants, fingerprintKey);
}
