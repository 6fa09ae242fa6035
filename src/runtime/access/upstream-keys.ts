import type { Tenants } from '../../policy/issuer-schema.ts';
import type { CallerKeys } from '../../server/authentication/jwt-caller.ts';
import type { Secret } from '../../shared/secret.ts';
import { Credential } from '../../upstream/credential.ts';
import { compareKeys, type KeyChanges, KeyFiles, ONLY_KEY } from './key-files.ts';

/** Where the keys of the upstream come from. */
export interface KeySources {
  /** The key of the server, or the file with it. */
  readonly server: Secret | KeyFiles | undefined;
  readonly tenants: Tenants | undefined;
  /** The files with the keys of tenants, if `tenants` has a folder. */
  readonly tenantFiles: KeyFiles | undefined;
}

/** The keys of the upstream: that of the server, and those of tenants. Their credentials find the keys that replace them. */
export class UpstreamKeys implements CallerKeys {
  readonly #fingerprintKey: Buffer | undefined;
  #sources: KeySources;
  /** By tenant; that of the server has an empty name. */
  #credentials = new Map<string, Credential>();
  /** Those of the table, if `tenants` has one. */
  #tenantKeys: ReadonlyMap<string, Secret> = new Map();

  constructor(sources: KeySources, fingerprintKey: Buffer | undefined) {
    this.#fingerprintKey = fingerprintKey;
    this.#sources = sources;
    this.replace(sources);
  }

  /** Replaces all keys, and returns what has changed in the table of tenants. */
  replace(sources: KeySources): KeyChanges {
    const before = this.#tenantKeys;
    const { tenants } = sources;
    this.#sources = sources;
    this.#tenantKeys = new Map(tenants && 'keys' in tenants ? Object.entries(tenants.keys) : []);
    this.update();
    return compareKeys(before, this.#tenantKeys);
  }

  /** Forgets the credentials of keys that have changed. */
  update(): void {
    const kept = [...this.#credentials].filter(([name, credential]) => {
      const key = this.#findKey(name);
      return key && credential.reveal() === Credential.fromKey(key.reveal()).reveal();
    });
    this.#credentials = new Map(kept);
  }

  get files(): readonly KeyFiles[] {
    const { server, tenantFiles } = this.#sources;
    return [server instanceof KeyFiles ? server : [], tenantFiles ?? []].flat();
  }

  get hasTenant(): ((tenant: string) => boolean) | undefined {
    const { tenants, tenantFiles } = this.#sources;
    if (!tenants) return undefined;
    if (tenantFiles) return (tenant) => tenantFiles.get(tenant) !== undefined;
    if ('names' in tenants) return (tenant) => tenants.names.includes(tenant);
    return (tenant) => this.#tenantKeys.has(tenant);
  }

  find(tenant: string | undefined): Credential | undefined {
    const { tenants } = this.#sources;
    const name = tenant === undefined || (tenants && 'names' in tenants) ? ONLY_KEY : tenant;
    const known = this.#credentials.get(name);
    if (known) return known;
    const key = this.#findKey(name);
    if (!key) return undefined;
    const credential: Credential = Credential.fromKey(key.reveal(), this.#fingerprintKey, () =>
      this.#findNewer(name, credential),
    );
    this.#credentials.set(name, credential);
    return credential;
  }

  #findKey(name: string): Secret | undefined {
    const { server, tenantFiles } = this.#sources;
    if (name === ONLY_KEY) return server instanceof KeyFiles ? server.get(ONLY_KEY) : server;
    return (tenantFiles ?? this.#tenantKeys).get(name);
  }

  async #findNewer(name: string, rejected: Credential): Promise<Credential | undefined> {
    const { server, tenantFiles } = this.#sources;
    if (name !== ONLY_KEY) await tenantFiles?.checkOne(name);
    else if (server instanceof KeyFiles) await server.checkOne(name);
    const newer = this.find(name === ONLY_KEY ? undefined : name);
    return newer?.reveal() === rejected.reveal() ? undefined : newer;
  }
}
