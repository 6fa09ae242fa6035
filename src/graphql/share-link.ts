import { MAX_PER_PAGE } from '../contract/page.ts';
import type { ShareLink as ShareLinkRecord } from '../contract/share-link.ts';
import { builder } from './builder.ts';
import { createFields } from './fields.ts';
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

builder.objectField(Persona, 'shareLinks', (t) =>
  t.field({
    type: [ShareLink],
    description: `The share links, at most ${MAX_PER_PAGE}. They cost one call, if the upstream does not embed them.`,
    scopes: ['share-links:read'],
    complexity: { field: 1, multiplier: EXPECTED_LINKS },
    resolve: async ({ id: personaId, shareLinks }, _, { rest }) =>
      shareLinks ?? (await rest.shareLinks({ query: { personaId, perPage: MAX_PER_PAGE } })).data,
  }),
);

addResourceFields({
  resource: 'shareLink',
  type: ShareLink,
  description: 'Creates a share link of a persona.',
  texts: ['token'],
  note: 'It no longer opens the persona.',
});
