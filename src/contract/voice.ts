import { z } from 'zod';
import { endpoint, type Resource } from './endpoint.ts';
import { clearable, ForeignId, read, shapeIn, timestamps } from './field.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Deleted, Id, IdParams, record } from './record.ts';

/** Maximum size of a recording in bytes. @assumed Live services accept about 4.5 MB. */
export const MAX_AUDIO_BYTES = 10 * 1024 * 1024;

/** Media types of recordings, each followed by its aliases. @assumed */
export const AUDIO_TYPES = {
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'audio/mpeg': ['audio/mp3'],
  'audio/ogg': ['application/ogg', 'audio/opus', 'video/ogg'],
  'audio/webm': ['video/webm'],
  'audio/mp4': ['audio/x-m4a', 'audio/m4a', 'video/mp4'],
} as const satisfies Record<string, readonly string[]>;
export type AudioType = keyof typeof AUDIO_TYPES;

const megabytes = (bytes: number) => `${Number((bytes / 1024 / 1024).toFixed(1))} MB`;

/** The message for a recording larger than `limit` bytes. */
export const tooLargeAudio = (limit: number = MAX_AUDIO_BYTES): string =>
  `The recording must not be larger than ${megabytes(limit)}.`;

/** Validates the type of a recording but not its size, for callers that enforce their own size limit. */
export const audioOfAnySize = z
  .file()
  .mime(
    Object.entries(AUDIO_TYPES).flat(2),
    'The recording must be a WAV, MP3, Ogg, WebM or M4A file.',
  );

const audioFile = audioOfAnySize
  .max(MAX_AUDIO_BYTES, tooLargeAudio())
  .describe('WAV, MP3, Ogg, WebM or M4A recording of the voice (maximum 10 MB).');

const audioUrl = z
  .url({ protocol: /^https?$/, error: 'The audio URL must be an absolute http or https URL.' })
  .describe(
    'URL of a recording in the same formats. Only the built-in avatar service is known to support it.',
  );

const name = z.string().min(1).max(100).regex(/\S/, 'The name must not be blank.');

/** @assumed The specification does not define the fields of a voice. */
export const voiceFields = {
  id: { read: Id },
  name: { create: name.describe('Name of the voice (1 to 100 characters).') },
  displayName: {
    ...read(z.string(), 'Name of the voice.'),
    update: name.describe('Name of the voice (1 to 100 characters).').optional(),
  },
  description: {
    ...read(z.string(), 'Description of the voice.'),
    ...clearable(z.string().max(1000), 'Description of the voice.'),
  },
  language: {
    ...read(z.string(), 'Language of the voice.'),
    create: z
      .string()
      .min(2)
      .max(35)
      .describe('Language of the recording, for example en. Default: en.')
      .optional(),
  },
  gender: {
    ...read(z.string(), 'Gender of the voice: MALE, FEMALE or NEUTRAL.'),
    update: z
      .enum(['MALE', 'FEMALE', 'NEUTRAL'])
      .nullable()
      .describe('Gender of the voice. Null removes it.')
      .optional(),
  },
  country: {
    ...read(z.string(), 'Country of the accent, as a two-letter ISO 3166-1 code.'),
    update: z
      .string()
      .regex(/^[A-Z]{2}$/, 'The country must be a two-letter ISO 3166-1 code, for example GB.')
      .nullable()
      .describe('Country of the accent, as a two-letter ISO 3166-1 code. Null removes it.')
      .optional(),
  },
  provider: read(z.string(), 'Provider of the voice.'),
  providerVoiceId: read(z.string(), 'Id of the voice at the provider.'),
  providerModelId: {
    ...read(z.string(), 'Voice model of the provider.'),
    update: z.string().min(1).max(200).describe('Voice model of the provider.').optional(),
  },
  sampleUrl: read(z.url(), 'URL of an audio sample.'),
  previewSampleUrl: read(z.url(), 'Alias of sampleUrl.'),
  displayTags: read(z.array(z.string()), 'Tags of the voice.'),
  isZdr: read(z.boolean(), 'Whether the voice supports zero data retention.'),
  createdByOrganizationId: read(
    ForeignId,
    'Account that created the voice; null for built-in voices.',
  ),
  ...timestamps(),
};

const createShape = shapeIn('create', voiceFields);

/** A voice from the URL of a recording, as JSON. */
export const CreateVoiceFromUrl = z.strictObject({ ...createShape, audioUrl });
export type CreateVoiceFromUrl = z.output<typeof CreateVoiceFromUrl>;

/** A voice as multipart/form-data. */
export const CreateVoice = z.strictObject({ ...createShape, audioFile });
export type CreateVoice = z.output<typeof CreateVoice>;

/** Body of PUT /v1/voices/{id}. Omitted fields are not changed. */
export const UpdateVoice = z.strictObject(shapeIn('update', voiceFields));
export type UpdateVoice = z.output<typeof UpdateVoice>;

/** Query of GET /v1/voices. */
export const VoicesQuery = z.strictObject(
  pageQuery('Returns only voices whose name or description contains this text.'),
);
export type VoicesQuery = z.output<typeof VoicesQuery>;

const voiceShape = shapeIn('read', voiceFields);

export const Voice = record(voiceShape);
export type Voice = z.output<typeof Voice>;

export const VoicePage = page(Voice);
export type VoicePage = z.output<typeof VoicePage>;

/** Endpoints of voices. All are extensions. */
export const voiceEndpoints = {
  voices: endpoint({
    method: 'GET',
    path: '/v1/voices',
    tag: 'Voices',
    summary: 'Returns a list of all voices, with pagination.',
    extension: 'voices',
    query: VoicesQuery,
    status: 200,
    response: VoicePage,
    errors: [400, 401, 429, 500],
    emptyResponse: EMPTY_PAGE,
  }),
  createVoice: endpoint({
    method: 'POST',
    path: '/v1/voices',
    tag: 'Voices',
    summary: 'Creates a voice from a recording.',
    extension: 'voices',
    body: { json: CreateVoiceFromUrl, multipart: CreateVoice },
    status: 201,
    response: Voice,
    errors: [400, 401, 413, 415, 422, 429, 500],
    slow: true,
  }),
  voice: endpoint({
    method: 'GET',
    path: '/v1/voices/{id}',
    tag: 'Voices',
    summary: 'Returns a voice by id.',
    extension: 'voices',
    params: IdParams,
    status: 200,
    response: Voice,
    errors: [400, 401, 404, 429, 500],
  }),
  updateVoice: endpoint({
    method: 'PUT',
    path: '/v1/voices/{id}',
    tag: 'Voices',
    summary: 'Updates a voice.',
    extension: 'voices',
    params: IdParams,
    body: { json: UpdateVoice },
    status: 200,
    response: Voice,
    errors: [400, 401, 404, 413, 415, 429, 500],
  }),
  deleteVoice: endpoint({
    method: 'DELETE',
    path: '/v1/voices/{id}',
    tag: 'Voices',
    summary: 'Deletes a voice. Personas that reference it are not changed.',
    extension: 'voices',
    params: IdParams,
    status: 200,
    response: Deleted,
    errors: [400, 401, 404, 429, 500],
  }),
};

/** The contract of voices. */
export const voiceContract = {
  plural: 'voices',
  noun: 'voice',
  nouns: 'voices',
  tag: 'Voices',
  description: 'Voices of personas: built-in voices and voices created from a recording.',
  endpoints: voiceEndpoints,
  requests: { CreateVoice, CreateVoiceFromUrl, UpdateVoice },
  record: Voice,
  shape: voiceShape,
  responses: { Voice, VoicePage },
} as const satisfies Resource;
