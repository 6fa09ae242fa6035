import { createHookOf } from './mutation-hook.ts';
import { uploadVoice } from './upload-voice.ts';

/**
 * Creates a voice from a recording of up to 50 MB in three steps: it requests a URL, sends the recording to it, and
 * creates the voice.
 */
export const useUploadVoiceMutation = /*#__PURE__*/ createHookOf('UploadVoice', uploadVoice);
