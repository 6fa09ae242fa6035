import * as api from '../hooks/index.ts';
import { AVATAR_MODELS, IMAGE_FORMATS, IMAGE_TYPES, MAX_IMAGE_BYTES } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { NewPersonaLink, Picture } from './shell/display.tsx';
import { createFields } from './shell/fields.ts';
import { DateTime } from './shell/format.tsx';
import { defineResource } from './shell/resource.ts';
import { withFile } from './shell/upload.tsx';

const IMAGE = {
  accept: IMAGE_TYPES,
  formats: IMAGE_FORMATS,
  maxBytes: MAX_IMAGE_BYTES,
  preview: (src: string) => <img className="preview" src={src} alt="Preview" />,
};

const NAME = { displayName: { label: 'Name' } };

const showFile = (url: string | null) => url && <a href={url}>{url.split('?')[0]}</a>;

export const AVATAR = defineResource({
  noun: 'avatar',
  title: 'Avatars',
  path: 'avatars',
  hasPictures: true,
  lead: 'The faces of your personas.',
  list: api.AvatarsDocument,
  byIds: api.AvatarsByIdsDocument,
  canOpenById: true,
  canCreateUnlisted: true,
  summarize: ({ displayName: name, imageUrl }) => ({ name, imageUrl }),
  create: {
    document: api.CreateAvatarDocument,
    lead: 'Create an avatar from one image. Requires a pro or enterprise plan.',
    fields: createFields(FIELDS.CreateAvatarInput, {
      ...NAME,
      avatarModel: { isCode: true, suggestions: AVATAR_MODELS },
      image: withFile(IMAGE),
    }),
  },
  record: api.AvatarDocument,
  raw: api.AvatarRecordDocument,
  // Built-in avatars cannot be changed.
  show: ({ id, displayName, description, imageUrl, isBuiltIn, availableModels, ...avatar }) => ({
    title: displayName,
    lead: description,
    picture: <Picture src={imageUrl} alt={`The avatar ${displayName ?? ''}`} name={displayName} />,
    settings: {
      Kind: isBuiltIn ? 'built-in' : 'one-shot',
      'Avatar model': avatar.defaultModel ?? 'unknown',
      'Supported models': availableModels?.join(', '),
      Video: showFile(avatar.videoUrl),
      'Video while listening': showFile(avatar.idleVideoUrl),
      Created: <DateTime at={avatar.createdAt} />,
    },
    canEdit: !isBuiltIn,
    canDelete: !isBuiltIn,
    warning: 'Personas that use it keep its id.',
    actions: <NewPersonaLink noun="avatar" id={id} />,
  }),
  change: {
    document: api.UpdateAvatarDocument,
    fields: createFields(FIELDS.UpdateAvatarInput, NAME),
  },
  remove: api.DeleteAvatarDocument,
});
