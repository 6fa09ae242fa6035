import { voiceContract } from '../contract/voice.ts';
import { addEndpoints } from './endpoints.ts';
import { BadRequest } from './errors.ts';
import { addFileRoutes, getFilePath } from './file-routes.ts';
import { readSlices } from './file-slices.ts';
import { createRecordHandlers } from './record-handlers.ts';
import type { ServiceRoutes } from './service-routes.ts';
import type { StoredRecord } from './store/records.ts';
import { asSpooled } from './uploads/spooled-upload.ts';
import { RECORDING } from './uploads/upload-kind.ts';
import { addVoiceUploads, announceRecording } from './voice-uploads.ts';

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

const NO_SOURCE = { audioFile: undefined, audioUrl: undefined, audioKey: undefined };

/** The routes of voices. Voices are not cloned: the recording is stored as the sample of the voice. */
export const voices: ServiceRoutes = (scopes, services) => {
  const { files, fetcher, quota, processor, now, newId } = services;
  const view = ({ sampleType, ...voice }: StoredRecord, baseUrl: string) => ({
    ...voice,
    sampleUrl: `${baseUrl}${getFilePath('voices', voice.id, 'sample', String(sampleType))}`,
  });
  const { list, get, change, remove } = createRecordHandlers(
    'voice',
    services,
    (voices, { baseUrl }) => voices.map((voice) => view(voice, baseUrl)),
  );
  addEndpoints(scopes, services, voiceContract, {
    voices: (request) => list(request),

    createVoice: async ({ body, baseUrl, files: spooled, caller, tables }) => {
      const { name: displayName, description = null, language } = body;
      const at = now().toISOString();
      const createdByOrganizationId = caller.account;
      const createRecord = (id: string, sampleType: string) =>
        createVoiceRecord(
          { id, displayName, description, language, createdByOrganizationId, sampleType },
          at,
        );
      const { audioFile, audioUrl, audioKey = '' } = { ...NO_SOURCE, ...body };
      const recording = audioFile
        ? asSpooled(audioFile)
        : audioUrl !== undefined && (await fetcher.fetch(audioUrl, spooled, RECORDING));
      if (recording) {
        const { type, size, path } = recording;
        const voice = createRecord(newId(), type);
        await quota.add({ bytes: size, documents: 0 }, () =>
          tables.voices.insert(voice, { type, size, slices: readSlices(path) }),
        );
        return view(voice, baseUrl);
      }
      const { uploads } = tables.voices;
      const upload = await uploads.find(audioKey);
      const voice = createRecord(audioKey, String(upload?.type));
      if (!upload?.type || !(await uploads.createVoice(voice, at)))
        throw BadRequest.at(['audioKey'], 'No recording was uploaded with this key.');
      return view(voice, baseUrl);
    },

    createVoiceUpload: async ({ body, ...context }) => {
      const { id, path } = await announceRecording(services, context, body.fileSize);
      return { uploadUrl: `${context.baseUrl}${path}`, audioKey: id };
    },

    voice: get,
    updateVoice: (request) => change(request, () => request.body),
    deleteVoice: async ({ params: { id }, tables }) => {
      const response = await remove(id, tables.voices.remove);
      processor.wake();
      return response;
    },
  });
  addFileRoutes(scopes.app, {
    resource: 'voices',
    name: 'sample',
    noun: 'a voice',
    tables: files.voices,
  });
  addVoiceUploads(scopes.app, services);
};
