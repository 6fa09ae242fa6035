import { z } from 'zod';
import { field, ID, inputField, shapeIn, TIMESTAMPS } from './field.ts';
import { formatMegabytes, MEGABYTE } from './file-size.ts';
import { page, pageQuery } from './page.ts';
import { ForeignId } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { enumOf } from './schema-meta.ts';

/** Maximum size of a recording in bytes. @assumed Live services accept about 4.5 MB. */
export const MAX_AUDIO_BYTES = 10 * MEGABYTE;

/** Maximum size in bytes of a recording that is uploaded to a presigned URL. */
export const MAX_LONG_AUDIO_BYTES = 50 * MEGABYTE;

/** Media types of recordings, each followed by its aliases. @assumed */
export const AUDIO_TYPES = {
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'audio/mpeg': ['audio/mp3'],
  'audio/ogg': ['application/ogg', 'audio/opus', 'video/ogg'],
  'audio/webm': ['video/webm'],
  'audio/mp4': ['audio/x-m4a', 'audio/m4a', 'video/mp4'],
} as const satisfies Record<string, readonly string[]>;
export type AudioType = keyof typeof AUDIO_TYPES;

/** The extension of a file with each type of recording. */
export const AUDIO_EXTENSIONS = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
} as const satisfies Record<AudioType, string>;

/** The formats of recordings, in messages. */
export const AUDIO_FORMATS = 'WAV, MP3, Ogg, WebM or M4A';

/** The message for a recording larger than `limit` bytes. */
export const tooLargeAudio = (limit: number = MAX_AUDIO_BYTES): string =>
  `The recording must not be larger than ${formatMegabytes(limit)}.`;

/** Validates the type of a recording but not its size, for callers that enforce their own size limit. */
export const audioOfAnySize = z
  .file()
  .mime(Object.entries(AUDIO_TYPES).flat(2), `The recording must be a ${AUDIO_FORMATS} file.`);

const audioFile = audioOfAnySize
  .max(MAX_AUDIO_BYTES, tooLargeAudio())
  .describe(
    `${AUDIO_FORMATS} recording of at most ${formatMegabytes(MAX_AUDIO_BYTES)}. Servers can have a lower limit.`,
  );

const audioUrl = z
  .url({ protocol: /^https?$/, error: 'The audio URL must be an absolute http or https URL.' })
  .describe(
    'URL of a recording in the same formats. Only the built-in avatar service is known to support it.',
  );

const audioKey = z
  .string()
  .min(1)
  .max(1000)
  .describe('Key of a recording that was uploaded to a presigned URL.');

/** @assumed Live services know these. */
const VoiceGender = enumOf('VoiceGender', 'Perceived gender of a voice.', {
  MALE: 'Male.',
  FEMALE: 'Female.',
  NEUTRAL: 'Neither male nor female.',
});

/** @assumed Live services have voices of these. */
const VoiceProvider = enumOf('VoiceProvider', 'Provider of a voice.', {
  CARTESIA: 'Cartesia.',
  ELEVENLABS: 'ElevenLabs.',
  FISH_AUDIO: 'Fish Audio.',
  OPENAI_ADVANCED_VOICE: 'OpenAI Advanced Voice.',
});

const name = z.string().min(1).max(100).regex(/\S/, 'The name must not be blank.');

/** Reads a boolean of a form, whose fields are texts. */
const readFormBoolean = (value: unknown) => value === 'true' || (value === 'false' ? false : value);

/** @assumed The specification does not define the fields of a voice. */
const voiceFields = {
  id: ID,
  name: inputField(name, 'Name of the voice (1 to 100 characters).', {
    in: ['create'],
    required: 'create',
  }),
  displayName: field(z.string(), 'Name of the voice.', {
    in: ['update'],
    input: [name, 'Name of the voice (1 to 100 characters).'],
    isSearched: true,
  }),
  description: field(z.string(), 'Description of the voice.', {
    in: ['create', 'update'],
    create: z.string().max(1000),
    update: z.string().max(1000).nullable(),
    isSearched: true,
  }),
  language: field(z.string(), 'Language of the voice.', {
    in: ['create'],
    input: [
      z
        .string()
        .min(2)
        .max(35)
        .describe('Language of the recording, for example en.')
        .default('en'),
      '',
    ],
  }),
  enhance: inputField(
    z.preprocess(readFormBoolean, z.boolean()),
    'Whether to remove noise from the recording. By default, the service decides. The built-in avatar service does not change the recording.',
    { in: ['create'] },
  ),
  gender: field(VoiceGender, 'Gender of the voice.', {
    in: ['update'],
    input: [VoiceGender.nullable(), 'Gender of the voice. Null removes it.'],
  }),
  country: field(z.string(), 'Country of the accent, as a two-letter ISO 3166-1 code.', {
    in: ['update'],
    input: [
      z
        .string()
        .regex(/^[A-Z]{2}$/, 'The country must be a two-letter ISO 3166-1 code, for example GB.')
        .nullable(),
      'Country of the accent, as a two-letter ISO 3166-1 code. Null removes it.',
    ],
  }),
  provider: field(VoiceProvider, 'Provider of the voice.'),
  providerVoiceId: field(z.string(), 'Id of the voice at the provider.'),
  providerModelId: field(z.string(), 'Voice model of the provider.', {
    in: ['update'],
    input: z.string().min(1).max(200),
  }),
  sampleUrl: field(z.url(), 'URL of an audio sample.'),
  previewSampleUrl: field(z.url(), 'Alias of sampleUrl.'),
  displayTags: field(z.array(z.string()), 'Tags of the voice.'),
  isZdr: field(z.boolean(), 'Whether the voice supports zero data retention.', {
    alias: 'zeroDataRetention',
  }),
  createdByOrganizationId: field(
    ForeignId,
    'Account that created the voice; null for built-in voices.',
    { alias: 'organizationId' },
  ),
  ...TIMESTAMPS,
};

