import { z } from 'zod';
import { flag, link, Name, reference, TIMESTAMPS, text, texts, webUrl } from './fields.ts';
import { formatMegabytes, MEGABYTE } from './file-size.ts';
import { pageQuery } from './page.ts';
import { record } from './record.ts';
import { defineResource } from './resource.ts';
import { enumOf } from './schema-meta.ts';

/** Maximum size of a recording in bytes. @assumed Live services accept about 4.5 MB. */
export const MAX_AUDIO_BYTES = 10 * MEGABYTE;

/** Maximum size in bytes of a recording that is uploaded to a presigned URL. */
export const MAX_LONG_AUDIO_BYTES = 50 * MEGABYTE;

/** Media types of recordings by the extension of their file name; the first is the usual one. @assumed */
export const AUDIO_TYPES = {
  wav: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  mp3: ['audio/mpeg', 'audio/mp3'],
  ogg: ['audio/ogg', 'application/ogg', 'audio/opus', 'video/ogg'],
  webm: ['audio/webm', 'video/webm'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'video/mp4'],
} as const;

/** The formats of recordings, in messages. */
export const AUDIO_FORMATS = 'WAV, MP3, Ogg, WebM or M4A';

/** The message for a recording larger than `limit` bytes. */
export const tooLargeAudio = (limit: number = MAX_AUDIO_BYTES): string =>
  `The recording must not be larger than ${formatMegabytes(limit)}.`;

/** Validates the type of a recording but not its size, for callers that enforce their own size limit. */
export const audioOfAnySize = z
  .file()
  .mime(Object.values(AUDIO_TYPES).flat(), `The recording must be a ${AUDIO_FORMATS} file.`);

const audioFile = audioOfAnySize
  .max(MAX_AUDIO_BYTES, tooLargeAudio())
  .describe(`${AUDIO_FORMATS}, at most ${formatMegabytes(MAX_AUDIO_BYTES)} (some servers: less).`);

const audioUrl = webUrl('The audio URL').describe(
  'URL of a recording in the same formats. Only the built-in avatar service is known to support it.',
);

const audioKey = z.string().min(1).max(1000).describe('Key of a recording that was uploaded.');

/** @assumed Live services know these. */
const VoiceGender = enumOf('VoiceGender', 'Perceived gender of a voice.', [
  'MALE',
  'FEMALE',
  'NEUTRAL',
]);

/** @assumed Live services have voices of these. */
const VoiceProvider = enumOf('VoiceProvider', 'Provider of a voice.', [
  'CARTESIA',
  'ELEVENLABS',
  'FISH_AUDIO',
  'OPENAI_ADVANCED_VOICE',
]);

const name = Name.describe('Name of the voice (1 to 100 characters).');

const description = z.string().max(1000).describe('Description of the voice.');

/** Reads a boolean of a form, whose fields are texts. */
const readFormBoolean = (value: unknown) => value === 'true' || (value === 'false' ? false : value);

/** What all creations share. */
const settings = {
  name,
  description: description.optional(),
  language: z.string().min(2).max(35).describe('Language, for example en.').default('en'),
  enhance: z
    .preprocess(readFormBoolean, z.boolean())
    .describe('Whether to remove noise. By default, the service decides.')
    .optional(),
};

/** @assumed The specification does not define the fields of a voice. */
export const Voice = record({
  displayName: text('Name of the voice.'),
  description: text('Description of the voice.'),
  language: text('Language of the voice.'),
  gender: VoiceGender.describe('Gender of the voice.'),
  country: text('Country of the accent (ISO 3166-1, two letters).'),
  provider: VoiceProvider.describe('Provider of the voice.'),
  providerVoiceId: text('Id of the voice at the provider.'),
  providerModelId: text('Voice model of the provider.'),
  sampleUrl: link('URL of an audio sample.'),
  previewSampleUrl: link('Alias of sampleUrl.'),
  displayTags: texts('Tags of the voice.'),
  isZdr: flag('Whether the voice supports zero data retention.', 'zeroDataRetention'),
  createdByOrganizationId: reference('Creator; null for built-in voices.', 'organizationId'),
  ...TIMESTAMPS,
}).meta({ id: 'Voice', description: 'A voice.' });
export type Voice = z.output<typeof Voice>;

