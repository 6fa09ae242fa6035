import { z } from 'zod';
import { count, flag, text, texts, time } from './fields.ts';
import { pageQuery } from './page.ts';
import { ForeignId, Id, record } from './record.ts';
import { defineResource, VOLATILE } from './resource.ts';
import { enumOf, withDefault } from './schema-meta.ts';

/** Defaults of a new share link. */
export const SHARE_LINK_DEFAULTS = { expiresInHours: 168, usageLimit: 10 };
const { expiresInHours, usageLimit } = SHARE_LINK_DEFAULTS;

const ShareLinkType = enumOf('ShareLinkType', 'Where a share link opens its persona.', {
  LINK: 'On a page of its own.',
  PLAYER_EMBED: 'In a player, embedded in another page.',
  ORB_EMBED: 'In a small round window, embedded in another page.',
});

const hours = z.number().positive().max(87_600);
const uses = z.int32().min(1).max(1_000_000);

/** Anyone who has the token can open the persona. The graph returns it only when the link is created. */
export const ShareLink = record({
  token: text('Credential that opens the persona. It is returned only once.'),
  personaId: ForeignId.describe('Id of the persona.'),
  personaName: text('Name of the persona.'),
  type: ShareLinkType.describe('Where the link opens the persona.'),
  expiresAt: time('When the link expires; null for never.'),
  usageCount: count('Number of uses so far.'),
  enabled: flag('Whether the link can be used.', 'isEnabled'),
  isPrimary: flag('Whether it is the primary link of the persona.'),
  allowedOrigins: texts('Origins of the pages that may embed the persona.'),
  allowAllOrigins: flag('Whether any page may embed the persona.', 'allowEverywhere'),
  removeWatermark: flag('Whether the persona is shown without a watermark.'),
  organizationId: ForeignId.describe('Account that owns the link.'),
  usageLimit: count('Maximum number of uses; null for no limit.'),
  createdAt: time('When the link was created.'),
}).meta({ id: 'ShareLink', description: 'A share link.' });
export type ShareLink = z.output<typeof ShareLink>;

const CreateShareLink = z
  .strictObject({
    personaId: Id.describe('Id of the persona that the link opens.'),
    expiresInHours: withDefault(hours, expiresInHours, 'Hours until the link expires.'),
    usageLimit: withDefault(uses, usageLimit, 'Maximum number of uses.'),
  })
  .partial({ expiresInHours: true, usageLimit: true });

const UpdateShareLink = z
  .strictObject({
    expiresInHours: hours.describe('Hours from now until the link expires.'),
    usageLimit: uses.describe('Maximum number of uses.'),
  })
  .partial();

/** The contract of share links. All endpoints are extensions. */
export const shareLinkContract = defineResource(
  {
    collection: 'shareLinks',
    feature: 'share-links',
    path: '/v1/share-links',
    noun: 'share link',
    description: 'Links that open a persona without an API key.',
    record: ShareLink,
    searched: ['id', 'personaName'],
    filters: ['personaId'],
  },
  ({ list, get, create, update, remove }) => ({
    shareLinks: list(
      {
        ...pageQuery('Returns only links whose persona name or id contains this text.'),
        personaId: Id.describe('Returns only links of this persona.'),
      },
      { maxAge: VOLATILE },
    ),
    createShareLink: create({ json: CreateShareLink }, { errors: [404] }),
    shareLink: get({ maxAge: VOLATILE }),
    updateShareLink: update(UpdateShareLink),
    deleteShareLink: remove(),
  }),
);
