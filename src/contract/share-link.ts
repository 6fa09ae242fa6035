import { z } from 'zod';
import { pageQuery } from './page.ts';
import { ForeignId, Id, record, Timestamp } from './record.ts';
import { defineResource, VOLATILE } from './resource.ts';
import { enumOf } from './schema-meta.ts';

/** Defaults of a new share link. */
export const SHARE_LINK_DEFAULTS = { expiresInHours: 168, usageLimit: 10 };

const ShareLinkType = enumOf('ShareLinkType', 'Where a share link opens its persona.', {
  LINK: 'On a page of its own.',
  PLAYER_EMBED: 'In a player, embedded in another page.',
  ORB_EMBED: 'In a small round window, embedded in another page.',
});

const { expiresInHours, usageLimit } = SHARE_LINK_DEFAULTS;

const hours = z.number().positive().max(87_600);
const uses = z.int32().min(1).max(1_000_000).describe('Maximum number of uses.');

/**
 * The token is a credential: anyone who has it can open the persona. The graph returns it only when the link is
 * created.
 */
export const ShareLink = record({
  token: z.string().describe('Credential that opens the persona. It is returned only once.'),
  personaId: ForeignId.describe('Id of the persona.'),
  personaName: z.string().describe('Name of the persona.'),
  type: ShareLinkType.describe('Where the link opens the persona.'),
  expiresAt: Timestamp.describe('When the link expires; null for never.'),
  usageCount: z.int32().describe('Number of uses so far.'),
  enabled: z.boolean().meta({ description: 'Whether the link can be used.', alias: 'isEnabled' }),
  isPrimary: z.boolean().describe('Whether it is the primary link of the persona.'),
  allowedOrigins: z.array(z.string()).describe('Origins of the pages that may embed the persona.'),
  allowAllOrigins: z.boolean().meta({
    description: 'Whether any page may embed the persona.',
    alias: 'allowEverywhere',
  }),
  removeWatermark: z.boolean().describe('Whether the persona is shown without a watermark.'),
  organizationId: ForeignId.describe('Account that owns the link.'),
  usageLimit: z.int32().describe('Maximum number of uses; null for no limit.'),
  createdAt: Timestamp.describe('When the link was created.'),
}).meta({ id: 'ShareLink', description: 'A share link.' });
export type ShareLink = z.output<typeof ShareLink>;

const CreateShareLink = z
  .strictObject({
    personaId: Id.describe('Id of the persona that the link opens.'),
    expiresInHours: hours.meta({
      description: `Hours until the link expires. Default: ${expiresInHours}.`,
      default: expiresInHours,
    }),
    usageLimit: uses.meta({
      description: `Maximum number of uses. Default: ${usageLimit}.`,
      default: usageLimit,
    }),
  })
  .partial({ expiresInHours: true, usageLimit: true });

/** Omitted fields are not changed. */
const UpdateShareLink = z
  .strictObject({
    expiresInHours: hours.describe('Hours from now until the link expires.'),
    usageLimit: uses,
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
    deleteShareLink: remove(200),
  }),
);
