import { z } from 'zod';
import {
  audioOfAnySize,
  CreateVoice,
  CreateVoiceFromUrl,
  MAX_AUDIO_BYTES,
  tooLargeAudio,
  UpdateVoice,
  VOICE_GENDERS,
  type Voice as VoiceRecord,
  VoicesQuery,
} from '../contract/voice.ts';
import { builder } from './builder.ts';
import { createInput, createUpdateInput } from './create-input.ts';
import { createFields } from './fields.ts';
import { addListFields } from './list-fields.ts';
import { addLookupField } from './lookup-fields.ts';
import { addCreateField, addDeleteField, addUpdateField } from './mutation-fields.ts';
import { createFileOrUrlSchema, createFileOrUrlType, detectAudioType } from './upload.ts';

const VoiceGender = builder.enumType('VoiceGender', {
  description: 'How a voice is heard.',
  values: {
    MALE: { description: 'As male.' },
    FEMALE: { description: 'As female.' },
    NEUTRAL: { description: 'As neither.' },
  } satisfies Record<(typeof VOICE_GENDERS)[number], object>,
});

/** The GraphQL type of voices. */
export const Voice = builder.objectRef<VoiceRecord>('Voice').implement({
  description: 'What a persona speaks with.',
  fields: (t) => ({
    ...createFields('voice', {
      except: ['previewSampleUrl', 'gender'],
      readers: { sampleUrl: ({ sampleUrl, previewSampleUrl }) => sampleUrl ?? previewSampleUrl },
    }),
    gender: t.field({
      type: VoiceGender,
      description: 'Gender of the voice. Also null for one that only `record` has.',
      resolve: ({ gender }) => VOICE_GENDERS.find((known) => known === gender),
    }),
  }),
});

const voice = { resource: 'voice', type: Voice } as const;

addLookupField(voice);
addListFields({
  ...voice,
  filters: z.object({ search: VoicesQuery.shape.search }),
  read: (query, { rest }) => rest.voices({ query }),
});

const { name: displayName, audioFile, ...createShape } = CreateVoice.shape;
const { audioUrl } = CreateVoiceFromUrl.shape;

const VoiceAudioInput = createFileOrUrlType(
  'VoiceAudioInput',
  'The recording of a new voice: a file or a URL.',
  { file: audioFile, url: audioUrl },
);

const audio = createFileOrUrlSchema({
  file: audioOfAnySize.max(MAX_AUDIO_BYTES, tooLargeAudio()),
  url: audioUrl,
  detect: detectAudioType,
}).describe('The recording.');

addCreateField({
  ...voice,
  description:
    'Creates a voice from a recording, as a file or by its URL. Can take minutes.\n\nSend a file as for createAvatar.',
  input: createInput({
    name: 'CreateVoiceInput',
    description: 'Input of createVoice.',
    schema: z.object({ displayName, ...createShape, audio }),
    types: { audio: VoiceAudioInput },
  }),
  create: ({ displayName: name, audio, ...fields }, { rest }) => {
    const source = 'file' in audio ? { audioFile: audio.file } : { audioUrl: audio.url };
    return rest.createVoice({ body: { name, ...fields, ...source } });
  },
});

addUpdateField({
  ...voice,
  description: 'Updates a voice.',
  input: createUpdateInput({
    name: 'UpdateVoiceInput',
    description: 'Changes to a voice.',
    schema: UpdateVoice,
    types: { gender: VoiceGender },
  }),
  update: async (id, changes, { rest, loaders }) => {
    // Live services refuse an update without the name.
    const name = changes.displayName ?? (await loaders.load('voice', id))?.displayName;
    const body = { ...changes, ...(name != null && { displayName: name }) };
    return rest.updateVoice({ params: { id }, body });
  },
});
addDeleteField({
  ...voice,
  note: 'Personas that use it keep the id.',
  remove: (request, { rest }) => rest.deleteVoice(request),
});
