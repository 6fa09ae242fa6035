import { AvatarModel } from '../contract/persona.ts';
import type { Handlers, Services } from './handlers.ts';
import { findOrFail } from './ids.ts';
import { SpooledImage } from './spooled-image.ts';
import type { StoredRecord } from './store/store.ts';

/** What every avatar can be shown with, and is if nothing else is asked for. */
const VERSIONS = {
  availableVersions: AvatarModel.options,
  activeVersion: AvatarModel.enum['cara-3'],
};

/** An avatar as it is kept: everything but its picture, whose address depends on who asks. */
export const newAvatar = (avatar: StoredRecord, at: string): StoredRecord => ({
  ...avatar,
  ...VERSIONS,
  createdAt: at,
  updatedAt: at,
});

/** @throws TypeError for a file that was not read by our own reader of forms. */
function spooled(file: File): SpooledImage {
  if (file instanceof SpooledImage) return file;
  throw new TypeError('An image that is not on disk cannot be stored.');
}

/** Path of an avatar's picture; the ending tells readers that it is one. */
const picturePath = (id: string, type: string): string =>
  `/v1/avatars/${id}/image.${type.replace('image/', '')}`;

/** Handlers of avatars. Specification, "POST /v1/avatars" and "GET /v1/avatars/{id}". */
export const avatarHandlers = ({
  store,
  images,
  reader,
  now,
  newId,
}: Services): Pick<Handlers, 'createAvatar' | 'avatar'> => {
  const view = ({ pictureType, ...avatar }: StoredRecord, baseUrl: string) => ({
    ...avatar,
    imageUrl: `${baseUrl}${picturePath(avatar.id, String(pictureType))}`,
  });
  return {
    createAvatar: async ({ body, baseUrl, files }) => {
      const image =
        'imageFile' in body && body.imageFile
          ? spooled(body.imageFile)
          : await images.fetch(String(body.imageUrl), files);
      const { type } = image;
      const { displayName } = body;
      const at = now().toISOString();
      const avatar = newAvatar({ id: newId(), displayName, pictureType: type }, at);
      await reader.read(image, (bytes) => store.avatars.insert(avatar, { bytes, type }));
      return view(avatar, baseUrl);
    },

    avatar: async ({ params: { id }, baseUrl }) =>
      view(await findOrFail('an avatar', id, store.avatars.find), baseUrl),
  };
};
