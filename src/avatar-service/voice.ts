import type { voiceContract } from '../contract/voice.ts';
import { getAccountId } from './account.ts';
import type { HandlersOf, Services } from './handler-types.ts';
import { deleteOrFail, findOrFail } from './ids.ts';
import { loadPage } from './load-page.ts';
import { mediaPath } from './media.ts';
import { asSpooled } from './spooled-upload.ts';
import type { StoredRecord } from './store/store.ts';
import { RECORDING } from './upload-kind.ts';

/** Creates the record of a voice. The URL of the sample is added per request, because it depends on the base URL. */
export const createVoiceRecord = (voice: StoredRecord, at: string): StoredRecord => ({
  description: null,
  gender: null,
  country: null,
  displayTags: [],
  isZdr: false,
  createdByOrganizationId: null,
  ...voice,
  createdAt: at,
  updatedAt: at,
});

/** Handlers of voices. Voices are not cloned: the recording is stored as the sample of the voice. */
export const voiceHandlers = (services: Services): HandlersOf<typeof voiceContract> => {
  const { store, fetcher, reader, now, newId } = services;
  const view = ({ sampleType, ...voice }: StoredRecord, baseUrl: string) => ({
    ...voice,
    sampleUrl: `${baseUrl}${mediaPath('voices', voice.id, 'sample', String(sampleType))}`,
  });
  return {
    voices: ({ query, baseUrl }) =>
      loadPage(query, async (listQuery) => {
        const { records, total } = await store.voices.list(listQuery);
        return { records: records.map((voice) => view(voice, baseUrl)), total };
      }),

    createVoice: async ({ body, baseUrl, files }) => {
      const recording =
        'audioFile' in body
          ? asSpooled(body.audioFile)
          : await fetcher.fetch(body.audioUrl, files, RECORDING);
      const { type } = recording;
      const { name: displayName, description = null, language = 'en' } = body;
      const createdByOrganizationId = await getAccountId(services);
      const fields = { displayName, description, language, createdByOrganizationId };
      const voice = createVoiceRecord(
        { id: newId(), ...fields, sampleType: type },
        now().toISOString(),
      );
      await reader.read(recording, (bytes) => store.voices.insert(voice, { bytes, type }));
      return view(voice, baseUrl);
    },

    voice: async ({ params: { id }, baseUrl }) =>
      view(await findOrFail('a voice', id, store.voices.find), baseUrl),

    updateVoice: async ({ params: { id }, body, baseUrl }) => {
      const changed = await findOrFail('a voice', id, (recordId) =>
        store.voices.change(recordId, (voice) => ({
          ...voice,
          ...body,
          updatedAt: now().toISOString(),
        })),
      );
      return view(changed, baseUrl);
    },

    deleteVoice: async ({ params: { id } }) => {
      await deleteOrFail('a voice', id, (recordId) => store.voices.remove(recordId));
      return { message: 'Voice deleted' };
    },
  };
};
