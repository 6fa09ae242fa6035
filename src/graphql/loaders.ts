import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import type { Avatar } from '../contract/avatar.ts';
import { MAX_PER_PAGE } from '../contract/page.ts';
import type { Persona, PersonaPage } from '../contract/persona.ts';
import type { Tool } from '../contract/tool.ts';
import type { RestMethods } from '../rest/client.ts';
import { NotFoundError } from '../rest/errors.ts';

/** Upstream lookups that one request makes at the same time, at most. */
const CONCURRENT_LOOKUPS = 10;

/**
 * Lookups by id for one request: each distinct id costs one call, whatever asks for it. A missing id loads as null; a
 * failed call fails only the ids it was for.
 */
export interface Loaders {
  readonly avatar: DataLoader<string, Avatar | null>;
  readonly tool: DataLoader<string, Tool | null>;
  readonly persona: DataLoader<string, Persona | null>;
  /** Whether a persona is a list's summary, without what it is made of. */
  isSummary(persona: Persona): boolean;
  /** Whether a persona is a list's summary, and the whole of it can be asked for. */
  canComplete(persona: Persona): boolean;
}

const nullOrError = (error: unknown): null | Error => {
  if (error instanceof NotFoundError) return null;
  return error instanceof Error ? error : new Error('A lookup failed.', { cause: error });
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

/** The loaders of one request. `personaById` says that the upstream serves GET /v1/personas/{id}. */
export function createLoaders(rest: RestMethods, personaById = false): Loaders {
  const limit = pLimit(CONCURRENT_LOOKUPS);
  const byId = <Value>(load: (id: string) => Promise<Value>) =>
    new DataLoader<string, Value | null>((ids) =>
      Promise.all(ids.map((id) => limit(() => load(id)).catch(nullOrError))),
    );
  const persona: Loaders['persona'] = personaById
    ? byId((id) => rest.persona({ params: { id } }))
    : new DataLoader((ids) => findPersonas(rest, ids));
  return {
    avatar: byId((id) => rest.avatar({ params: { id } })),
    tool: byId((id) => rest.tool({ params: { id } })),
    persona,
    isSummary,
    canComplete: (known) => personaById && isSummary(known),
  };
}

/** Remembers personas that a call returned, and the avatars inside them, so that they are not asked for again. */
export function remember(loaders: Loaders, ...personas: readonly Persona[]): void {
  for (const persona of personas) {
    if (!loaders.canComplete(persona)) loaders.persona.prime(persona.id, persona);
    if (persona.avatar) loaders.avatar.prime(persona.avatar.id, persona.avatar);
  }
}

/** Reads a field that a list may leave out: at once where it is known, else from the persona itself if it can be had. */
export function complete<Value>(
  loaders: Loaders,
  persona: Persona,
  read: (persona: Persona) => Value,
): Value | Promise<Value> {
  if (!loaders.canComplete(persona)) return read(persona);
  return loaders.persona.load(persona.id).then((whole) => read(whole ?? persona));
}
