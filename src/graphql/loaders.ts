import DataLoader from 'dataloader';
import { RESOURCE_NAMES, type Records, type ResourceName, resources } from '../contract/api.ts';
import { findNextPage, MAX_PER_PAGE } from '../contract/page.ts';
import type { Persona, PersonaPage } from '../contract/persona.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import type { RestClient } from '../upstream/client.ts';
import { isCallError } from '../upstream/errors.ts';
import type { RestMethods } from '../upstream/rest-methods.ts';
import { findRejectedId } from './rejected-id.ts';

/** Maximum number of concurrent lookups of one request. */
const MAX_CONCURRENT_LOOKUPS = 100;

/**
 * Finds personas by reading the list page by page, because the specification has no persona-by-id endpoint. Stops at
 * the page with the last missing one.
 */
async function findPersonas(rest: RestMethods, ids: readonly string[]) {
  const missing = new Set(ids);
  const listed = new Set<string>();
  const found = new Map<string, Persona>();
  let page: number | null = 1;
  while (page !== null && missing.size > 0) {
    const read: PersonaPage = await rest.personas({ query: { page, perPage: MAX_PER_PAGE } });
    const { data, meta } = read;
    const previousSize = listed.size;
    for (const persona of data) {
      listed.add(persona.id);
      if (missing.delete(persona.id)) found.set(persona.id, persona);
    }
    const next = findNextPage({ data, meta }, { page, perPage: MAX_PER_PAGE });
    // Prevents an endless loop if the upstream repeats pages or does not support them. A policy may hide all of a page.
    const isNew = listed.size > previousSize || data.length === 0;
    page = next !== null && next > page && isNew ? next : null;
  }
  return ids.map((id) => found.get(id) ?? null);
}

/** The methods that find a record by id, of the resources that have one. */
type Lookups = {
  readonly [Name in ResourceName]?: (request: {
    readonly params: { readonly id: string };
  }) => Promise<Records[Name]>;
};

/** How the lookups of a resource differ from those of others. */
interface LookupOptions<Item> {
  /** Whether an id waits for the others of its batch. Default: true. */
  readonly isBatched?: boolean;
  /** Finds records if the upstream does not support the endpoint. */
  readonly findInList?: (rest: RestMethods, ids: readonly string[]) => Promise<(Item | null)[]>;
}

const OPTIONS: { readonly [Name in ResourceName]?: LookupOptions<Records[Name]> } = {
  // Relations of a persona are looked up next, so none waits for the slowest persona of a batch.
  persona: { isBatched: false, findInList: findPersonas },
};

/** A part of a record with its own endpoint. */
export interface Part<Value> {
  readonly find: (rest: RestMethods, id: string) => Promise<Value>;
  /** Finds the parts of several records with fewer calls; undefined if it cannot. Default: each part is a call. */
  readonly findAll?: (
    rest: RestMethods,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Value> | undefined>;
}

/** For each resource, the fields of other resources that have its records inside. */
const EMBEDDINGS = new Map(
  RESOURCE_NAMES.map((name) => [
    name,
    RESOURCE_NAMES.map((owner) => ({
      owner,
      fields: Object.entries(resources[owner].embeds).flatMap(([field, embedded]) =>
        embedded === name ? [field] : [],
      ),
    })).filter(({ fields }) => fields.length > 0),
  ]),
);

type AnyRecord = Records[ResourceName];

/**
 * Whether a record is a summary: an item of a list, or a record inside another one, without any of the fields that only
 * complete records have.
 */
export function isSummary(name: ResourceName, { record }: AnyRecord): boolean {
  const { summaries } = resources[name];
  return summaries !== undefined && !summaries.never.some((field) => field in record);
}

/** Returns null for an id that does not exist, including one that the upstream rejects as malformed. */
const toNullOrError = (error: unknown): null | Error => {
  const isMissing = isCallError(error) && error.code === 'NOT_FOUND';
  if (isMissing || findRejectedId(error)) return null;
  return error instanceof Error ? error : new Error('The lookup failed.', { cause: error });
};

/** A DataLoader that knows which records of a list it has. */
class Loader<Value> extends DataLoader<string, Value> {
  /** Number of records of each list that are in the cache. */
  readonly #primed = new Map<readonly unknown[], number>();

  /** Returns the records of a growing list that it has not returned before. */
  takeNew<Item>(records: readonly Item[] = []): Item[] {
    const from = this.#primed.get(records) ?? 0;
    this.#primed.set(records, records.length);
    return records.slice(from);
  }
}

/**
 * Lookups by id for one request. Each distinct id is looked up once. A missing id loads as null, and a failed call
 * fails only its own ids. The loader of a resource is created on first use, because most requests need at most one.
 */
export class Loaders {
  readonly #rest: RestMethods;
  readonly #loaders: { [Name in ResourceName]?: Loader<Records[Name] | null> } = {};
  #parts: Map<Part<unknown>, Loader<unknown>> | undefined;
  /** The records of all responses so far. */
  readonly #records: { [Name in ResourceName]?: Records[Name][] } = {};
  #limit: ConcurrencyLimit | undefined;
  /** Whether the upstream supports an endpoint. */
  readonly supports: RestClient['supports'];

  constructor(rest: RestMethods, supports: RestClient['supports']) {
    this.#rest = rest;
    this.supports = supports;
  }

