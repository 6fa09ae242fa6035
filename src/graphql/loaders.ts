import DataLoader from 'dataloader';
import type { Avatar } from '../contract/avatar.ts';
import type { Llm } from '../contract/llm.ts';
import { findNextPage, MAX_PER_PAGE } from '../contract/page.ts';
import type { Persona, PersonaPage } from '../contract/persona.ts';
import type { Tool } from '../contract/tool.ts';
import type { Voice } from '../contract/voice.ts';
import { Semaphore } from '../shared/semaphore.ts';
import type { RestClient, RestMethods } from '../upstream/client.ts';
import { BadRequestError, NotFoundError } from '../upstream/errors.ts';
import { publishBatch, publishLookup } from './diagnostics.ts';

/** Maximum number of concurrent lookups of one request. */
const MAX_CONCURRENT_LOOKUPS = 100;

/**
 * Lookups by id for one request. Each distinct id is looked up once. A missing id loads as null, and a failed call
 * fails only its own ids.
 */
export interface Loaders {
  readonly avatar: DataLoader<string, Avatar | null>;
  readonly tool: DataLoader<string, Tool | null>;
  readonly voice: DataLoader<string, Voice | null>;
  readonly llm: DataLoader<string, Llm | null>;
  readonly persona: DataLoader<string, Persona | null>;
  /** Whether the upstream is known to have an endpoint. */
  readonly supports: RestClient['supports'];
  /** Primes the loaders with personas of a response and their embedded avatars. */
  prime(personas: readonly Persona[]): void;
  /** Whether a persona is a summary from a list, without its settings. */
  isSummary(persona: Persona): boolean;
  /** Whether a persona is a summary from a list, and the complete persona can be loaded. */
  canComplete(persona: Persona): boolean;
}

const toNullOrError = (error: unknown): null | Error => {
  if (error instanceof NotFoundError) return null;
  return error instanceof Error ? error : new Error('The lookup failed.', { cause: error });
};

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
    const { data, meta }: PersonaPage = await rest.personas({
      query: { page, perPage: MAX_PER_PAGE },
    });
    const previousSize = listed.size;
    for (const persona of data) {
      listed.add(persona.id);
      if (missing.delete(persona.id)) found.set(persona.id, persona);
    }
    const next = findNextPage({ data, meta }, { page, perPage: MAX_PER_PAGE });
    // Prevents an endless loop if the upstream repeats pages or does not support them.
    page = next !== null && next > page && listed.size > previousSize ? next : null;
  }
  return ids.map((id) => found.get(id) ?? null);
}

/** A complete persona has at least one of these fields. A summary from a list has none. */
const DETAIL_FIELDS = ['llmId', 'systemPrompt', 'brain', 'skipGreeting', 'avatarModel'];

const isSummary = ({ record }: Persona) => !DETAIL_FIELDS.some((field) => field in record);

/** A DataLoader that publishes its batches and lookups. */
class Loader<Value> extends DataLoader<string, Value> {
  readonly #label: string;

  constructor(
    label: string,
    load: (ids: readonly string[]) => Promise<(Value | Error)[]>,
    options?: DataLoader.Options<string, Value>,
  ) {
    super((ids) => publishBatch({ loader: label, size: ids.length }, () => load(ids)), options);
    this.#label = label;
  }

