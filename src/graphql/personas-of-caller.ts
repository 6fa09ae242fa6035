import type { PageNumbers, UpstreamPage } from '../contract/page.ts';
import type { Persona } from '../contract/persona.ts';
import type { Grant } from '../policy/grant.ts';
import { cutPage } from './connection.ts';
import type { GraphContext } from './context.ts';

/** Returns the ids of the personas that exist for a caller; undefined if all do. */
const listIds = (grant: Grant | undefined): readonly string[] | undefined =>
  !grant || grant.personas === 'all' ? undefined : [...grant.personas];

/** Whether a persona with this id may exist for a caller. */
export const mayExist = (grant: Grant | undefined, id: string): boolean =>
  listIds(grant)?.includes(id) ?? true;

const isPersona = (found: Persona | null): found is Persona => found !== null;

const hasName = ({ name }: Persona, search: string) =>
  name?.toLowerCase().includes(search.toLowerCase()) ?? false;

/** Reads a page of the personas with these ids. A search needs the names of all. */
async function readPage(
  ids: readonly string[],
  { search, ...numbers }: PageNumbers & { readonly search?: string | undefined },
  { loaders }: GraphContext,
): Promise<UpstreamPage<Persona>> {
  const load = async (some: readonly string[]) =>
    (await Promise.all(some.map((id) => loaders.load('persona', id)))).filter(isPersona);
  if (search) {
    return cutPage(
      (await load(ids)).filter((persona) => hasName(persona, search)),
      numbers,
    );
  }
  const start = (numbers.page - 1) * numbers.perPage;
  const data = await load(ids.slice(start, start + numbers.perPage));
  return { data, meta: { total: ids.length } };
}

/** Reads a page of the personas that exist for a caller: of the upstream's list, or of those with the caller's ids. */
export const readPersonas = (
  query: PageNumbers & { readonly search?: string | undefined },
  context: GraphContext,
): Promise<UpstreamPage<Persona>> => {
  const ids = listIds(context.caller.grant);
  return ids ? readPage(ids, query, context) : context.rest.personas({ query });
};