  #create<Name extends ResourceName>(name: Name): Loader<Records[Name] | null> {
    const { findInList, isBatched = true }: LookupOptions<Records[Name]> = OPTIONS[name] ?? {};
    const rest = this.#rest;
    const lookups: Lookups = rest;
    const keep = (found: Records[Name] | null) => {
      if (found) this.prime(name, [found]);
      return found;
    };
    if (findInList && !this.supports(name)) {
      return new Loader(async (ids) => (await findInList(rest, ids)).map(keep));
    }
    return this.#createLoader(
      async (id) => keep((await lookups[name]?.({ params: { id } })) ?? null),
      isBatched,
    );
  }

  /** Makes a call for each id. */
  #findEach<Value>(
    ids: readonly string[],
    find: (id: string) => Promise<Value | null>,
  ): Promise<(Value | null | Error)[]> {
    this.#limit ??= new ConcurrencyLimit({
      maxActive: MAX_CONCURRENT_LOOKUPS,
      maxWaiting: Number.POSITIVE_INFINITY,
    });
    const limit = this.#limit;
    return Promise.all(ids.map((id) => limit.run(() => find(id)).catch(toNullOrError)));
  }

  /** Creates a loader that makes a call for each id. */
  #createLoader<Value>(
    find: (id: string) => Promise<Value | null>,
    isBatched: boolean,
  ): Loader<Value | null> {
    return new Loader<Value | null>(
      (ids) => this.#findEach(ids, find),
      // Waiting for more ids has no benefit, because each id is a separate call.
      { batch: isBatched, batchScheduleFn: queueMicrotask },
    );
  }

  #createPartLoader<Value>({ find, findAll }: Part<Value>): Loader<Value | null> {
    const rest = this.#rest;
    const findOne = (id: string) => find(rest, id);
    if (!findAll) return this.#createLoader(findOne, true);
    return new Loader<Value | null>(async (ids) => {
      const found = ids.length > 1 ? await findAll(rest, ids) : undefined;
      return found ? ids.map((id) => found.get(id) ?? null) : this.#findEach(ids, findOne);
    });
  }

  /** Loads a part of a record by the id of the record; null if it does not exist, or not yet. */
  loadPart<Value>(part: Part<Value>, id: string): Promise<Value | null> {
    this.#parts ??= new Map();
    // The loader of a part was created with the part's own function.
    const known = this.#parts.get(part) as Loader<Value | null> | undefined;
    const loader = known ?? this.#createPartLoader(part);
    this.#parts.set(part, loader);
    return loader.load(id);
  }

  /** Returns the loader of a resource, with the complete records of earlier responses in its cache. */
  #prepare<Name extends ResourceName>(name: Name): Loader<Records[Name] | null> {
    const loader = this.#loaders[name] ?? this.#create(name);
    const loaders: { [Own in Name]?: Loader<Records[Own] | null> } = this.#loaders;
    loaders[name] = loader;
    for (const record of loader.takeNew(this.#records[name])) {
      if (!this.canComplete(name, record)) loader.prime(record.id, record);
    }
    for (const { owner, fields } of EMBEDDINGS.get(name) ?? []) {
      for (const record of loader.takeNew<AnyRecord>(this.#records[owner])) {
        for (const embedded of fields.flatMap((field) => Reflect.get(record, field) ?? [])) {
          if (!isSummary(name, embedded)) loader.prime(embedded.id, embedded);
        }
      }
    }
    return loader;
  }

  /** Loads a record by id; null if no record has it. */
  load<Name extends ResourceName>(name: Name, id: string): Promise<Records[Name] | null> {
    return this.#prepare(name).load(id);
  }

  /** Loads the records that exist of several ids. */
  async loadExisting<Name extends ResourceName>(
    name: Name,
    ids: readonly string[],
  ): Promise<Records[Name][]> {
    const found = await Promise.all(ids.map((id) => this.load(name, id)));
    return found.flatMap((record) => (record === null ? [] : [record]));
  }

  clear(name: ResourceName, id: string): void {
    this.#prepare(name).clear(id);
  }

  /** Adds records of a response, and the records inside them, so that complete ones are not loaded again. */
  prime<Name extends ResourceName>(name: Name, records: readonly Records[Name][]): void {
    const lists: { [Own in Name]?: Records[Own][] } = this.#records;
    const known = lists[name];
    if (known) known.push(...records);
    else lists[name] = [...records];
  }

  /**
   * Replaces the record in the cache with the result of a write.
   * @param id id by which the record is loaded. Default: the record's own.
   */
  refresh<Name extends ResourceName>(name: Name, record: Records[Name], id = record.id): void {
    this.#prepare(name).clear(id).prime(id, record);
    this.prime(name, [record]);
  }

  /** Whether a record is a summary, and the complete record can be loaded. */
  canComplete(name: ResourceName, record: AnyRecord): boolean {
    return this.supports(name) && isSummary(name, record);
  }

  /**
   * Returns a field that summaries may omit. If it is missing and the complete record can be loaded, loads it and
   * returns the field there.
   */
  loadField<Name extends ResourceName, Value>(
    name: Name,
    record: Records[Name],
    getValue: (record: Records[Name]) => Value | Promise<Value>,
  ): Value | Promise<Value> {
    const value = getValue(record);
    if ((value !== null && value !== undefined) || !this.canComplete(name, record)) return value;
    return this.load(name, record.id).then((complete) => getValue(complete ?? record));
  }
}
