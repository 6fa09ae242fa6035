import { z } from 'zod';
import { getDescription } from '../contract/schema-meta.ts';
import {
  audioOfAnySize,
  CreateVoice,
  CreateVoiceFromUrlOrKey,
  MAX_AUDIO_BYTES,
  PresignedVoiceUpload,
  PresignVoiceUpload,
  tooLargeAudio,
  UpdateVoice,
  type Voice as VoiceRecord,
} from '../contract/voice.ts';
import { builder } from './builder.ts';
import { addExtra, type Extra } from './extra.ts';
import { createFields } from './fields.ts';
import { createInput } from './inputs.ts';
import { builtInField } from './record-field.ts';
import { addResourceFields } from './resource-fields.ts';
import { createSourceSchema, createSourceType } from './upload.ts';

export const Voice = builder.objectRef<VoiceRecord>('Voice').implement({
  description: 'A voice for personas.',
  fields: (t) => ({
    ...createFields('voice', {
      except: ['previewSampleUrl'],
      readers: { sampleUrl: ({ sampleUrl, previewSampleUrl }) => sampleUrl ?? previewSampleUrl },
    }),
    isBuiltIn: t.boolean(builtInField),
  }),
});

const { name: displayName, audioFile, ...createShape } = CreateVoice.shape;
const { audioUrl: url, audioKey: key } = CreateVoiceFromUrlOrKey.shape;

const VoiceAudioInput = createSourceType(
  'VoiceAudioInput',
  'A recording: a file, a URL, or the key of a createVoiceUpload.',
  { file: audioFile, url, key },
);

const audio = createSourceSchema(audioOfAnySize.max(MAX_AUDIO_BYTES, tooLargeAudio()), {
  url: url.unwrap(),
  key: key.unwrap(),
}).describe('The recording.');

addResourceFields({
  resource: 'voice',
  type: Voice,
  create: {
    description:
      'Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes.\n\nSend a file as for createAvatar.',
    schema: z.object({ displayName, ...createShape, audio }),
    types: { audio: VoiceAudioInput },
    readsFiles: true,
    run: ({ displayName: name, audio, extra, ...fields }, { rest }) => {
      const body = { name, ...fields };
      if ('file' in audio)
        return rest.createVoice({ body: addExtra({ ...body, audioFile: audio.file }, extra) });
      const source = 'url' in audio ? { audioUrl: audio.url } : { audioKey: audio.key };
      return rest.createVoice({ body: addExtra({ ...body, ...source }, extra) });
    },
  },
  update: {
    schema: UpdateVoice,
    run: async ({ extra, ...changes }, { rest, loaders }, id) => {
      const given = addExtra(changes, extra);
      // Live services refuse an update without the name.
      const name = given.displayName ?? (await loaders.load('voice', id))?.displayName;
      const body = { ...given, ...(name != null && { displayName: name }) };
      return rest.updateVoice({ params: { id }, body });
    },
  },
  remove: { note: 'Personas keep its id.' },
});

const upload = createInput('createVoiceUpload', { schema: PresignVoiceUpload });

const { uploadUrl, audioKey } = PresignedVoiceUpload.shape;

const VoiceUpload = builder.objectRef<PresignedVoiceUpload>('CreateVoiceUploadPayload').implement({
  fields: (t) => ({
    uploadUrl: t.field({
      type: 'URL',
      nullable: false,
      description: getDescription(uploadUrl),
      resolve: (presigned) => presigned.uploadUrl,
    }),
    audioKey: t.exposeString('audioKey', {
      nullable: false,
      description: getDescription(audioKey),
    }),
  }),
});

builder.mutationField('createVoiceUpload', (t) =>
  t.field({
    type: VoiceUpload,
    description:
      'Creates a URL for the upload of a recording of up to 50 MB. Send the file to the URL with PUT and the same Content-Type, and then pass the key to createVoice.',
    args: { input: t.arg(upload) },
    scopes: ['voices:write'],
    resolve: (_, { input }, { rest }) => {
      // The rule of the argument has parsed it.
      const { extra, ...body } = input as PresignVoiceUpload & Extra;
      return rest.createVoiceUpload({ body: addExtra(body, extra) });
    },
  }),
);
