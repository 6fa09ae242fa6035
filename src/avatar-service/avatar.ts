import { avatarContract } from '../contract/avatar.ts';
import { AvatarModel } from '../contract/persona.ts';
import { addEndpoints } from './endpoints.ts';
import { BadRequest } from './errors.ts';
import { readSlices } from './file-slices.ts';
import { addMedia, mediaPath } from './media.ts';
import { createRecords } from './records.ts';
import type { ServicePlugin } from './service-plugin.ts';
import { asSpooled } from './spooled-upload.ts';
import type { StoredRecord } from './store/store.ts';
import { IMAGE } from './upload-kind.ts';

const VERSIONS = {
  availableVersions: AvatarModel.options,
  activeVersion: AvatarModel.enum['cara-3'],
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

/** @throws BadRequest for a model that this service does not have. */
function checkModel(model: string): void {
  if (AvatarModel.safeParse(model).success) return;
  const models = AvatarModel.options.join(' or ');
  throw BadRequest.at(['avatarModel'], `The avatar model must be ${models}.`);
}

export const avatars: ServicePlugin = async (app, services) => {
  const { files, fetcher, storage, processor, now, newId } = services;
  const view = ({ pictureType, ...avatar }: StoredRecord, baseUrl: string) => ({
    ...avatar,
    imageUrl: `${baseUrl}${mediaPath('avatars', avatar.id, 'image', String(pictureType))}`,
  });
  const { list, get, change, remove } = createRecords('avatar', services, (avatars, { baseUrl }) =>
    avatars.map((avatar) => view(avatar, baseUrl)),
  );
  addEndpoints(app, services, avatarContract, {
    avatars: (request) => {
      const { tags, onlyOneShot, renderStyle = 'all' } = request.query;
      const tagLabels = parseTagLabels(tags ?? '');
      return list(request, [
        ...(tagLabels.length > 0 ? [tagLabels] : []),
        ...(onlyOneShot ? [['one-shot']] : []),
        // The style of no image is known here, so that no avatar has another label.
        ...(['all', 'unknown'].includes(renderStyle) ? [] : [[`style ${renderStyle}`]]),
      ]);
    },

    createAvatar: async ({ body, baseUrl, files: spooled, caller, tables }) => {
      const { displayName, avatarModel: activeVersion = VERSIONS.activeVersion } = body;
      checkModel(activeVersion);
      const image =
        'imageFile' in body && body.imageFile
          ? asSpooled(body.imageFile)
          : await fetcher.fetch(String(body.imageUrl), spooled, IMAGE);
      const { type, size, path } = image;
      const at = now().toISOString();
      const createdByOrganizationId = caller.account;
      const avatar = createAvatarRecord(
        { id: newId(), displayName, activeVersion, pictureType: type, createdByOrganizationId },
        at,
      );
      await storage.add({ bytes: size, documents: 0 }, () =>
        tables.avatars.insert(avatar, { type, size, slices: readSlices(path) }),
      );
      return view(avatar, baseUrl);
    },

    avatar: get,
    updateAvatar: (request) => change(request, () => request.body),

    deleteAvatar: async ({ params: { id }, query: { hard = false }, tables }) => {
      await remove(id, (recordId) =>
        hard ? tables.avatars.erase(recordId) : tables.avatars.hide(recordId, now().toISOString()),
      );
      processor.wake();
      return { message: 'Avatar deleted successfully' };
    },
  });
  addMedia(app, { resource: 'avatars', name: 'image', noun: 'an avatar', tables: files.avatars });
};
