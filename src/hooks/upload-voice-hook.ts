import { useMutation } from '@tanstack/react-query';
import { useClient } from './client-provider.ts';
import type { MutationOptions } from './hook-options.ts';
import type { CreateVoiceMutation } from './types.ts';
import { uploadVoiceMutation, type VoiceUpload } from './upload-voice.ts';

/**
 * Creates a voice from a recording of up to 50 MB in three steps: it requests a URL, sends the recording to it, and
 * creates the voice.
 */
export const useUploadVoiceMutation = <Context = unknown>(
  options?: MutationOptions<CreateVoiceMutation, VoiceUpload, Context>,
) => useMutation({ ...uploadVoiceMutation(useClient()), ...options });
