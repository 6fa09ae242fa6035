import type { voiceContract } from '../contract/voice.ts';
import { getAccountId } from './account.ts';
import type { HandlersOf, Services } from './handler-types.ts';
import { mediaPath } from './media.ts';
import { createRecords } from './records.ts';
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
  const { list, get, change, remove } = createRecords('voice', services, (voices, baseUrl) =>
    voices.map((voice) => view(voice, baseUrl)),
  );
  return {
    voices: (request) => list(request),

    createVoice: async ({ body, baseUrl, files }) => {
      const recording =
        'audioFile' in body
          ? asSpooled(body.audioFile)
          : await fetcher.fetch(body.audioUrl, files, RECORDING);
      const { type } = recording;
      const { name: displayName, description = null, language } = body;
      const createdByOrganizationId = await getAccountId(services);
      const fields = { displayName, description, language, createdByOrganizationId };
      const voice = createVoiceRecord(
        { id: newId(), ...fields, sampleType: type },
        now().toISOString(),
      );
      await reader.read(recording, (bytes) => store.voices.insert(voice, { bytes, type }));
      return view(voice, baseUrl);
    },

    voice: get,
    updateVoice: (request) => change(request, () => request.body),
    deleteVoice: ({ params: { id } }) => remove(id, store.voices.remove),
  };
};
