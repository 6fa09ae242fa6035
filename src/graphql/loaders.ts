import DataLoader from 'dataloader';
import { z } from 'zod';
import { RESOURCE_NAMES, type Records, type ResourceName, resources } from '../contract/api.ts';
import { findNextPage, MAX_PER_PAGE } from '../contract/page.ts';
import type { Persona, PersonaPage } from '../contract/persona.ts';
import { getItem } from '../contract/schema-meta.ts';
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts';
import type { RestClient } from '../upstream/client.ts';
import { isCallError } from '../upstream/errors.ts';
import type { RestMethods } from '../upstream/rest-methods.ts';

/** Limits the concurrent lookups of one request. */
const LOOKUP_LIMIT = { maxActive: 100, maxWaiting: Number.POSITIVE_INFINITY };

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

/** What finds records if the upstream does not support the endpoint. */
const LIST_SEARCHES: {
  readonly [Name in ResourceName]?: (
    rest: RestMethods,
    ids: readonly string[],
  ) => Promise<(Records[Name] | null)[]>;
} = { persona: findPersonas };

/** A part of a record with its own endpoint. */
export interface Part<Value> {
  readonly find: (rest: RestMethods, id: string) => Promise<Value>;
  /** Finds the parts of several records with fewer calls; undefined if it cannot. Default: each part is a call. */
  readonly findAll?: (
    rest: RestMethods,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Value> | undefined>;
}

type AnyRecord = Records[ResourceName];

/**
 * Whether a record is a summary: an item of a list, or a record inside another one, without any of the fields that only
 * complete records have.
 */
export function isSummary(name: ResourceName, { record }: AnyRecord): boolean {
  const { listItemsLack } = resources[name];
  return listItemsLack.length > 0 && !listItemsLack.some((field) => field in record);
}

/** Returns the fields of records that contain records, with their resources. */
const listEmbeds = ({ shape }: z.ZodObject) =>
  Object.entries<z.ZodType>(shape).flatMap(([field, schema]) => {
    const item = getItem(schema);
    // A described schema is a copy with the same fields.
    const isRecord = (name: ResourceName) =>
      item instanceof z.ZodObject && item.shape.id === resources[name].record.shape.id;
    return RESOURCE_NAMES.filter(isRecord).map((name) => [field, name] as const);
  });

const EMBEDS = new Map(RESOURCE_NAMES.map((name) => [name, listEmbeds(resources[name].record)]));

const readEmbedded = (record: object, field: string): readonly AnyRecord[] => {
  const value = Reflect.get(record, field);
  return value ? [value].flat() : [];
};

function toNullOrThrow(error: unknown): null {
  if (isCallError(error) && error.code === 'NOT_FOUND') return null;
  throw error;
}

type Loader<Value> = DataLoader<string, Value | null>;

/**
 * Lookups by id for one request. Each distinct id is looked up once. A missing id loads as null, and a failed call
 * fails only its own ids. What a lookup needs is created on first use, because most operations have none.
 */
export class Loaders {
  readonly #rest: RestMethods;
  readonly #loaders: { [Name in ResourceName]?: Loader<Records[Name]> } = {};
  #parts: Map<Part<unknown>, Loader<unknown>> | undefined;
  /** Adds records that have arrived to the loaders. */
  #arrived: (() => void)[] = [];
  #limit: ConcurrencyLimit | undefined;
  /** Whether the upstream supports an endpoint. */
  readonly supports: RestClient['supports'];

  constructor(rest: RestMethods, supports: RestClient['supports']) {
    this.#rest = rest;
    this.supports = supports;
  }

  /** Makes a call for each id. Returns promises as the items of a batch, so that none waits for the others. */
  #findEach<Value>(
    ids: readonly string[],
    find: (id: string) => Promise<Value | null>,
  ): readonly (Value | null)[] {
    this.#limit ??= new ConcurrencyLimit(LOOKUP_LIMIT);
    const limit = this.#limit;
    const found = ids.map((id) => limit.run(() => find(id)).catch(toNullOrThrow));
    // DataLoader resolves the promise of a load with its item, which may be a promise. Its types do not say so.
    return found as unknown as readonly (Value | null)[];
  }

  #createLoader<Value>(find: (id: string) => Promise<Value | null>): Loader<Value> {
    return new DataLoader(async (ids) => this.#findEach(ids, find));
  }

  #create<Name extends ResourceName>(name: Name): Loader<Records[Name]> {
    const rest = this.#rest;
    const lookups: Lookups = rest;
    const keep = (found: Records[Name] | null) => {
      if (found) this.prime(name, [found]);
      return found;
    };
    const searchList = this.supports(name) ? undefined : LIST_SEARCHES[name];
    return searchList
      ? new DataLoader(async (ids) => (await searchList(rest, ids)).map(keep))
      : this.#createLoader(
          (id) => lookups[name]?.({ params: { id } }).then(keep) ?? Promise.resolve(null),
        );
  }

  #createPartLoader<Value>({ find, findAll }: Part<Value>): Loader<Value> {
    const rest = this.#rest;
    const findOne = (id: string) => find(rest, id);
    if (!findAll) return this.#createLoader(findOne);
    return new DataLoader(async (ids) => {
      const found = ids.length > 1 ? await findAll(rest, ids) : undefined;
      return found ? ids.map((id) => found.get(id) ?? null) : this.#findEach(ids, findOne);
    });
  }

  /** Loads a part of a record by the id of the record; null if it does not exist, or not yet. */
  loadPart<Value>(part: Part<Value>, id: string): Promise<Value | null> {
    // The loader of a part was created with the part's own function.
    this.#parts ??= new Map();
    const known = this.#parts.get(part) as Loader<Value> | undefined;
    const loader = known ?? this.#createPartLoader(part);
    this.#parts.set(part, loader);
    return loader.load(id);
  }

  /** Returns the loader of a resource. */
  #get<Name extends ResourceName>(name: Name): Loader<Records[Name]> {
    const loaders: { [Own in Name]?: Loader<Records[Own]> } = this.#loaders;
    const loader = loaders[name] ?? this.#create(name);
    loaders[name] = loader;
    return loader;
  }

  /** Returns the loader of a resource, with the records that have arrived. */
  #getPrimed<Name extends ResourceName>(name: Name): Loader<Records[Name]> {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const add of arrived) add();
    return this.#get(name);
  }

  /** Loads a record by id; null if no record has it. */
  load<Name extends ResourceName>(name: Name, id: string): Promise<Records[Name] | null> {
    return this.#getPrimed(name).load(id);
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
    this.#getPrimed(name).clear(id);
  }

  /** Adds the complete ones of a response's records, and of the records inside them, so that they are not loaded again. */
  prime<Name extends ResourceName>(name: Name, records: readonly Records[Name][]): void {
    this.#arrived.push(() => this.#add(name, records));
  }

  #add<Name extends ResourceName>(name: Name, records: readonly Records[Name][]): void {
    const embeds = EMBEDS.get(name) ?? [];
    for (const record of records) {
      if (!this.canComplete(name, record)) this.#get(name).prime(record.id, record);
      for (const [field, embedded] of embeds) {
        for (const inner of readEmbedded(record, field))
          if (!isSummary(embedded, inner)) this.#get(embedded).prime(inner.id, inner);
      }
    }
  }

  /**
   * Replaces the record in the cache with the result of a write.
   * @param id id by which the record is loaded. Default: the record's own.
   */
  refresh<Name extends ResourceName>(name: Name, record: Records[Name], id = record.id): void {
    this.#getPrimed(name).clear(id).prime(id, record);
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
