import { z } from 'zod';
import {
  type Avatar as AvatarRecord,
  AvatarsQuery,
  avatarShape,
  CreateAvatar,
  CreateAvatarFromUrl,
  imageOfAnySize,
  tooLargeImage,
  UpdateAvatar,
} from '../contract/avatar.ts';
import { builder } from './builder.ts';
import { createInputError } from './errors.ts';
import { createDescriber, preprocessNulls } from './input.ts';
import { addListFields } from './list-fields.ts';
import { primePage, refresh } from './loaders.ts';
import { addLookupField, addLookupsField, createIdArgument, evictRecord } from './lookup-fields.ts';
import { createRecordField } from './record-field.ts';
import { createFileOrUrlSchema, detectImageType } from './upload.ts';

const describe = createDescriber(avatarShape);
const describeInput = createDescriber(CreateAvatar.shape);

/** The GraphQL type of avatars. */
export const Avatar = builder.objectRef<AvatarRecord>('Avatar').implement({
  description: 'The visual of a persona, created from one image.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Id of the avatar in the upstream.',
    }),
    displayName: t.exposeString('displayName', { description: describe('displayName') }),
    variantName: t.exposeString('variantName', { description: describe('variantName') }),
    description: t.exposeString('description', { description: describe('description') }),
    imageUrl: t.expose('imageUrl', { type: 'URL', description: describe('imageUrl') }),
    availableVersions: t.exposeStringList('availableVersions', {
      description: describe('availableVersions'),
    }),
    activeVersion: t.exposeString('activeVersion', { description: describe('activeVersion') }),
    displayTags: t.exposeStringList('displayTags', { description: describe('displayTags') }),
    renderStyle: t.exposeString('renderStyle', { description: describe('renderStyle') }),
    createdByOrganizationId: t.exposeID('createdByOrganizationId', {
      description: describe('createdByOrganizationId'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: describe('updatedAt') }),
    record: t.field(createRecordField('avatar')),
  }),
});

const avatar = { type: Avatar, kind: 'avatar', noun: 'avatar', nouns: 'avatars' } as const;
const { search, onlyOneShot } = AvatarsQuery.shape;
const tag = z.string().regex(/^[^,]*[^,\s][^,]*$/, 'A tag must not be blank or contain a comma.');

addLookupField({ ...avatar, scopes: ['avatars:read'] });
addLookupsField({ ...avatar, scopes: ['avatars:read'] });
addListFields({
  ...avatar,
  plural: 'avatars',
  isExtension: true,
  scopes: ['avatars:read'],
  filters: z.object({
    search,
    tags: z
      .array(tag)
      .describe('Tags in lower case. Keeps avatars that have any of them.')
      .optional(),
    onlyOneShot,
  }),
  read: async ({ tags, ...query }, { rest, loaders }) =>
    primePage(loaders.avatar, await rest.avatars({ query: { ...query, tags: tags?.join(',') } })),
});

const AvatarImageInput = builder.inputType('AvatarImageInput', {
  description: 'The image of a new avatar: a file or a URL.',
  isOneOf: true,
  fields: (t) => ({
    file: t.field({ type: 'Upload', description: describeInput('imageFile') }),
    url: t.string({ description: describeInput('imageUrl') }),
  }),
});

const { displayName } = CreateAvatar.shape;

const image = createFileOrUrlSchema({
  file: imageOfAnySize,
  url: CreateAvatarFromUrl.shape.imageUrl,
  detect: detectImageType,
});

/** Creates the error for an image above the limit. The limit is a setting and therefore not in the input's schema. */
const createTooLargeError = (limit: number) =>
  createInputError([
    { path: ['input', 'image', 'file'], message: tooLargeImage(limit), code: 'too_big' },
  ]);

const CreateAvatarInput = builder.inputType('CreateAvatarInput', {
  description: 'Input of createAvatar.',
  validate: { schema: preprocessNulls(z.object({ displayName, image })) },
  fields: (t) => ({
    displayName: t.string({ required: true, description: describeInput('displayName') }),
    image: t.field({ type: AvatarImageInput, required: true, description: 'The image.' }),
  }),
});

const UpdateAvatarInput = builder.inputType('UpdateAvatarInput', {
  description: 'Changes to an avatar.',
  validate: { schema: UpdateAvatar },
  fields: (t) => ({
    displayName: t.string({ required: true, description: describeInput('displayName') }),
  }),
});

builder.mutationFields((t) => ({
  createAvatar: t.field({
    type: Avatar,
    description: `Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes.

Send a file with a GraphQL multipart request. In the explorer, choose the file under "Files". From a shell:

\`\`\`
curl http://127.0.0.1:4000/graphql \\
  -F operations='{"query":"mutation ($file: Upload!) { createAvatar(input: {displayName: \\"Ada\\", image: {file: $file}}) { id imageUrl } }","variables":{"file":null}}' \\
  -F map='{"0":["variables.file"]}' \\
  -F 0=@portrait.png
\`\`\``,
    args: {
      input: t.arg({ type: CreateAvatarInput, required: true, description: 'The new avatar.' }),
    },
    scopes: ['avatars:write'],
    isValidationAsync: true,
    resolve: async (_, { input }, { rest, loaders, maxImageBytes }) => {
      const { displayName, image } = input;
      if (image.file && image.file.size > maxImageBytes) throw createTooLargeError(maxImageBytes);
      const source = image.file ? { imageFile: image.file } : { imageUrl: image.url };
      const body = { displayName, ...source };
      return refresh(loaders.avatar, await rest.createAvatar({ body }));
    },
  }),
  updateAvatar: t.field({
    type: Avatar,
    description: 'Renames an avatar.',
    args: {
      id: createIdArgument(t.arg, 'avatar'),
      input: t.arg({ type: UpdateAvatarInput, required: true, description: 'The changes.' }),
    },
    scopes: ['avatars:write'],
    resolve: async (_, { id, input }, { rest, loaders }) => {
      return refresh(loaders.avatar, await rest.updateAvatar({ params: { id }, body: input }), id);
    },
  }),
  deleteAvatar: t.field({
    type: 'ID',
    description: 'Deletes an avatar and returns its id. Personas that use it keep the id.',
    args: {
      id: createIdArgument(t.arg, 'avatar'),
      hard: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether to erase the record and its picture. By default they are only hidden.',
      }),
    },
    scopes: ['avatars:write'],
    resolve: async (_, { id, hard }, context) => {
      // Sent only if true, because not every upstream supports it.
      await context.rest.deleteAvatar({ params: { id }, query: hard ? { hard } : {} });
      return evictRecord(context, 'avatar', id);
    },
  }),
}));
