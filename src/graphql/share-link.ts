import { z } from 'zod';
import {
  findLastPage,
  findNextPage,
  MAX_PER_PAGE,
  type PageNumbers,
  type UpstreamPage,
} from '../contract/page.ts';
import type { Persona as PersonaRecord } from '../contract/persona.ts';
import { getDescription } from '../contract/schema-meta.ts';
import {
  ShareLink as ShareLinkContract,
  type ShareLink as ShareLinkRecord,
} from '../contract/share-link.ts';
import { builder } from './builder.ts';
import { createConnectionOptions, cutPage } from './connection.ts';
import type { GraphContext } from './context.ts';
import { createFields } from './fields.ts';
import type { Part } from './loaders.ts';
import { Persona } from './persona.ts';
import { addResourceFields } from './resource-fields.ts';

/** The GraphQL type of share links. It has no token, which is a credential. */
const ShareLink = builder.objectRef<ShareLinkRecord>('ShareLink').implement({
  description: 'A link that opens a persona. Only createShareLink returns its token.',
  fields: (t) => ({
    ...createFields('shareLink', { except: ['token'] }),
    persona: t.field({
      type: Persona,
      description: 'The persona that the link opens; null if it no longer exists.',
      scopes: ['personas:read'],
      resolve: ({ personaId }, _, { loaders }) =>
        personaId ? loaders.load('persona', personaId) : null,
    }),
  }),
});

const perPage = MAX_PER_PAGE;

/** Maximum number of pages of the list of all links that are read for several personas. */
const MAX_PAGES = 10;

/** The first links of a persona, and how many there are. */
const linksOfPersona: Part<UpstreamPage<ShareLinkRecord>> = {
  find: (rest, personaId) => rest.shareLinks({ query: { personaId, perPage } }),
  // The list of all links, where it takes fewer calls than the personas.
  findAll: async (rest, ids) => {
    const first = await rest.shareLinks({ query: { perPage } });
    const hasMore = findNextPage(first, { page: 1, perPage }) !== null;
    const pages = hasMore ? findLastPage(first.meta, perPage) : 1;
    if (pages === null || pages > Math.min(ids.length, MAX_PAGES)) return undefined;
    const others = Array.from({ length: pages - 1 }, (_, index) =>
      rest.shareLinks({ query: { page: index + 2, perPage } }),
    );
    const links = [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
    if (links.some(({ personaId }) => personaId == null)) return undefined;
    const byPersona = Map.groupBy(links, ({ personaId }) => personaId);
    return new Map(
      ids.map((id) => {
        const data = byPersona.get(id) ?? [];
        return [id, { data, meta: { total: data.length } }];
      }),
    );
  },
};

const shareLink = { resource: 'shareLink', type: ShareLink } as const;

/** Reads a page of the links of a persona: of those that are known already, where they contain it. */
async function readLinks(
  numbers: PageNumbers,
  { rest, loaders }: GraphContext,
  { id: personaId, shareLinks }: PersonaRecord,
): Promise<UpstreamPage<ShareLinkRecord>> {
  if (shareLinks) return cutPage(shareLinks, numbers);
  const end = numbers.page * numbers.perPage;
  const known = end > perPage ? null : await loaders.loadPart(linksOfPersona, personaId);
  if (!known) return rest.shareLinks({ query: { ...numbers, personaId } });
  return { data: cutPage(known.data, numbers).data, meta: { total: known.meta.total ?? null } };
}

builder.objectField(Persona, 'shareLinks', (t) =>
  t.field(
    createConnectionOptions(
      t.arg,
      {
        field: 'shareLinks',
        description:
          'The share links of the persona. For a list of personas, they usually take one upstream call in total.',
      },
      { ...shareLink, filters: z.object({}), fetchPage: readLinks },
    ),
  ),
);

const { token } = ShareLinkContract.shape;

addResourceFields({
  ...shareLink,
  create: {
    description: 'Creates a share link for a persona.',
    further: (t) => ({
      shareToken: t.exposeString('token', { description: getDescription(token) }),
    }),
  },
  remove: { note: 'It can no longer be used.' },
});