const createShape = shapeIn('create', voiceFields);

/** Rejects a body without a recording, or with two. */
function requireOneRecording(
  { audioUrl, audioKey }: { readonly audioUrl?: unknown; readonly audioKey?: unknown },
  context: z.RefinementCtx,
): void {
  if ((audioUrl === undefined) !== (audioKey === undefined)) return;
  const message = 'Exactly one of audioUrl and audioKey is required.';
  context.addIssue({ code: 'custom', path: ['audioKey'], message });
}

/** A voice from the URL of a recording or the key of its upload, as JSON. */
export const CreateVoiceFromUrlOrKey = z
  .strictObject({ ...createShape, audioUrl: audioUrl.optional(), audioKey: audioKey.optional() })
  .superRefine(requireOneRecording);
export type CreateVoiceFromUrlOrKey = z.output<typeof CreateVoiceFromUrlOrKey>;

/** A voice as multipart/form-data. */
export const CreateVoice = z.strictObject({ ...createShape, audioFile });
export type CreateVoice = z.output<typeof CreateVoice>;

/** Body of POST /v1/voices/presigned-upload. */
export const PresignVoiceUpload = z.strictObject({
  filename: z
    .string()
    .min(1)
    .max(255)
    .describe('File name of the recording (1 to 255 characters).'),
  contentType: z
    .string()
    .regex(
      /^audio\/[\w.+-]{1,100}$/,
      'The type must be that of a recording, for example audio/wav.',
    )
    .describe(
      'Media type of the recording, for example audio/wav. Upload the file with this Content-Type.',
    ),
  fileSize: z
    .int32()
    .min(1)
    .max(MAX_LONG_AUDIO_BYTES, tooLargeAudio(MAX_LONG_AUDIO_BYTES))
    .describe(`Size of the recording in bytes (maximum ${formatMegabytes(MAX_LONG_AUDIO_BYTES)}).`),
});
export type PresignVoiceUpload = z.output<typeof PresignVoiceUpload>;

/** Where a recording is uploaded. */
export const PresignedVoiceUpload = z.object({
  uploadUrl: z
    .url()
    .describe(
      'Temporary URL to which the recording is uploaded with PUT. It needs no API key, so keep it secret.',
    ),
  audioKey: z.string().describe('Key of the recording. Pass it to createVoice after the upload.'),
});
export type PresignedVoiceUpload = z.output<typeof PresignedVoiceUpload>;

/** Body of PUT /v1/voices/{id}. Omitted fields are not changed. */
export const UpdateVoice = z.strictObject(shapeIn('update', voiceFields));
export type UpdateVoice = z.output<typeof UpdateVoice>;

/** Query of GET /v1/voices. */
const VoicesQuery = z.strictObject(
  pageQuery('Returns only voices whose name or description contains this text.'),
);

export const Voice = record(voiceFields);
export type Voice = z.output<typeof Voice>;

const VoicePage = page(Voice);

/** The contract of voices. All endpoints are extensions. */
export const voiceContract = defineResource(
  {
    collection: 'voices',
    noun: 'voice',
    description: 'Voices of personas: built-in voices and voices created from a recording.',
    record: Voice,
    fields: voiceFields,
  },
  ({ list, get, create, update, remove, other }) => ({
    endpoints: {
      voices: list({ query: VoicesQuery, page: VoicePage }, { isExtension: true }),
      createVoice: create(
        { json: CreateVoiceFromUrlOrKey, multipart: CreateVoice },
        {
          isExtension: true,
          summary: 'Creates a voice from a recording.',
          errors: [422],
          slow: true,
        },
      ),
      createVoiceUpload: other({
        method: 'POST',
        path: '/v1/voices/presigned-upload',
        summary: 'Returns a URL to upload a long recording to, and the key to create a voice with.',
        body: { json: PresignVoiceUpload },
        status: 200,
        response: PresignedVoiceUpload,
      }),
      voice: get({ isExtension: true }),
      updateVoice: update(UpdateVoice, { isExtension: true }),
      deleteVoice: remove(200, {
        isExtension: true,
        summary: 'Deletes a voice. Personas that use it keep the id.',
      }),
    },
    requests: { CreateVoice, CreateVoiceFromUrlOrKey, PresignVoiceUpload, UpdateVoice },
    responses: { Voice, VoicePage, PresignedVoiceUpload },
  }),
);
