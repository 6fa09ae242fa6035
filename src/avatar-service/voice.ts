import { accountId } from './account.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { findOrFail, notFound } from './ids.ts';
import { mediaPath } from './media.ts';
import { answerPage } from './pages.ts';
import { asSpooled } from './spooled-upload.ts';
import type { StoredRecord } from './store/store.ts';
import { RECORDING } from './upload-kind.ts';

/** A voice as it is kept: everything but its sample, whose address depends on who asks. */
export const newVoice = (voice: StoredRecord, at: string): StoredRecord => ({
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

/** Handlers of voices. Nothing is cloned here: the recording becomes the sample of the voice. */
export const voiceHandlers = (services: Services): HandlersOf<'Voices'> => {
  const { store, fetcher, reader, now, newId } = services;
  const view = ({ sampleType, ...voice }: StoredRecord, baseUrl: string) => ({
    ...voice,
    sampleUrl: `${baseUrl}${mediaPath('voices', voice.id, 'sample', String(sampleType))}`,
  });
  return {
    voices: ({ query, baseUrl }) =>
      answerPage(query, async (asked) => {
        const { records, total } = await store.voices.list(asked);
        return { records: records.map((voice) => view(voice, baseUrl)), total };
      }),

    createVoice: async ({ body, baseUrl, files }) => {
      const recording =
        'audioFile' in body
          ? asSpooled(body.audioFile)
          : await fetcher.fetch(body.audioUrl, files, RECORDING);
      const { type } = recording;
      const { name: displayName, description = null, language = 'en' } = body;
      const createdByOrganizationId = await accountId(services);
      const facts = { displayName, description, language, createdByOrganizationId };
      const voice = newVoice({ id: newId(), ...facts, sampleType: type }, now().toISOString());
      await reader.read(recording, (bytes) => store.voices.insert(voice, { bytes, type }));
      return view(voice, baseUrl);
    },

    voice: async ({ params: { id }, baseUrl }) =>
      view(await findOrFail('a voice', id, store.voices.find), baseUrl),

    updateVoice: async ({ params: { id }, body, baseUrl }) => {
      const changed = await findOrFail('a voice', id, (known) =>
        store.voices.change(known, (voice) => ({
          ...voice,
          ...body,
          updatedAt: now().toISOString(),
        })),
      );
      return view(changed, baseUrl);
    },

    deleteVoice: async ({ params: { id } }) => {
      const isDeleted = await findOrFail('a voice', id, (known) => store.voices.remove(known));
      if (!isDeleted) throw notFound('a voice', id);
      return { message: 'Voice deleted' };
    },
  };
};
