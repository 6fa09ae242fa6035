import { findLastPage, findNextPage, MAX_PER_PAGE } from '../contract/page.ts';
import type { ShareLink as ShareLinkRecord } from '../contract/share-link.ts';
import { builder } from './builder.ts';
import { createFields } from './fields.ts';
import type { Part } from './loaders.ts';
import { Persona } from './persona.ts';
import { addResourceFields } from './resource-fields.ts';

/** The GraphQL type of share links. It has no token, which is a credential. */
const ShareLink = builder.objectRef<ShareLinkRecord>('ShareLink').implement({
  description:
    'A link that opens a persona without an API key. Its token is returned only by createShareLink.',
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

/** Assumed number of share links of a persona, for the query cost. */
const EXPECTED_LINKS = 5;

const perPage = MAX_PER_PAGE;

/** Maximum number of pages of the list of all links that are read for several personas. */
const MAX_PAGES = 10;

const linksOfPersona: Part<readonly ShareLinkRecord[]> = {
  label: 'share links',
  find: async (rest, personaId) => (await rest.shareLinks({ query: { personaId, perPage } })).data,
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
    return new Map(ids.map((id) => [id, (byPersona.get(id) ?? []).slice(0, perPage)]));
  },
};

builder.objectField(Persona, 'shareLinks', (t) =>
  t.field({
    type: [ShareLink],
    description: `The share links, at most ${MAX_PER_PAGE}. For a list of personas, they usually take one upstream call in total.`,
    scopes: ['share-links:read'],
    complexity: { field: 1, multiplier: EXPECTED_LINKS },
    resolve: ({ id, shareLinks }, _, { loaders }) =>
      shareLinks ?? loaders.loadPart(linksOfPersona, id),
  }),
);

addResourceFields({
  resource: 'shareLink',
  type: ShareLink,
  description: 'Creates a share link for a persona.',
  texts: ['token'],
  note: 'It no longer opens the persona.',
});
