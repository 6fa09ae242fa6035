import { z } from 'zod';
import { endpoint, type ResourceContract } from './endpoint.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Deleted, Id, IdParams, record, Timestamps, tolerant } from './record.ts';

/** Size of a recording, at most, in bytes. @assumed Live services take about 4.5 MB. */
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
  `A recording has at most ${megabytes(limit)}.`;

/** The rule for the type of a recording alone, for readers with a size limit of their own. */
export const audioOfAnySize = z
  .file()
  .mime(Object.entries(AUDIO_TYPES).flat(2), 'A recording is a WAV, MP3, Ogg, WebM or M4A file.');

const audioFile = audioOfAnySize
  .max(MAX_AUDIO_BYTES, tooLargeAudio())
  .describe('A recording of the voice: WAV, MP3, Ogg, WebM or M4A, at most 10 MB.');

const audioUrl = z
  .url({ protocol: /^https?$/, error: 'An audio URL is a complete http or https address.' })
  .describe(
    'Address of such a recording. Our own avatar service takes it; other services may not.',
  );

const name = z.string().min(1).max(100).regex(/\S/, 'A name is more than spaces.');

const createFields = {
  name: name.describe('Name of the voice, 1 to 100 characters.'),
  description: z.string().max(1000).describe('What the voice sounds like.').optional(),
  language: z
    .string()
    .min(2)
    .max(35)
    .describe('Language that is spoken, such as en. Default en.')
    .optional(),
};

/** A voice from the address of a recording, as JSON. */
export const CreateVoiceFromUrl = z.strictObject({ ...createFields, audioUrl });
export type CreateVoiceFromUrl = z.output<typeof CreateVoiceFromUrl>;

/** A voice as multipart/form-data. */
export const CreateVoice = z.strictObject({ ...createFields, audioFile });
export type CreateVoice = z.output<typeof CreateVoice>;

/** Body of PUT /v1/voices/{id}. Omitted fields stay as they are. */
export const UpdateVoice = z.strictObject({
  displayName: name.describe('Name of the voice, 1 to 100 characters.').optional(),
  description: z
    .string()
    .max(1000)
    .nullable()
    .describe('What the voice sounds like. Null: cleared.')
    .optional(),
  gender: z
    .enum(['MALE', 'FEMALE', 'NEUTRAL'])
    .nullable()
    .describe('How the voice is heard. Null: cleared.')
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A country is its two letters in ISO 3166-1, such as GB.')
    .nullable()
    .describe('Country of the accent, as two letters of ISO 3166-1. Null: cleared.')
    .optional(),
  providerModelId: z
    .string()
    .max(200)
    .nullable()
    .describe('Model of the provider that speaks it. Null: cleared.')
    .optional(),
});
export type UpdateVoice = z.output<typeof UpdateVoice>;

/** Query of GET /v1/voices. */
export const VoicesQuery = z.strictObject(
  pageQuery('Keeps voices whose name or description contains this text.'),
);
export type VoicesQuery = z.output<typeof VoicesQuery>;

/** @assumed The specification shows no voice. */
export const voiceShape = {
  id: Id,
  displayName: tolerant(z.string()).describe('Name of the voice.'),
  description: tolerant(z.string()).describe('What the voice sounds like.'),
  language: tolerant(z.string()).describe('Language of the voice, where the service says.'),
  gender: tolerant(z.string()).describe('How the voice is heard: MALE, FEMALE or NEUTRAL.'),
  country: tolerant(z.string()).describe('Country of the accent, as two letters of ISO 3166-1.'),
  provider: tolerant(z.string()).describe('Who speaks it, for example CARTESIA.'),
  providerVoiceId: tolerant(z.string()).describe("The provider's own id of the voice."),
  providerModelId: tolerant(z.string()).describe('Model of the provider that speaks it.'),
  sampleUrl: tolerant(z.url()).describe('Address of a short spoken sample.'),
  previewSampleUrl: tolerant(z.url()).describe('Another name of sampleUrl.'),
  displayTags: tolerant(z.array(z.string())).describe('Tags of the voice.'),
  isZdr: tolerant(z.boolean()).describe('Whether it may be used where no data is retained.'),
  createdByOrganizationId: tolerant(z.string()).describe(
    'Account that created it; null for voices that come with the service.',
  ),
  ...Timestamps,
};

export const Voice = record(voiceShape);
export type Voice = z.output<typeof Voice>;

export const VoicePage = page(Voice);
export type VoicePage = z.output<typeof VoicePage>;

/** Endpoints of voices, all of them extensions. */
export const voiceEndpoints = {
  voices: endpoint({
    method: 'GET',
    path: '/v1/voices',
    tag: 'Voices',
    summary: 'Returns voices, page by page.',
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
    summary: 'Deletes a voice. Personas that use it keep its id.',
    extension: 'voices',
    params: IdParams,
    status: 200,
    response: Deleted,
    errors: [400, 401, 404, 429, 500],
  }),
};

/** The contract of voices. */
export const voiceContract = {
  tag: 'Voices',
  description: 'What personas speak with.',
  endpoints: voiceEndpoints,
  requests: { CreateVoice, CreateVoiceFromUrl, UpdateVoice },
  responses: { Voice, VoicePage },
} satisfies ResourceContract;
