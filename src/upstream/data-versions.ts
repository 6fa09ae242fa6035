import { hash } from 'node:crypto';
import { type ResourceName, resources } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { REFERENCES } from '../contract/session-token.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { Versions } from '../shared/versions.ts';

/** The resources that configure sessions. Their records change rarely, and only by writes to themselves. */
const CATALOG: readonly ResourceName[] = ['persona', 'avatar', 'voice', 'tool', 'llm'];

const KINDS: ReadonlyMap<Endpoint, ResourceName> = new Map(
  CATALOG.flatMap((kind) =>
    Object.values(resources[kind].endpoints).map((endpoint: Endpoint) => [endpoint, kind] as const),
  ),
);

/** Returns the kinds whose records refer to one of `kind`, or have it inside. */
const findDependents = (kind: ResourceName) =>
  CATALOG.filter((other) => {
    const { embeds, record } = resources[other];
    const fields: object = record.shape;
    const references = Object.entries(REFERENCES).filter(([name]) => Object.hasOwn(fields, name));
    return (
      other !== kind &&
      [...Object.entries(embeds), ...references].some(([, referred]) => referred === kind)
    );
  });

const DEPENDENTS: ReadonlyMap<ResourceName, readonly ResourceName[]> = new Map(
  CATALOG.map((kind) => [kind, findDependents(kind)]),
);

/** One read or write: its endpoint, and the record that it is about. */
interface Access {
  readonly endpoint: Endpoint;
  readonly params?: CallRequest['params'];
}

/** The names of what has a version. */
const names = {
  /** The data that every write changes. */
  all: (credentialId: string) => credentialId,
  /** The data that writes outside the catalog change. They can change any record. */
  any: (credentialId: string) => `${credentialId} any`,
  /** The data that writes to another resource change: all records of this resource, and their lists. */
  kind: (credentialId: string, kind: ResourceName) => `${credentialId} ${kind}`,
  lists: (credentialId: string, kind: ResourceName) => `${credentialId} ${kind} lists`,
  /** Hashed, because clients choose ids. */
  record: (credentialId: string, kind: ResourceName, id: string) =>
    `${credentialId} ${kind} ${hash('sha256', id, 'base64url')}`,
};

/**
 * Versions of each credential's data, which show whether a read is older than a write.
 *
 * A write to a record of the catalog changes the record, the lists of its kind, and all of the kinds that refer to it or
 * have it inside. Any other write changes all data of the credential.
 */
export class DataVersions {
  readonly #versions = new Versions();

  /** Returns the version of all data of a credential. Every write changes it. */
  get(credentialId: string): number {
    return this.#versions.get(names.all(credentialId));
  }

  /** The version of the last write. What is read now is older than the writes after it. */
  get latest(): number {
    return this.#versions.latest;
  }

  /** Whether a write since a version can have changed the response to a read. */
  hasChanged(since: number, credentialId: string, { endpoint, params }: Access): boolean {
    const kind = KINDS.get(endpoint);
    if (!kind) return this.get(credentialId) > since;
    const isRecord = endpoint.operation === 'get' && params?.id !== undefined;
    const own = isRecord
      ? names.record(credentialId, kind, params.id ?? '')
      : names.lists(credentialId, kind);
    return [names.any(credentialId), names.kind(credentialId, kind), own].some(
      (name) => this.#versions.get(name) > since,
    );
  }

  /** Notes a write. Call it before and after the write. */
  noteWrite(credentialId: string, { endpoint, params }: Access): void {
    const kind = KINDS.get(endpoint);
    if (!kind) {
      this.invalidate(credentialId);
      return;
    }
    this.#versions.increment(names.all(credentialId));
    this.#versions.increment(names.lists(credentialId, kind));
    if (params?.id !== undefined)
      this.#versions.increment(names.record(credentialId, kind, params.id));
    for (const dependent of DEPENDENTS.get(kind) ?? [])
      this.#versions.increment(names.kind(credentialId, dependent));
  }

  /** Gives all data of a credential a new version. */
  invalidate(credentialId: string): void {
    this.#versions.increment(names.all(credentialId));
    this.#versions.increment(names.any(credentialId));
  }
}
