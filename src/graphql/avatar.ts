import { z } from 'zod';
import {
  type Avatar as AvatarRecord,
  avatarShape,
  CreateAvatar,
  imageOfAnySize,
  tooLargeImage,
} from '../contract/avatar.ts';
import { Id } from '../contract/record.ts';
import { builder } from './builder.ts';
import { listComplexity } from './complexity.ts';
import { createInputError } from './errors.ts';
import { nullsAsOmitted, readDescriptions } from './input.ts';
import { withDetectedType } from './upload-scalar.ts';

const said = readDescriptions(avatarShape);
const asked = readDescriptions(CreateAvatar.shape);

/** The visual of a persona. */
export const Avatar = builder.objectRef<AvatarRecord>('Avatar').implement({
  description: 'The visual of a persona, created from one image.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Id of the avatar in the upstream.',
    }),
    displayName: t.exposeString('displayName', { description: said('displayName') }),
    variantName: t.exposeString('variantName', { description: said('variantName') }),
    description: t.exposeString('description', { description: said('description') }),
    imageUrl: t.expose('imageUrl', { type: 'URL', description: said('imageUrl') }),
    availableVersions: t.exposeStringList('availableVersions', {
      description: said('availableVersions'),
    }),
    activeVersion: t.exposeString('activeVersion', { description: said('activeVersion') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: said('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: said('updatedAt') }),
    record: t.expose('record', {
      type: 'JSONObject',
      nullable: false,
      description: 'The avatar as raw JSON from the upstream.',
    }),
  }),
});

/** Ids that one `avatars` or `tools` field looks up, at most. */
export const Ids = z.object({ ids: z.array(Id).max(100) });

builder.queryFields((t) => ({
  avatar: t.field({
    type: Avatar,
    description: 'Returns an avatar by id, or null if it does not exist.',
    args: {
      id: t.arg.id({ required: true, validate: { schema: Id }, description: 'Id of the avatar.' }),
    },
    scopes: ['avatars:read'],
    resolve: (_, { id }, { loaders }) => loaders.avatar.load(id),
  }),
  avatars: t.field({
    type: [Avatar],
    nullable: { list: false, items: true },
    description:
      'Returns avatars by id, in the order of `ids`; null for each avatar that does not exist.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Ids of the avatars (maximum 100).' }),
    },
    scopes: ['avatars:read'],
    complexity: ({ ids }) => listComplexity(ids.length),
    validate: { schema: Ids },
    resolve: (_, { ids }, { loaders }) => ids.map((id) => loaders.avatar.load(id)),
  }),
}));

const AvatarImageInput = builder.inputType('AvatarImageInput', {
  description: 'The image of a new avatar: a file or a URL.',
  isOneOf: true,
  fields: (t) => ({
    file: t.field({ type: 'Upload', description: asked('imageFile') }),
    url: t.string({ description: asked('imageUrl') }),
  }),
});

const { displayName, imageUrl } = CreateAvatar.shape;

// The schema's own @oneOf says this too, but not every GraphQL engine enforces it in variables.
const image = z
  .object({ file: withDetectedType(imageOfAnySize.optional()), url: imageUrl })
  .transform(({ file, url }, context): { file: File } | { url: string } => {
    if (file !== undefined && url === undefined) return { file };
    if (url !== undefined && file === undefined) return { url };
    context.addIssue({ code: 'custom', message: 'Exactly one of file and url is required.' });
    return z.NEVER;
  });

/** The limit is a setting, so it is not in the input's own rules. */
const tooLarge = (limit: number) =>
  createInputError([
    { path: ['input', 'image', 'file'], message: tooLargeImage(limit), code: 'too_big' },
  ]);

const CreateAvatarInput = builder.inputType('CreateAvatarInput', {
  description: 'Input of createAvatar.',
  validate: { schema: nullsAsOmitted(z.object({ displayName, image })) },
  fields: (t) => ({
    displayName: t.string({ required: true, description: asked('displayName') }),
    image: t.field({ type: AvatarImageInput, required: true, description: 'The image.' }),
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
    areRulesAsync: true,
    resolve: async (_, { input }, { rest, loaders, maxImageBytes }) => {
      const { displayName, image } = input;
      if (image.file && image.file.size > maxImageBytes) throw tooLarge(maxImageBytes);
      const source = image.file ? { imageFile: image.file } : { imageUrl: image.url };
      const body = { displayName, ...source };
      const avatar = await rest.createAvatar({ body });
      loaders.avatar.clear(avatar.id).prime(avatar.id, avatar);
      return avatar;
    },
  }),
}));
