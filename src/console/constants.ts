// Generated from src/contract by `npm run generate`; not to be edited.

export const AUDIO_EXTENSIONS = {
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/webm": "webm",
  "audio/mp4": "m4a"
} as const;

export const AUDIO_FORMATS = "WAV, MP3, Ogg, WebM or M4A" as const;

export const AUDIO_TYPES = [
  "audio/wav",
  "audio/x-wav",
  "audio/wave",
  "audio/vnd.wave",
  "audio/mpeg",
  "audio/mp3",
  "audio/ogg",
  "application/ogg",
  "audio/opus",
  "video/ogg",
  "audio/webm",
  "video/webm",
  "audio/mp4",
  "audio/x-m4a",
  "audio/m4a",
  "video/mp4"
] as const;

export const AVATAR_MODELS = [
  "cara-2",
  "cara-3"
] as const;

export const DOCUMENT_EXTENSIONS = [
  "pdf",
  "txt",
  "md",
  "docx",
  "csv"
] as const;

export const DOCUMENT_FORMATS = "PDF, TXT, MD, DOCX or CSV" as const;

export const FINAL_MEETING_STATUSES = [
  "CANCELLED",
  "ENDED",
  "FAILED"
] as const;

export const IMAGE_FORMATS = "JPEG, PNG or WebP" as const;

export const IMAGE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp"
] as const;

export const LLM_FORMATS = [
  "openai",
  "azure_openai",
  "groq_openai",
  "gemini"
] as const;

export const MAX_AUDIO_BYTES = 10485760 as const;

export const MAX_DOCUMENT_BYTES = 52428800 as const;

export const MAX_IDS = 100 as const;

export const MAX_IMAGE_BYTES = 10485760 as const;

export const MEETING_STATUSES = [
  "PENDING",
  "ACTIVE",
  "CANCELLED",
  "ENDED",
  "FAILED"
] as const;

export const REDACTED = "[redacted]" as const;