/** A voice from the URL of a recording or the key of its upload, as JSON. */
export const CreateVoiceFromUrlOrKey = z
  .strictObject({ ...settings, audioUrl: audioUrl.optional(), audioKey: audioKey.optional() })
  .refine(({ audioUrl, audioKey }) => (audioUrl === undefined) !== (audioKey === undefined), {
    error: 'Exactly one of audioUrl and audioKey is required.',
    path: ['audioKey'],
  })
  .meta({ id: 'CreateVoiceFromUrlOrKey' });

/** A voice as multipart/form-data. */
export const CreateVoice = z.strictObject({ ...settings, audioFile });

export const PresignVoiceUpload = z
  .strictObject({
    filename: z.string().min(1).max(255).describe('File name (1 to 255 characters).'),
    contentType: z
      .string()
      .regex(/^audio\/[\w.+-]{1,100}$/, 'The type must be that of a recording, such as audio/wav.')
      .describe('Media type, such as audio/wav. Upload the file with this Content-Type.'),
    fileSize: z
      .int32()
      .min(1)
      .max(MAX_LONG_AUDIO_BYTES, tooLargeAudio(MAX_LONG_AUDIO_BYTES))
      .describe(`Size of the file in bytes (maximum ${formatMegabytes(MAX_LONG_AUDIO_BYTES)}).`),
  })
  .meta({ id: 'PresignVoiceUpload' });
export type PresignVoiceUpload = z.output<typeof PresignVoiceUpload>;

/** Where a recording is uploaded. */
export const PresignedVoiceUpload = z
  .object({
    uploadUrl: link('Temporary URL for a PUT of the file without an API key. Keep it secret.'),
    audioKey: text('Key of the recording. Pass it to createVoice after the upload.'),
  })
  .meta({ id: 'PresignedVoiceUpload', description: 'Where a recording is uploaded.' });
export type PresignedVoiceUpload = z.output<typeof PresignedVoiceUpload>;

/** Omitted fields are not changed. */
export const UpdateVoice = z
  .strictObject({
    displayName: name,
    description: description.nullable().describe('Description of the voice. Null removes it.'),
    gender: VoiceGender.nullable().describe('Gender of the voice. Null removes it.'),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'The country must be a two-letter ISO 3166-1 code, for example GB.')
      .nullable()
      .describe('Country of the accent (ISO 3166-1, two letters). Null removes it.'),
    providerModelId: z.string().min(1).max(200).describe('Voice model of the provider.'),
  })
  .partial();
export type UpdateVoice = z.output<typeof UpdateVoice>;

/** The contract of voices. All endpoints are extensions. */
export const voiceContract = defineResource(
  {
    collection: 'voices',
    noun: 'voice',
    description: 'Voices of personas: built-in voices and voices created from a recording.',
    record: Voice,
    searched: ['displayName', 'description'],
  },
  ({ list, get, create, update, remove, other }) => ({
    voices: list(pageQuery('Returns only voices whose name or description contains this text.')),
    createVoice: create(
      { json: CreateVoiceFromUrlOrKey, multipart: CreateVoice },
      { summary: 'Creates a voice from a recording.', errors: [422], slow: true },
    ),
    createVoiceUpload: other({
      method: 'POST',
      path: '/v1/voices/presigned-upload',
      summary: 'Returns a URL to upload a long recording to, and the key to create a voice with.',
      body: { json: PresignVoiceUpload },
      response: PresignedVoiceUpload,
    }),
    voice: get(),
    updateVoice: update(UpdateVoice),
    deleteVoice: remove({ summary: 'Deletes a voice. Personas that use it keep the id.' }),
  }),
);