  override load(id: string): Promise<Value> {
    publishLookup({ of: this.#label });
    return super.load(id);
  }
}

/** The loaders of one request. Each is created on first use, because most requests need at most one. */
class RequestLoaders implements Loaders {
  readonly #rest: RestMethods;
  readonly supports: RestClient['supports'];
  /** Personas of responses that are not yet in the cache of a loader, by loader. */
  #unprimed: { personas: Persona[]; avatars: Persona[] } = { personas: [], avatars: [] };
  #semaphore: Semaphore | undefined;
  #avatar: Loaders['avatar'] | undefined;
  #tool: Loaders['tool'] | undefined;
  #voice: Loaders['voice'] | undefined;
  #llm: Loaders['llm'] | undefined;
  #persona: Loaders['persona'] | undefined;

  constructor(rest: RestMethods, supports: RestClient['supports']) {
    this.#rest = rest;
    this.supports = supports;
  }

  #createLoader<Value>(
    label: string,
    load: (id: string) => Promise<Value>,
    { batch } = { batch: true },
  ) {
    this.#semaphore ??= new Semaphore(MAX_CONCURRENT_LOOKUPS);
    const semaphore = this.#semaphore;
    return new Loader<Value | null>(
      label,
      (ids) => Promise.all(ids.map((id) => semaphore.run(() => load(id)).catch(toNullOrError))),
      // Waiting for more ids has no benefit, because each id is a separate call.
      { batch, batchScheduleFn: queueMicrotask },
    );
  }

  get avatar(): Loaders['avatar'] {
    this.#avatar ??= this.#createLoader('avatar', (id) => this.#rest.avatar({ params: { id } }));
    for (const { avatar } of this.#unprimed.avatars.splice(0)) {
      if (avatar) this.#avatar.prime(avatar.id, avatar);
    }
    return this.#avatar;
  }

  get tool(): Loaders['tool'] {
    this.#tool ??= this.#createLoader('tool', (id) => this.#rest.tool({ params: { id } }));
    return this.#tool;
  }

  get voice(): Loaders['voice'] {
    this.#voice ??= this.#createLoader('voice', (id) => this.#rest.voice({ params: { id } }));
    return this.#voice;
  }

  get llm(): Loaders['llm'] {
    this.#llm ??= this.#createLoader('llm', (id) => this.#rest.llm({ params: { id } }));
    return this.#llm;
  }

  get persona(): Loaders['persona'] {
    this.#persona ??= this.supports('persona')
      ? // Relations of a persona are looked up next, so none waits for the slowest persona of a batch.
        this.#createLoader('persona', (id) => this.#rest.persona({ params: { id } }), {
          batch: false,
        })
      : new Loader('persona', (ids) => findPersonas(this.#rest, ids));
    for (const persona of this.#unprimed.personas.splice(0)) {
      if (!this.canComplete(persona)) this.#persona.prime(persona.id, persona);
    }
    return this.#persona;
  }

  prime(personas: readonly Persona[]): void {
    this.#unprimed.personas.push(...personas);
    this.#unprimed.avatars.push(...personas);
  }

  isSummary(persona: Persona): boolean {
    return isSummary(persona);
  }

  canComplete(persona: Persona): boolean {
    return this.supports('persona') && isSummary(persona);
  }
}

/** Creates the loaders of one request. `supports` is that of the REST client. */
export const createLoaders = (rest: RestMethods, supports: RestClient['supports']): Loaders =>
  new RequestLoaders(rest, supports);

/** Primes the loaders with personas of a response and their embedded avatars, so that they are not loaded again. */
export function primeLoaders(loaders: Loaders, ...personas: readonly Persona[]): void {
  loaders.prime(personas);
}

/**
 * Reads a field that lists may omit. If it is missing and the complete persona can be loaded, loads it and reads the
 * field there.
 */
export function readComplete<Value>(
  loaders: Loaders,
  persona: Persona,
  read: (persona: Persona) => Value | Promise<Value>,
): Value | Promise<Value> {
  const value = read(persona);
  if ((value !== null && value !== undefined) || !loaders.canComplete(persona)) return value;
  return loaders.persona.load(persona.id).then((complete) => read(complete ?? persona));
}

/**
 * Loads a record that another record or a configuration refers to. Returns null if it does not exist, or if the upstream
 * rejects the id as malformed: such an id, for example a former brainType, refers to nothing.
 */
export const loadRelated = <Value>(
  loader: DataLoader<string, Value | null>,
  id: string,
): Promise<Value | null> =>
  loader.load(id).catch((error: unknown) => {
    if (error instanceof BadRequestError) return null;
    throw error;
  });

/**
 * Replaces the record in a loader's cache with the result of a write, and returns the result.
 * @param id id of the record in the loader. Default: the record's own.
 */
export function refresh<Item extends { readonly id: string }>(
  loader: DataLoader<string, Item | null>,
  item: Item,
  id: string = item.id,
): Item {
  loader.clear(id).prime(id, item);
  return item;
}

/** Primes a loader with the items of a page, and returns the page. */
export function primePage<
  Item extends { readonly id: string },
  Page extends { readonly data: readonly Item[] },
>(loader: DataLoader<string, Item | null>, page: Page): Page {
  for (const item of page.data) loader.prime(item.id, item);
  return page;
}
