import { ANY_STYLE, AVATAR_MODELS, avatarContract } from '../contract/avatar.ts';
import { addEndpoints, type ServiceRoutes } from './endpoints.ts';
import { BadRequest } from './errors.ts';
import { addFileRoutes, getFilePath } from './file-routes.ts';
import { createRecordHandlers } from './record-handlers.ts';
import type { StoredRecord } from './store/records.ts';
import { asSpooled } from './uploads/spooled-upload.ts';
import { IMAGE } from './uploads/upload-kind.ts';

const VERSIONS = {
  availableVersions: AVATAR_MODELS,
  activeVersion: 'cara-3' satisfies (typeof AVATAR_MODELS)[number],
};

/** Creates the record of an avatar. The URL of the image is added per request, because it depends on the base URL. */
export const createAvatarRecord = (avatar: StoredRecord, at: string): StoredRecord => ({
  displayTags: [],
  createdByOrganizationId: null,
  ...VERSIONS,
  ...avatar,
  createdAt: at,
  updatedAt: at,
});

const parseTagLabels = (tags: string) => {
  const names = tags.split(',').map((tag) => tag.trim());
  return names.filter((tag) => tag !== '').map((tag) => `tag ${tag.toLowerCase()}`);
};

/**
 * Validates the model of a body, or of the object at `path` in it.
 * @throws BadRequest for a model that the specification does not have.
 */
export function checkModel(
  { avatarModel }: { readonly avatarModel?: string | null | undefined },
  path: readonly string[] = [],
): void {
  if (avatarModel == null || AVATAR_MODELS.some((known) => known === avatarModel)) return;
  throw BadRequest.at(
    [...path, 'avatarModel'],
    `The avatar model must be ${AVATAR_MODELS.join(' or ')}.`,
  );
}

export const avatars: ServiceRoutes = (scopes, services) => {
  const { files, fetcher, quota, now, newId } = services;
  const view = ({ pictureType, ...avatar }: StoredRecord, baseUrl: string) => ({
    ...avatar,
    imageUrl: `${baseUrl}${getFilePath('avatars', avatar.id, 'image', String(pictureType))}`,
  });
  const { list, get, change, remove } = createRecordHandlers(
    'avatar',
    services,
    (avatars, { baseUrl }) => avatars.map((avatar) => view(avatar, baseUrl)),
  );
  addEndpoints(scopes, services, avatarContract, {
    avatars: (request) => {
      const { tags, onlyOneShot, renderStyle = ANY_STYLE } = request.query;
      const tagLabels = parseTagLabels(tags ?? '');
      return list(request, [
        ...(tagLabels.length > 0 ? [tagLabels] : []),
        ...(onlyOneShot ? [['one-shot']] : []),
        // The service cannot detect the style of an image, so all avatars have the style `unknown`.
        ...([ANY_STYLE, 'unknown'].includes(renderStyle) ? [] : [[`style ${renderStyle}`]]),
      ]);
    },

    createAvatar: async ({ body, baseUrl, files: spooled, caller, tables }) => {
      const { displayName, avatarModel: activeVersion = VERSIONS.activeVersion } = body;
      checkModel(body);
      const image =
        'imageFile' in body && body.imageFile
          ? asSpooled(body.imageFile)
          : await fetcher.fetch(String(body.imageUrl), spooled, IMAGE);
      const own = { pictureType: image.type, createdByOrganizationId: caller.account };
      const avatar = createAvatarRecord(
        { id: newId(), displayName, activeVersion, ...own },
        now().toISOString(),
      );
      await quota.add(image.size, () => tables.avatars.insert(avatar, image));
      return view(avatar, baseUrl);
    },

    avatar: get,
    updateAvatar: change,

    deleteAvatar: async (request) => {
      await remove(request);
      return { message: 'Avatar deleted successfully' };
    },
  });
  addFileRoutes(scopes.app, {
    resource: 'avatars',
    name: 'image',
    noun: 'an avatar',
    tables: files.avatars,
  });
};
