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
  const found = new Map<string, Persona>();
  let page: number | null = 1;
  while (page !== null && missing.size > 0) {
    const { data, meta }: PersonaPage = await rest.personas({
      query: { page, perPage: MAX_PER_PAGE },
    });
    for (const persona of data) if (missing.delete(persona.id)) found.set(persona.id, persona);
    const more: number | null = meta.next ?? (data.length === MAX_PER_PAGE ? page + 1 : null);
    // An upstream that names the page it is on as the next one must not keep us walking.
    page = more !== null && more > page ? more : null;
  }
  return ids.map((id) => found.get(id) ?? null);
}

/** The loaders of one request. */
export function createLoaders(rest: RestMethods): Loaders {
  const limit = pLimit(CONCURRENT_LOOKUPS);
  const byId = <Value>(load: (id: string) => Promise<Value>) =>
    new DataLoader<string, Value | null>((ids) =>
      Promise.all(ids.map((id) => limit(() => load(id)).catch(nullOrError))),
    );
  return {
    avatar: byId((id) => rest.avatar({ params: { id } })),
    tool: byId((id) => rest.tool({ params: { id } })),
    persona: new DataLoader((ids) => findPersonas(rest, ids)),
  };
}

/** Remembers personas that a call returned, and the avatars inside them, so that they are not asked for again. */
export function remember(loaders: Loaders, ...personas: readonly Persona[]): void {
  for (const persona of personas) {
    loaders.persona.prime(persona.id, persona);
    if (persona.avatar) loaders.avatar.prime(persona.avatar.id, persona.avatar);
  }
}
