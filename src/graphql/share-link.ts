import { z } from 'zod';
import { MAX_PER_PAGE } from '../contract/page.ts';
import {
  CreateShareLink,
  type ShareLink as ShareLinkRecord,
  ShareLinksQuery,
  UpdateShareLink,
} from '../contract/share-link.ts';
import { builder } from './builder.ts';
import { createInput, createUpdateInput } from './create-input.ts';
import { createFields } from './fields.ts';
import { addListFields } from './list-fields.ts';
import { addLookupField } from './lookup-fields.ts';
import { addCreateField, addDeleteField, addUpdateField } from './mutation-fields.ts';
import { Persona } from './persona.ts';

/** The GraphQL type of share links. It has no token, which is a credential. */
export const ShareLink = builder.objectRef<ShareLinkRecord>('ShareLink').implement({
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

const shareLink = { resource: 'shareLink', type: ShareLink } as const;

addLookupField(shareLink);
addListFields({
  ...shareLink,
  filters: z.object({
    search: ShareLinksQuery.shape.search,
    personaId: ShareLinksQuery.shape.personaId,
  }),
  read: (query, { rest }) => rest.shareLinks({ query }),
});
addCreateField({
  ...shareLink,
  description: 'Creates a share link of a persona.',
  input: createInput({
    name: 'CreateShareLinkInput',
    description: 'Input of createShareLink.',
    schema: CreateShareLink,
  }),
  create: (body, { rest }) => rest.createShareLink({ body }),
  texts: ['token'],
});
addUpdateField({
  ...shareLink,
  description: 'Updates a share link.',
  input: createUpdateInput({
    name: 'UpdateShareLinkInput',
    description: 'Changes to a share link.',
    schema: UpdateShareLink,
  }),
  update: (id, body, { rest }) => rest.updateShareLink({ params: { id }, body }),
});
addDeleteField({
  ...shareLink,
  note: 'It no longer opens the persona.',
  remove: (request, { rest }) => rest.deleteShareLink(request),
});
