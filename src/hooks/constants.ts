// Generated from src/contract by `npm run generate`; not to be edited.

export const AUDIO_EXTENSIONS = {
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/webm": "webm",
  "audio/mp4": "m4a"
} as const;

export const FINAL_MEETING_STATUSES = [
  "CANCELLED",
  "ENDED",
  "FAILED"
] as const;