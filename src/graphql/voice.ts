import { z } from 'zod';
import {
  audioOfAnySize,
  CreateVoice,
  CreateVoiceFromUrl,
  MAX_AUDIO_BYTES,
  tooLargeAudio,
  UpdateVoice,
  type Voice as VoiceRecord,
  VoicesQuery,
  voiceShape,
} from '../contract/voice.ts';
import { builder } from './builder.ts';
import { createDescriber, omitNulls, preprocessNulls } from './input.ts';
import { addListFields } from './list-fields.ts';
import { primePage, refresh } from './loaders.ts';
import { addDeleteField, addLookupField, createIdArgument } from './lookup-fields.ts';
import { createRecordField } from './record-field.ts';
import { createFileOrUrlSchema, detectAudioType } from './upload.ts';

const describe = createDescriber(voiceShape);

/** The GraphQL type of voices. */
export const Voice = builder.objectRef<VoiceRecord>('Voice').implement({
  description: 'What a persona speaks with.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id of the voice in the upstream.' }),
    displayName: t.exposeString('displayName', { description: describe('displayName') }),
    description: t.exposeString('description', { description: describe('description') }),
    language: t.exposeString('language', { description: describe('language') }),
    gender: t.exposeString('gender', { description: describe('gender') }),
    country: t.exposeString('country', { description: describe('country') }),
    provider: t.exposeString('provider', { description: describe('provider') }),
    providerVoiceId: t.exposeString('providerVoiceId', {
      description: describe('providerVoiceId'),
    }),
    providerModelId: t.exposeString('providerModelId', {
      description: describe('providerModelId'),
    }),
    sampleUrl: t.field({
      type: 'URL',
      description: describe('sampleUrl'),
      resolve: ({ sampleUrl, previewSampleUrl }) => sampleUrl ?? previewSampleUrl,
    }),
    displayTags: t.exposeStringList('displayTags', { description: describe('displayTags') }),
    isZdr: t.exposeBoolean('isZdr', { description: describe('isZdr') }),
    createdByOrganizationId: t.exposeID('createdByOrganizationId', {
      description: describe('createdByOrganizationId'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: describe('updatedAt') }),
    record: t.field(createRecordField('voice')),
  }),
});

const voice = { type: Voice, kind: 'voice', noun: 'voice', nouns: 'voices' } as const;
const { search } = VoicesQuery.shape;

addLookupField({ ...voice, scopes: ['voices:read'] });
addListFields({
  ...voice,
  plural: 'voices',
  isExtension: true,
  scopes: ['voices:read'],
  filters: z.object({ search }),
  read: async (query, { rest, loaders }) => primePage(loaders.voice, await rest.voices({ query })),
});

const { audioFile, ...createFields } = CreateVoice.shape;
const { audioUrl } = CreateVoiceFromUrl.shape;
const describeCreate = createDescriber({ ...createFields, audioFile, audioUrl });

const VoiceAudioInput = builder.inputType('VoiceAudioInput', {
  description: 'The recording of a new voice: a file or a URL.',
  isOneOf: true,
  fields: (t) => ({
    file: t.field({ type: 'Upload', description: describeCreate('audioFile') }),
    url: t.string({ description: describeCreate('audioUrl') }),
  }),
});

const audio = createFileOrUrlSchema({
  file: audioOfAnySize.max(MAX_AUDIO_BYTES, tooLargeAudio()),
  url: audioUrl,
  detect: detectAudioType,
});

const CreateVoiceInput = builder.inputType('CreateVoiceInput', {
  description: 'Input of createVoice.',
  validate: { schema: preprocessNulls(z.object({ ...createFields, audio })) },
  fields: (t) => ({
    name: t.string({ required: true, description: describeCreate('name') }),
    description: t.string({ description: describeCreate('description') }),
    language: t.string({ description: describeCreate('language') }),
    audio: t.field({ type: VoiceAudioInput, required: true, description: 'The recording.' }),
  }),
});

const VoiceGender = builder.enumType('VoiceGender', {
  description: 'How a voice is heard.',
  values: {
    MALE: { description: 'As male.' },
    FEMALE: { description: 'As female.' },
    NEUTRAL: { description: 'As neither.' },
  } as const,
});

const describeUpdate = createDescriber(UpdateVoice.shape);

/** Fields that can be cleared with null. */
const CLEARED = ['description', 'gender', 'country', 'providerModelId'] as const;

const UpdateVoiceInput = builder.inputType('UpdateVoiceInput', {
  description: 'Changes to a voice. Omitted fields keep their value.',
  validate: { schema: preprocessNulls(UpdateVoice, ...CLEARED) },
  fields: (t) => ({
    displayName: t.string({ description: describeUpdate('displayName') }),
    description: t.string({ description: describeUpdate('description') }),
    gender: t.field({ type: VoiceGender, description: describeUpdate('gender') }),
    country: t.string({ description: describeUpdate('country') }),
    providerModelId: t.string({ description: describeUpdate('providerModelId') }),
  }),
});

builder.mutationFields((t) => ({
  createVoice: t.field({
    type: Voice,
    description:
      'Creates a voice from a recording, as a file or by its URL. Can take minutes.\n\nSend a file as for createAvatar.',
    args: {
      input: t.arg({ type: CreateVoiceInput, required: true, description: 'The new voice.' }),
    },
    scopes: ['voices:write'],
    isValidationAsync: true,
    resolve: async (_, { input }, { rest, loaders }) => {
      const { audio, ...fields } = omitNulls(input);
      const source = audio.file ? { audioFile: audio.file } : { audioUrl: audio.url ?? '' };
      return refresh(loaders.voice, await rest.createVoice({ body: { ...fields, ...source } }));
    },
  }),
  updateVoice: t.field({
    type: Voice,
    description: 'Updates a voice.',
    args: {
      id: createIdArgument(t.arg, 'voice'),
      input: t.arg({ type: UpdateVoiceInput, required: true, description: 'The changes.' }),
    },
    scopes: ['voices:write'],
    resolve: async (_, { id, input }, { rest, loaders }) => {
      const body = omitNulls(input, ...CLEARED);
      return refresh(loaders.voice, await rest.updateVoice({ params: { id }, body }), id);
    },
  }),
}));

addDeleteField({
  ...voice,
  scopes: ['voices:write'],
  note: 'Personas that use it keep the id.',
  remove: (rest, request) => rest.deleteVoice(request),
});
