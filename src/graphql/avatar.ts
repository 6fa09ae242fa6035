import { z } from 'zod';
import { resources } from '../contract/api.ts';
import {
  type Avatar as AvatarRecord,
  AvatarRenderStyle,
  CreateAvatar,
  CreateAvatarFromUrl,
  imageOfAnySize,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  tooLargeImage,
  UpdateAvatar,
} from '../contract/avatar.ts';
import { builder } from './builder.ts';
import { createInputError } from './errors.ts';
import { addExtra } from './extra.ts';
import { createFields } from './fields.ts';
import { builtInField } from './record-field.ts';
import { addResourceFields } from './resource-fields.ts';
import { createSourceSchema, createSourceType } from './upload.ts';

export const Avatar = builder.objectRef<AvatarRecord>('Avatar').implement({
  description: 'The visual appearance of a persona, created from one image.',
  fields: (t) => ({
    ...createFields('avatar'),
    isBuiltIn: t.boolean(builtInField),
  }),
});

const { page, perPage, onlyOneShot, ...filters } = resources.avatar.endpoints.avatars.query.shape;
const tag = z
  .string()
  .max(MAX_TAG_LENGTH)
  .refine(
    (text) => text.trim() !== '' && !text.includes(','),
    'A tag must not be blank or contain a comma.',
  );

const { imageFile, imageUrl, ...fields } = CreateAvatar.shape;

const AvatarImageInput = createSourceType(
  'AvatarImageInput',
  'The image of a new avatar: a file or a URL.',
  { file: imageFile, url: imageUrl },
);

const image = createSourceSchema(imageOfAnySize, {
  url: CreateAvatarFromUrl.shape.imageUrl,
}).describe('The image.');

/** Creates the error for an image above the limit. The limit is a setting and therefore not in the input's schema. */
const createTooLargeError = (limit: number) =>
  createInputError([
    { path: ['input', 'image', 'file'], message: tooLargeImage(limit), code: 'TOO_LARGE' },
  ]);

addResourceFields({
  resource: 'avatar',
  type: Avatar,
  list: {
    filters: z.object({
      ...filters,
      tags: z
        .array(tag)
        .max(MAX_TAGS)
        .describe(
          `Tags in lower case: at most ${MAX_TAGS}, of at most ${MAX_TAG_LENGTH} characters each. Returns only avatars with at least one of them.`,
        )
        .optional(),
      onlyOneShot: onlyOneShot
        .unwrap()
        .default(false)
        .describe('Whether to return only one-shot avatars.'),
      renderStyle: AvatarRenderStyle.describe('Returns only avatars of this style.').optional(),
    }),
    fetchPage: ({ tags, onlyOneShot, ...query }, { rest }) =>
      // Sent only if true, because not every upstream supports it.
      rest.avatars({
        query: {
          ...query,
          tags: tags?.join(',') || undefined,
          ...(onlyOneShot && { onlyOneShot }),
        },
      }),
  },
  create: {
    description: `Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes.

Send a file with a GraphQL multipart request. In the explorer, choose the file under "Files".`,
    schema: z.object({ ...fields, image }),
    types: { image: AvatarImageInput },
    readsFiles: true,
    run: ({ image, extra, ...fields }, { rest, maxImageBytes }) => {
      if ('url' in image)
        return rest.createAvatar({ body: addExtra({ ...fields, imageUrl: image.url }, extra) });
      if (image.file.size > maxImageBytes) throw createTooLargeError(maxImageBytes);
      return rest.createAvatar({ body: addExtra({ ...fields, imageFile: image.file }, extra) });
    },
  },
  update: {
    schema: UpdateAvatar.partial(),
    run: async ({ extra, ...changes }, { rest }, id) => {
      const params = { id };
      const given = addExtra(changes, extra);
      if (Object.keys(given).length === 0) return rest.avatar({ params });
      // Services refuse an update without the name.
      const { displayName } =
        given.displayName === undefined ? await rest.avatar({ params }) : given;
      return rest.updateAvatar({ params, body: { ...given, displayName: displayName ?? '' } });
    },
  },
  remove: {
    note: 'Personas keep its id.',
    permanently: 'Whether to delete the image, too. By default, both are only hidden.',
    // Sent only if true, because not every upstream supports it.
    run: (request, { rest }, isPermanent) =>
      rest.deleteAvatar({ ...request, query: isPermanent ? { hard: true } : {} }),
  },
});
