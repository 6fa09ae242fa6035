import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';

/** Specification, "Limits": image formats. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Specification, "Limits": image size at most 10 MB. @assumed MB reads as 1,048,576 bytes, the larger of its meanings. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

const displayName = z
  .string()
  .min(3, 'The display name must have 3 to 50 characters.')
  .max(50, 'The display name must have 3 to 50 characters.')
  .describe('Name of the avatar (3 to 50 characters).');

const imageUrl = z
  .url({ protocol: /^https?$/, error: 'The image URL must be an absolute http or https URL.' })
  .describe('URL of a JPEG, PNG or WebP image (maximum 10 MB).');

const megabytes = (bytes: number) => `${Number((bytes / 1024 / 1024).toFixed(1))} MB`;

/** What is said of an image that is larger than `limit` bytes. */
export const tooLargeImage = (limit: number = MAX_IMAGE_BYTES): string =>
  `The image must not be larger than ${megabytes(limit)}.`;

/** The rule for an image's type alone, for readers with a size limit of their own. */
export const imageOfAnySize = z
  .file()
  .mime([...IMAGE_TYPES], 'The image must be a JPEG, PNG or WebP file.');

const imageFile = imageOfAnySize
  .max(MAX_IMAGE_BYTES, tooLargeImage())
  .describe('JPEG, PNG or WebP image (maximum 10 MB).');

/** A one-shot avatar from an image address, as JSON. Specification, "POST /v1/avatars". */
export const CreateAvatarFromUrl = z.strictObject({ displayName, imageUrl });

/** A one-shot avatar as multipart/form-data; exactly one of `imageFile` and `imageUrl`. Specification, "POST /v1/avatars". */
export const CreateAvatar = z
  .strictObject({ displayName, imageFile: imageFile.optional(), imageUrl: imageUrl.optional() })
  .refine((body) => (body.imageFile === undefined) !== (body.imageUrl === undefined), {
    error: 'Exactly one of imageFile and imageUrl is required.',
  })
  .meta({ oneOf: [{ required: ['imageFile'] }, { required: ['imageUrl'] }] });

/** @assumed "Fields of an avatar record: not shown"; these are the ones such services answer with. */
export const avatarShape = {
  id: Id,
  displayName: tolerant(z.string()).describe('Name of the avatar.'),
  variantName: tolerant(z.string()).describe('Name of the variant, if the avatar has several.'),
  description: tolerant(z.string()).describe('Description of the avatar.'),
  imageUrl: tolerant(z.url()).describe('URL of the image.'),
  availableVersions: tolerant(z.array(z.string())).describe('Supported avatar models.'),
  activeVersion: tolerant(z.string()).describe('Default avatar model.'),
  ...Timestamps,
};

export const Avatar = record(avatarShape);
export type Avatar = z.output<typeof Avatar>;

/** Endpoints of avatars. Specification, "POST /v1/avatars" and "GET /v1/avatars/{id}". */
export const avatarEndpoints = {
  createAvatar: endpoint({
    method: 'POST',
    path: '/v1/avatars',
    tag: 'Avatars',
    summary: 'Creates a one-shot avatar from an image file or an image URL.',
    description: 'Available only on enterprise and pro plans.',
    body: { json: CreateAvatarFromUrl, multipart: CreateAvatar },
    status: 201,
    response: Avatar,
    errors: [400, 401, 403, 413, 415, 422, 429, 500],
    plans: ['pro', 'enterprise'],
    slow: true,
  }),
  avatar: endpoint({
    method: 'GET',
    path: '/v1/avatars/{id}',
    tag: 'Avatars',
    summary: 'Returns an avatar by id.',
    params: IdParams,
    status: 200,
    response: Avatar,
    errors: [400, 401, 404, 429, 500],
  }),
};
