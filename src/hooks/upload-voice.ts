import type { Client } from './client.ts';
import { AUDIO_EXTENSIONS } from './constants.ts';
import { defaultClient } from './default-client.ts';
import { CreateVoiceDocument, CreateVoiceUploadDocument } from './document-strings.ts';
import { ApiError, type ClientErrorCode } from './errors.ts';
import type { OperationMutation } from './mutation-options.ts';
import { runUntilAborted } from './run-until-aborted.ts';
import { type RequestOptions, sendRequest } from './send-request.ts';
import type { CreateVoiceInput, CreateVoiceMutation, ErrorCode } from './types.ts';

/** A voice to create from a long recording. */
export interface VoiceUpload {
  readonly file: File | Blob;
  /** The input of createVoice, without the recording. */
  readonly input: Omit<CreateVoiceInput, 'audio'>;
}

/** Returns the type of a recording. That of a recorder has parameters, and says video for some containers. */
function getAudioType(type: string, filename: string): string {
  const [known = ''] = type.split(';');
  if (known) return known.replace(/^video\//, 'audio/');
  // The platform does not know the type.
  const extension = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase();
  return Object.entries(AUDIO_EXTENSIONS).find(([, end]) => end === extension)?.[0] ?? '';
}

/** What a status of the storage means. */
const CODES: Readonly<Record<number, ErrorCode | ClientErrorCode>> = {
  400: 'BAD_USER_INPUT',
  403: 'FORBIDDEN',
  408: 'NETWORK',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
};

/** Sends a file to a presigned URL. @throws ApiError with a code by the status. */
async function sendFile(url: string, body: Blob, type: string, options: RequestOptions) {
  const request = { method: 'PUT', url, headers: { 'content-type': type }, body } as const;
  const send = () => sendRequest(request, options, globalThis.fetch);
  const { status } = await runUntilAborted(send, options.signal);
  if (status >= 200 && status < 300) return;
  const code = CODES[status] ?? (status >= 500 ? 'NETWORK' : 'INVALID_RESPONSE');
  throw new ApiError({ code, message: `The recording was not accepted (status ${status}).` });
}

/**
 * Creates a voice from a recording of up to 50 MB in three steps: requests a URL, sends the recording to it, and creates
 * the voice. The options apply to all of them.
 * @throws ApiError if a step fails; the signal's reason if it was aborted.
 */
export async function uploadVoice(
  client: Client,
  { file, input }: VoiceUpload,
  { signal, onUploadProgress }: RequestOptions = {},
): Promise<CreateVoiceMutation> {
  const filename = file instanceof File ? file.name : 'recording';
  const contentType = getAudioType(file.type, filename);
  const { createVoiceUpload: upload } = await client.request(
    CreateVoiceUploadDocument,
    { input: { filename, contentType, fileSize: file.size } },
    { signal },
  );
  if (!upload) throw new ApiError({ code: 'INVALID_RESPONSE', message: 'There is no URL.' });
  await sendFile(upload.uploadUrl, file, contentType, { signal, onUploadProgress });
  const audio = { key: upload.audioKey };
  return client.request(CreateVoiceDocument, { input: { ...input, audio } }, { signal });
}

/** Returns the options of a mutation that runs `uploadVoice`. */
export const uploadVoiceMutation = (
  client: Client = defaultClient,
): OperationMutation<CreateVoiceMutation, VoiceUpload> => ({
  mutationKey: ['UploadVoice'],
  mutationFn: (call) => uploadVoice(client, call, call),
});
