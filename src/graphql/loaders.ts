import DataLoader from 'dataloader';
import type { Avatar } from '../contract/avatar.ts';
import type { Llm } from '../contract/llm.ts';
import { MAX_PER_PAGE } from '../contract/page.ts';
import type { Persona, PersonaPage } from '../contract/persona.ts';
import type { Tool } from '../contract/tool.ts';
import type { Voice } from '../contract/voice.ts';
import { Semaphore } from '../shared/semaphore.ts';
import type { RestClient, RestMethods } from '../upstream/client.ts';
import { BadRequestError, NotFoundError } from '../upstream/errors.ts';
import { publishBatch, publishLookup } from './diagnostics.ts';

/** Upstream lookups that one request makes at the same time, at most. */
const CONCURRENT_LOOKUPS = 100;

/**
 * Lookups by id for one request: each distinct id costs one call, whatever asks for it. A missing id loads as null; a
 * failed call fails only the ids it was for.
 */
export interface Loaders {
  readonly avatar: DataLoader<string, Avatar | null>;
  readonly tool: DataLoader<string, Tool | null>;
  readonly voice: DataLoader<string, Voice | null>;
  readonly llm: DataLoader<string, Llm | null>;
  readonly persona: DataLoader<string, Persona | null>;
  /** Whether the upstream is known to have an endpoint. */
  readonly supports: RestClient['supports'];
  /** Takes note of personas that a call returned, and of the avatars inside them. */
  prime(personas: readonly Persona[]): void;
  /** Whether a persona is a list's summary, without what it is made of. */
  isSummary(persona: Persona): boolean;
  /** Whether a persona is a list's summary, and the whole of it can be asked for. */
  canComplete(persona: Persona): boolean;
}

const nullOrError = (error: unknown): null | Error => {
  if (error instanceof NotFoundError) return null;
  return error instanceof Error ? error : new Error('The lookup failed.', { cause: error });
};

/**
 * Finds personas by walking the list, because the specification has no persona-by-id endpoint; stops at the page on
 * which the last one is found.
 */
async function findPersonas(rest: RestMethods, ids: readonly string[]) {
  const missing = new Set(ids);
  const seen = new Set<string>();
  const found = new Map<string, Persona>();
  let page: number | null = 1;
  while (page !== null && missing.size > 0) {
    const { data, meta }: PersonaPage = await rest.personas({
      query: { page, perPage: MAX_PER_PAGE },
    });
    const known = seen.size;
    for (const persona of data) {
      seen.add(persona.id);
      if (missing.delete(persona.id)) found.set(persona.id, persona);
    }
    const more: number | null = meta.next ?? (data.length === MAX_PER_PAGE ? page + 1 : null);
    // An upstream that goes round in circles, or knows no pages, must not keep us walking.
    page = more !== null && more > page && seen.size > known ? more : null;
  }
  return ids.map((id) => found.get(id) ?? null);
}

/** Fields of which a whole persona has at least one, and a list's summary of it none. */
const BEYOND_SUMMARY = ['llmId', 'systemPrompt', 'brain', 'skipGreeting', 'avatarModel'];

const isSummary = ({ record }: Persona) => !BEYOND_SUMMARY.some((field) => field in record);

/** A DataLoader that tells of its batches and lookups by name. */
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

/** The loaders of one request. Each is made when it is first asked for: most requests need none, or one. */
class RequestLoaders implements Loaders {
  readonly #rest: RestMethods;
  readonly supports: RestClient['supports'];
  /** Personas that were seen, and that the loader of their kind has not been told of yet. */
  #seen: { personas: Persona[]; avatars: Persona[] } = { personas: [], avatars: [] };
  #lookups: Semaphore | undefined;
  #avatar: Loaders['avatar'] | undefined;
  #tool: Loaders['tool'] | undefined;
  #voice: Loaders['voice'] | undefined;
  #llm: Loaders['llm'] | undefined;
  #persona: Loaders['persona'] | undefined;

  constructor(rest: RestMethods, supports: RestClient['supports']) {
    this.#rest = rest;
    this.supports = supports;
  }

  #byId<Value>(label: string, load: (id: string) => Promise<Value>) {
    this.#lookups ??= new Semaphore(CONCURRENT_LOOKUPS);
    const lookups = this.#lookups;
    return new Loader<Value | null>(
      label,
      (ids) => Promise.all(ids.map((id) => lookups.run(() => load(id)).catch(nullOrError))),
      // Nothing is gained by waiting for more ids, because each is a call of its own.
      { batchScheduleFn: queueMicrotask },
    );
  }

  get avatar(): Loaders['avatar'] {
    this.#avatar ??= this.#byId('avatar', (id) => this.#rest.avatar({ params: { id } }));
    for (const { avatar } of this.#seen.avatars.splice(0)) {
      if (avatar) this.#avatar.prime(avatar.id, avatar);
    }
    return this.#avatar;
  }

  get tool(): Loaders['tool'] {
    this.#tool ??= this.#byId('tool', (id) => this.#rest.tool({ params: { id } }));
    return this.#tool;
  }

  get voice(): Loaders['voice'] {
    this.#voice ??= this.#byId('voice', (id) => this.#rest.voice({ params: { id } }));
    return this.#voice;
  }

  get llm(): Loaders['llm'] {
    this.#llm ??= this.#byId('llm', (id) => this.#rest.llm({ params: { id } }));
    return this.#llm;
  }

  get persona(): Loaders['persona'] {
    this.#persona ??= this.supports('persona')
      ? this.#byId('persona', (id) => this.#rest.persona({ params: { id } }))
      : new Loader('persona', (ids) => findPersonas(this.#rest, ids));
    for (const persona of this.#seen.personas.splice(0)) {
      if (!this.canComplete(persona)) this.#persona.prime(persona.id, persona);
    }
    return this.#persona;
  }

  prime(personas: readonly Persona[]): void {
    this.#seen.personas.push(...personas);
    this.#seen.avatars.push(...personas);
  }

  isSummary(persona: Persona): boolean {
    return isSummary(persona);
  }

  canComplete(persona: Persona): boolean {
    return this.supports('persona') && isSummary(persona);
  }
}

/** The loaders of one request. `supports` tells which endpoints the upstream has. */
export const createLoaders = (rest: RestMethods, supports: RestClient['supports']): Loaders =>
  new RequestLoaders(rest, supports);

/** Remembers personas that a call returned, and the avatars inside them, so that they are not asked for again. */
export function primeLoaders(loaders: Loaders, ...personas: readonly Persona[]): void {
  loaders.prime(personas);
}

/** Reads a field that a list may leave out: at once where it is known, else from the persona itself if it can be had. */
export function readComplete<Value>(
  loaders: Loaders,
  persona: Persona,
  read: (persona: Persona) => Value | Promise<Value>,
): Value | Promise<Value> {
  const known = read(persona);
  if ((known !== null && known !== undefined) || !loaders.canComplete(persona)) return known;
  return loaders.persona.load(persona.id).then((whole) => read(whole ?? persona));
}

/**
 * Loads a record that another one refers to. Null if it does not exist, or if the upstream rejects the id as malformed:
 * the id is stored data, such as a former brainType, and not an argument of the caller.
 */
export const loadRelated = <Value>(
  loader: DataLoader<string, Value | null>,
  id: string,
): Promise<Value | null> =>
  loader.load(id).catch((error: unknown) => {
    if (error instanceof BadRequestError) return null;
    throw error;
  });

/** Replaces what a loader knows of a record with the result of a write, and returns it. Default id: the record's. */
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
