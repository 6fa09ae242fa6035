import { z } from 'zod';
import { field, ID, TIMESTAMPS } from './field.ts';
import { formatMegabytes, MEGABYTE } from './file-size.ts';
import { page, pageQuery, queryText } from './page.ts';
import { ForeignId } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { describeRequest, enumOf } from './schema-meta.ts';

/** Specification, "Limits": image formats. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The formats of images, in messages. */
export const IMAGE_FORMATS = 'JPEG, PNG or WebP';

/** Specification, "Limits": maximum image size 10 MB. */
export const MAX_IMAGE_BYTES = 10 * MEGABYTE;

const displayName = z
  .string()
  .min(3, 'The display name must have 3 to 50 characters.')
  .max(50, 'The display name must have 3 to 50 characters.')
  .describe('Name of the avatar (3 to 50 characters).');

const image = `${IMAGE_FORMATS} image of at most ${formatMegabytes(MAX_IMAGE_BYTES)}. Servers can have a lower limit.`;

const imageUrl = z
  .url({ protocol: /^https?$/, error: 'The image URL must be an absolute http or https URL.' })
  .describe(`URL of a ${image}`);

/** The error message for an image that is larger than `limit` bytes. */
export const tooLargeImage = (limit: number = MAX_IMAGE_BYTES): string =>
  `The image must not be larger than ${formatMegabytes(limit)}.`;

/** Validates the type of an image but not its size, for callers that enforce their own size limit. */
export const imageOfAnySize = z
  .file()
  .mime([...IMAGE_TYPES], `The image must be a ${IMAGE_FORMATS} file.`);

const imageFile = imageOfAnySize.max(MAX_IMAGE_BYTES, tooLargeImage()).describe(image);

/** Specification, "Persona": avatar model versions. Services have newer ones, which are sent and read as well. */
export const AVATAR_MODELS = ['cara-2', 'cara-3'] as const;

/** The name of an avatar model. The service decides which it has. */
export const AvatarModel = z.string().min(1).max(100);

/** @assumed Live services distinguish these styles. */
export const AvatarRenderStyle = enumOf('AvatarRenderStyle', 'Visual style of an avatar.', {
  realistic: 'Photorealistic.',
  animated_3d: 'Like a character in an animated film.',
  illustrated: 'Like a drawing.',
  unknown: 'The service does not know the style.',
});

/** The value of `renderStyle` in the query of a list, for avatars of any style. */
export const ANY_STYLE = 'all';

const avatarModel = describeRequest(AvatarModel, {
  text: 'Avatar model, for example cara-3. By default, the service chooses it.',
  isExtension: true,
}).optional();

/** A one-shot avatar from an image URL, as JSON. Specification, "POST /v1/avatars". */
export const CreateAvatarFromUrl = z.strictObject({ displayName, imageUrl, avatarModel });

/** A one-shot avatar as multipart/form-data, with either `imageFile` or `imageUrl`. Specification, "POST /v1/avatars". */
export const CreateAvatar = z
  .strictObject({
    displayName,
    imageFile: imageFile.optional(),
    imageUrl: imageUrl.optional(),
    avatarModel,
  })
  .refine((body) => (body.imageFile === undefined) !== (body.imageUrl === undefined), {
    error: 'Exactly one of imageFile and imageUrl is required.',
  })
  .meta({ oneOf: [{ required: ['imageFile'] }, { required: ['imageUrl'] }] });

/** Body of PUT /v1/avatars/{id}, an extension. */
export const UpdateAvatar = z.strictObject({ displayName });
export type UpdateAvatar = z.output<typeof UpdateAvatar>;

/** Maximum number of tags by which a list is filtered, and the maximum length of one. @assumed */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 64;

