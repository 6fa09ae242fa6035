import { AvatarModel } from '../contract/persona.ts';
import type { Handlers, Services } from './handlers.ts';
import { findOrRefuse } from './ids.ts';
import { checkImage } from './image.ts';
import type { Picture, StoredRecord } from './store/store.ts';

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

/** A file of a form, which was checked and typed by its content when the form was read. */
const uploaded = async (file: File): Promise<Picture> => ({
  bytes: new Uint8Array(await file.arrayBuffer()),
  type: file.type,
});

/** Path of an avatar's picture; the ending tells readers that it is one. */
const picturePath = (id: string, type: string): string =>
  `/v1/avatars/${id}/image.${type.replace('image/', '')}`;

/** Handlers of avatars. Specification, "POST /v1/avatars" and "GET /v1/avatars/{id}". */
export const avatarHandlers = ({
  store,
  images,
  now,
  newId,
}: Services): Pick<Handlers, 'createAvatar' | 'avatar'> => {
  const view = ({ pictureType, ...avatar }: StoredRecord, baseUrl: string) => ({
    ...avatar,
    imageUrl: `${baseUrl}${picturePath(avatar.id, String(pictureType))}`,
  });
  return {
    createAvatar: async ({ body, baseUrl }) => {
      const picture =
        'imageFile' in body && body.imageFile
          ? await uploaded(body.imageFile)
          : checkImage(await images.fetch(String(body.imageUrl)));
      const { displayName } = body;
      const at = now().toISOString();
      const avatar = newAvatar({ id: newId(), displayName, pictureType: picture.type }, at);
      await store.avatars.insert(avatar, picture);
      return view(avatar, baseUrl);
    },

    avatar: async ({ params: { id }, baseUrl }) =>
      view(await findOrRefuse('an avatar', id, store.avatars.find), baseUrl),
  };
};
