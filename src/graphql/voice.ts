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
import { createBuiltInField } from './built-in-field.ts';
import { createInput, createUpdateInput } from './create-input.ts';
import { addExtra, type Extra } from './extra.ts';
import { createFields } from './fields.ts';
import { addCreateField, addUpdateField } from './mutation-fields.ts';
import { addResourceFields } from './resource-fields.ts';
import { createSourceSchema, createSourceType } from './upload.ts';

export const Voice = builder.objectRef<VoiceRecord>('Voice').implement({
  description: 'A voice for personas.',
  fields: (t) => ({
    ...createFields('voice', {
      except: ['previewSampleUrl'],
      readers: { sampleUrl: ({ sampleUrl, previewSampleUrl }) => sampleUrl ?? previewSampleUrl },
    }),
    isBuiltIn: t.boolean(createBuiltInField('voice')),
  }),
});

const voice = { resource: 'voice', type: Voice } as const;

addResourceFields({
  ...voice,
  except: ['create', 'update'],
  note: 'Personas keep its id.',
});

const { name: displayName, audioFile, ...createShape } = CreateVoice.shape;
const { audioUrl: url, audioKey: key } = CreateVoiceFromUrlOrKey.shape;

const VoiceAudioInput = createSourceType(
  'VoiceAudioInput',
  'A recording: a file, a URL, or the key of a createVoiceUpload.',
  { file: audioFile, url, key },
);

const audio = createSourceSchema({
  file: audioOfAnySize.max(MAX_AUDIO_BYTES, tooLargeAudio()),
  texts: { url: url.unwrap(), key: key.unwrap() },
}).describe('The recording.');

addCreateField({
  ...voice,
  description:
    'Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes.\n\nSend a file as for createAvatar.',
  input: createInput({
    name: 'CreateVoiceInput',
    description: 'Input of createVoice.',
    schema: z.object({ displayName, ...createShape, audio }),
    types: { audio: VoiceAudioInput },
  }),
  create: ({ displayName: name, audio, extra, ...fields }, { rest }) => {
    const body = { name, ...fields };
    if ('file' in audio)
      return rest.createVoice({ body: addExtra({ ...body, audioFile: audio.file }, extra) });
    const source = 'url' in audio ? { audioUrl: audio.url } : { audioKey: audio.key };
    return rest.createVoice({ body: addExtra({ ...body, ...source }, extra) });
  },
});

const upload = createInput({
  name: 'CreateVoiceUploadInput',
  description: 'Input of createVoiceUpload.',
  schema: PresignVoiceUpload,
});

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
    args: {
      input: t.arg({
        type: upload.type,
        required: true,
        validate: upload.rule,
      }),
    },
    scopes: ['voices:write'],
    resolve: (_, { input }, { rest }) => {
      // The rule of the argument has parsed it.
      const { extra, ...body } = input as PresignVoiceUpload & Extra;
      return rest.createVoiceUpload({ body: addExtra(body, extra) });
    },
  }),
);

addUpdateField({
  ...voice,
  description: 'Updates a voice.',
  input: createUpdateInput({
    name: 'UpdateVoiceInput',
    description: 'Changes to a voice.',
    schema: UpdateVoice,
  }),
  update: async (id, { extra, ...changes }, { rest, loaders }) => {
    const given = addExtra(changes, extra);
    // Live services refuse an update without the name.
    const name = given.displayName ?? (await loaders.load('voice', id))?.displayName;
    const body = { ...given, ...(name != null && { displayName: name }) };
    return rest.updateVoice({ params: { id }, body });
  },
});
