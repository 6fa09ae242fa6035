import { z } from 'zod';
import { VOLATILE } from './endpoint.ts';
import { field, ID, inputField, shapeIn } from './field.ts';
import { page, pageQuery } from './page.ts';
import { ForeignId, Id, Timestamp } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { enumOf } from './schema-meta.ts';

/** Defaults of a new share link. */
export const SHARE_LINK_DEFAULTS = { expiresInHours: 168, usageLimit: 10 };

const hours = z.number().positive().max(87_600);
const uses = z.int32().min(1).max(1_000_000);

const ShareLinkType = enumOf('ShareLinkType', 'Where a share link opens its persona.', {
  LINK: 'On a page of its own.',
  PLAYER_EMBED: 'In a player, embedded in another page.',
  ORB_EMBED: 'In a small round window, embedded in another page.',
});

/**
 * The token is a credential: anyone who has it can open the persona. The graph returns it only when the link is
 * created.
 */
const shareLinkFields = {
  id: { ...ID, isSearched: true },
  token: field(z.string(), 'Credential that opens the persona. It is returned only once.'),
  personaId: field(ForeignId, 'Id of the persona.', {
    in: ['create'],
    input: [Id, 'Id of the persona that the link opens.'],
    required: 'create',
    isFilter: true,
  }),
  personaName: field(z.string(), 'Name of the persona.', { isSearched: true }),
  type: field(ShareLinkType, 'Where the link opens the persona.'),
  expiresAt: field(Timestamp, 'When the link expires; null for never.'),
  usageCount: field(z.int32(), 'Number of uses so far.'),
  enabled: field(z.boolean(), 'Whether the link can be used.', { alias: 'isEnabled' }),
  isPrimary: field(z.boolean(), 'Whether it is the primary link of the persona.'),
  allowedOrigins: field(z.array(z.string()), 'Origins of the pages that may embed the persona.'),
  allowAllOrigins: field(z.boolean(), 'Whether any page may embed the persona.', {
    alias: 'allowEverywhere',
  }),
  removeWatermark: field(z.boolean(), 'Whether the persona is shown without a watermark.'),
  organizationId: field(ForeignId, 'Account that owns the link.'),
  expiresInHours: inputField(hours, 'Hours from now until the link expires.', {
    in: ['create', 'update'],
    create: 'Hours until the link expires.',
    default: SHARE_LINK_DEFAULTS.expiresInHours,
  }),
  usageLimit: field(z.int32(), 'Maximum number of uses; null for no limit.', {
    in: ['create', 'update'],
    input: [uses, 'Maximum number of uses.'],
    default: SHARE_LINK_DEFAULTS.usageLimit,
  }),
  createdAt: field(Timestamp, 'When the link was created.'),
};

/** Body of POST /v1/share-links. */
const CreateShareLink = z.strictObject(shapeIn('create', shareLinkFields));

/** Body of PUT /v1/share-links/{id}. Omitted fields are not changed. */
const UpdateShareLink = z.strictObject(shapeIn('update', shareLinkFields));

/** Query of GET /v1/share-links. */
const ShareLinksQuery = z.strictObject({
  ...pageQuery('Returns only links whose persona name or id contains this text.'),
  personaId: Id.describe('Returns only links of this persona.').optional(),
});

export const ShareLink = record(shareLinkFields);
export type ShareLink = z.output<typeof ShareLink>;

const ShareLinkPage = page(ShareLink);

/** The contract of share links. All endpoints are extensions. */
export const shareLinkContract = defineResource(
  {
    collection: 'shareLinks',
    feature: 'share-links',
    path: '/v1/share-links',
    noun: 'share link',
    description: 'Links that open a persona without an API key.',
    record: ShareLink,
    fields: shareLinkFields,
  },
  ({ list, get, create, update, remove }) => ({
    endpoints: {
      shareLinks: list(
        { query: ShareLinksQuery, page: ShareLinkPage },
        { isExtension: true, maxAge: VOLATILE },
      ),
      createShareLink: create({ json: CreateShareLink }, { isExtension: true, errors: [404] }),
      shareLink: get({ isExtension: true, maxAge: VOLATILE }),
      updateShareLink: update(UpdateShareLink, { isExtension: true }),
      deleteShareLink: remove(200, { isExtension: true }),
    },
    requests: { CreateShareLink, UpdateShareLink },
    responses: { ShareLink, ShareLinkPage },
  }),
);