/** Query of GET /v1/avatars, an extension. */
export const AvatarsQuery = z.strictObject({
  ...pageQuery('Returns only avatars whose name or description contains this text.'),
  tags: queryText(
    'Comma-separated tags in lower case. Returns only avatars with at least one of them.',
    MAX_TAGS * (MAX_TAG_LENGTH + 1) - 1,
  ).optional(),
  onlyOneShot: z
    .boolean()
    .describe('If true, returns only one-shot avatars. Default: false.')
    .optional(),
  renderStyle: z
    .union([AvatarRenderStyle, z.literal(ANY_STYLE)])
    .describe('Returns only avatars of this style. Default: all.')
    .optional(),
});
export type AvatarsQuery = z.output<typeof AvatarsQuery>;

/** Query of DELETE /v1/avatars/{id}, an extension. */
const DeleteAvatarQuery = z.strictObject({
  hard: z
    .boolean()
    .describe(
      'If true, deletes the record and its image permanently. Default: false, which only hides them.',
    )
    .optional(),
});

/** @assumed Live services sign URLs of videos for an hour. */
const SIGNED_URL = 'It can expire, and is null until the video is ready.';

/** @assumed "Fields of an avatar record: not shown"; these are the fields that live services return. */
const avatarFields = {
  id: ID,
  displayName: field(z.string(), 'Name of the avatar.', { isSearched: true }),
  variantName: field(z.string(), 'Name of the variant, if the avatar has variants.'),
  description: field(z.string(), 'Description of the avatar.', { isSearched: true }),
  imageUrl: field(z.url(), 'URL of the image.'),
  landscapeImageUrl: field(z.url(), 'URL of the image in landscape format.'),
  portraitImageUrl: field(
    z.url(),
    'URL of the image in portrait format; null if the avatar does not support it.',
  ),
  videoUrl: field(z.url(), `URL of a video of the avatar speaking. ${SIGNED_URL}`),
  idleVideoUrl: field(z.url(), `URL of a video of the avatar listening. ${SIGNED_URL}`),
  availableVersions: field(z.array(z.string()), 'The avatar models that the avatar supports.', {
    alias: 'availableModels',
  }),
  activeVersion: field(z.string(), 'The avatar model that is used by default.', {
    alias: 'defaultModel',
  }),
  displayTags: field(z.array(z.string()), 'Tags of the avatar. Lists can be filtered by tag.'),
  renderStyle: field(AvatarRenderStyle, 'Visual style.'),
  createdByOrganizationId: field(
    ForeignId,
    'Account that created the avatar; null for built-in avatars.',
    { alias: 'organizationId' },
  ),
  ...TIMESTAMPS,
};

export const Avatar = record(avatarFields);
export type Avatar = z.output<typeof Avatar>;

const AvatarPage = page(Avatar);

/** The contract of avatars. Specification, "POST /v1/avatars" and "GET /v1/avatars/{id}"; the others are extensions. */
export const avatarContract = defineResource(
  {
    collection: 'avatars',
    noun: 'avatar',
    description: 'One-shot avatars, created from an image.',
    record: Avatar,
    fields: avatarFields,
  },
  ({ list, get, create, update, remove }) => ({
    endpoints: {
      createAvatar: create(
        { json: CreateAvatarFromUrl, multipart: CreateAvatar },
        {
          summary: 'Creates a one-shot avatar from an image file or an image URL.',
          description: 'Available only on enterprise and pro plans.',
          errors: [403, 422],
          plans: ['pro', 'enterprise'],
          slow: true,
        },
      ),
      avatar: get(),
      avatars: list({ query: AvatarsQuery, page: AvatarPage }, { isExtension: true }),
      updateAvatar: update(UpdateAvatar, { isExtension: true, summary: 'Renames an avatar.' }),
      deleteAvatar: {
        ...remove(200, {
          isExtension: true,
          summary: 'Deletes an avatar. Personas that use it keep the id.',
        }),
        query: DeleteAvatarQuery,
      },
    },
    requests: { CreateAvatar, CreateAvatarFromUrl, UpdateAvatar },
    responses: { Avatar, AvatarPage },
  }),
);
