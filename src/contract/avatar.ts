import { z } from 'zod';
import { flag, link, reference, TIMESTAMPS, text, texts, webUrl } from './fields.ts';
import { formatMegabytes, MEGABYTE } from './file-size.ts';
import { pageQuery, queryText } from './page.ts';
import { record } from './record.ts';
import { defineResource } from './resource.ts';
import { beyondSpecification, enumOf } from './schema-meta.ts';

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

const image = `${IMAGE_FORMATS} image, at most ${formatMegabytes(MAX_IMAGE_BYTES)} (some servers: less).`;

const imageUrl = webUrl('The image URL').describe(`URL of a ${image}`);

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

const settings = {
  displayName,
  ...beyondSpecification({
    avatarModel: AvatarModel.describe(
      'Avatar model, for example cara-3. By default, the service chooses it.',
    ).optional(),
  }),
};

/** A one-shot avatar from an image URL, as JSON. Specification, "POST /v1/avatars". */
export const CreateAvatarFromUrl = z
  .strictObject({ ...settings, imageUrl })
  .meta({ id: 'CreateAvatarFromUrl' });

/** A one-shot avatar as multipart/form-data, with either `imageFile` or `imageUrl`. Specification, "POST /v1/avatars". */
export const CreateAvatar = z
  .strictObject({ ...settings, imageFile: imageFile.optional(), imageUrl: imageUrl.optional() })
  .refine((body) => (body.imageFile === undefined) !== (body.imageUrl === undefined), {
    error: 'Exactly one of imageFile and imageUrl is required.',
  })
  .meta({ oneOf: [{ required: ['imageFile'] }, { required: ['imageUrl'] }] });

export const UpdateAvatar = z.strictObject({ displayName });

/** Maximum number of tags by which a list is filtered, and the maximum length of one. @assumed */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 64;

/** Parameters of the list. */
const query = {
  ...pageQuery('Returns only avatars whose name or description contains this text.'),
  tags: queryText(
    'Comma-separated tags in lower case. Returns only avatars with at least one of them.',
    MAX_TAGS * (MAX_TAG_LENGTH + 1) - 1,
  ),
  onlyOneShot: flag('If true, returns only one-shot avatars. Default: false.'),
  renderStyle: z
    .union([AvatarRenderStyle, z.literal(ANY_STYLE)])
    .describe('Returns only avatars of this style. Default: all.'),
};

/** @assumed Live services sign URLs of videos for an hour. */
const SIGNED_URL = 'It can expire, and is null until the video is ready.';

/** @assumed "Fields of an avatar record: not shown"; these are the fields that live services return. */
export const Avatar = record({
  displayName: text('Name of the avatar.'),
  variantName: text('Name of the variant, if the avatar has variants.'),
  description: text('Description of the avatar.'),
  imageUrl: link('URL of the image.'),
  landscapeImageUrl: link('URL of the image in landscape format.'),
  portraitImageUrl: link('URL of the image in portrait format; null if there is none.'),
  videoUrl: link(`URL of a video of the avatar speaking. ${SIGNED_URL}`),
  idleVideoUrl: link(`URL of a video of the avatar listening. ${SIGNED_URL}`),
  availableVersions: texts('The avatar models that the avatar supports.', 'availableModels'),
  activeVersion: text('The avatar model that is used by default.', 'defaultModel'),
  displayTags: texts('Tags of the avatar. Lists can be filtered by tag.'),
  renderStyle: AvatarRenderStyle.describe('Visual style.'),
  createdByOrganizationId: reference('Creator; null for built-in avatars.', 'organizationId'),
  ...TIMESTAMPS,
}).meta({ id: 'Avatar', description: 'An avatar.' });
export type Avatar = z.output<typeof Avatar>;

/** The contract of avatars. Specification, "POST /v1/avatars" and "GET /v1/avatars/{id}"; the others are extensions. */
export const avatarContract = defineResource(
  {
    collection: 'avatars',
    noun: 'avatar',
    description: 'One-shot avatars, created from an image.',
    record: Avatar,
    specified: ['create', 'get'],
    searched: ['displayName', 'description'],
  },
  ({ list, get, create, update, remove }) => ({
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
    avatars: list(query),
    updateAvatar: update(UpdateAvatar, { summary: 'Renames an avatar.' }),
    deleteAvatar: {
      ...remove({ summary: 'Deletes an avatar. Personas that use it keep the id.' }),
      query: z
        .strictObject({
          hard: flag('If true, deletes the record and its image, instead of only hiding them.'),
        })
        .partial(),
    },
  }),
);
