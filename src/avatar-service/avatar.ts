import { AvatarModel } from '../contract/persona.ts';
import { accountId } from './account.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { findOrFail, notFound } from './ids.ts';
import { mediaPath } from './media.ts';
import { answerPage } from './pages.ts';
import { asSpooled } from './spooled-upload.ts';
import type { StoredRecord } from './store/store.ts';
import { IMAGE } from './upload-kind.ts';

/** What every avatar can be shown with, and is if nothing else is asked for. */
const VERSIONS = {
  availableVersions: AvatarModel.options,
  activeVersion: AvatarModel.enum['cara-3'],
};

/** An avatar as it is kept: everything but its picture, whose address depends on who asks. */
export const newAvatar = (avatar: StoredRecord, at: string): StoredRecord => ({
  displayTags: [],
  createdByOrganizationId: null,
  ...avatar,
  ...VERSIONS,
  createdAt: at,
  updatedAt: at,
});

const tagLabels = (tags: string) => {
  const words = tags.split(',').map((tag) => tag.trim());
  return words.filter((tag) => tag !== '').map((tag) => `tag ${tag.toLowerCase()}`);
};

/** Handlers of avatars. */
export const avatarHandlers = (services: Services): HandlersOf<'Avatars'> => {
  const { store, fetcher, reader, now, newId } = services;
  const view = ({ pictureType, ...avatar }: StoredRecord, baseUrl: string) => ({
    ...avatar,
    imageUrl: `${baseUrl}${mediaPath('avatars', avatar.id, 'image', String(pictureType))}`,
  });
  return {
    avatars: ({ query, baseUrl }) => {
      const { tags, onlyOneShot } = query;
      const words = tagLabels(tags ?? '');
      const labels = [...(words.length > 0 ? [words] : []), ...(onlyOneShot ? [['one-shot']] : [])];
      return answerPage(query, async (asked) => {
        const { records, total } = await store.avatars.list({ ...asked, labels });
        return { records: records.map((avatar) => view(avatar, baseUrl)), total };
      });
    },

    createAvatar: async ({ body, baseUrl, files }) => {
      const image =
        'imageFile' in body && body.imageFile
          ? asSpooled(body.imageFile)
          : await fetcher.fetch(String(body.imageUrl), files, IMAGE);
      const { type } = image;
      const { displayName } = body;
      const at = now().toISOString();
      const createdByOrganizationId = await accountId(services);
      const avatar = newAvatar(
        { id: newId(), displayName, pictureType: type, createdByOrganizationId },
        at,
      );
      await reader.read(image, (bytes) => store.avatars.insert(avatar, { bytes, type }));
      return view(avatar, baseUrl);
    },

    avatar: async ({ params: { id }, baseUrl }) =>
      view(await findOrFail('an avatar', id, store.avatars.find), baseUrl),

    updateAvatar: async ({ params: { id }, body, baseUrl }) => {
      const changed = await findOrFail('an avatar', id, (known) =>
        store.avatars.change(known, (avatar) => ({
          ...avatar,
          ...body,
          updatedAt: now().toISOString(),
        })),
      );
      return view(changed, baseUrl);
    },

    deleteAvatar: async ({ params: { id }, query: { hard = false } }) => {
      const isDeleted = await findOrFail('an avatar', id, (known) =>
        hard ? store.avatars.erase(known) : store.avatars.hide(known, now().toISOString()),
      );
      if (!isDeleted) throw notFound('an avatar', id);
      return { message: 'Avatar deleted successfully' };
    },
  };
};
