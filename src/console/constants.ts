// Generated from src/contract by `npm run generate`; not to be edited.

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

export const MAX_LLM_URLS = 10 as const;

export const MEETING_STATUSES = [
  "PENDING",
  "ACTIVE",
  "CANCELLED",
  "ENDED",
  "FAILED"
] as const;

export const REDACTED = "[redacted]" as const;

export const TOOL_ACTIONS = [
  "end_call",
  "interrupt"
] as const;

export const TOOL_FIELDS = {
  "CLIENT": [
    "parameters",
    "awaitResult",
    "toolTimeoutSeconds"
  ],
  "SERVER_RAG": [
    "documentFolderIds"
  ],
  "SERVER_WEBHOOK": [
    "url",
    "method",
    "headers",
    "parameters",
    "bodyTemplate"
  ],
  "SYSTEM": [
    "action"
  ]
} as const;

export const TOOL_TIMEOUT = {
  "min": 1,
  "max": 600
} as const;

export const WEBHOOK_METHODS = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "PATCH"
] as const;

export const HINTS = {
  "CreateAvatarInput": {
    "avatarModel": "Avatar model, for example cara-3. By default, the service chooses it.",
    "displayName": "Name of the avatar (3 to 50 characters).",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "image": "The image."
  },
  "CreateKnowledgeGroupInput": {
    "description": "Description of the group.",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "name": "Name of the group (1 to 100 characters)."
  },
  "CreateLlmInput": {
    "apiVersion": "API version, for azure_openai.",
    "deploymentName": "Deployment name, for azure_openai.",
    "description": "Description of the LLM.",
    "displayName": "Name of the LLM (1 to 100 characters).",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "llmFormat": "API format of the LLM, for example openai, azure_openai, groq_openai, gemini.",
    "maxTokens": "Maximum number of output tokens.",
    "metadata": "Custom metadata.",
    "modelName": "Model name in requests to the LLM API.",
    "reasoningEffort": "Reasoning effort, for example default, low, medium or high.",
    "reasoningFormat": "Reasoning format, for example parsed, raw or hidden.",
    "secret": "API key of the LLM. Write-only: the key is stored encrypted and never returned.",
    "temperature": "Sampling temperature (0 to 2).",
    "urls": "URLs of the LLM API (1 to 10)."
  },
  "CreateMeetingInviteInput": {
    "clientLabel": "Label of the session, at most 128 characters.",
    "displayName": "Name of the persona in the meeting, at most 100 characters.",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "groupCall": "Whether the meeting has several participants. Default: true.",
    "joinAt": "When the persona joins. Default: at once.",
    "meetingUrl": "URL of the meeting, with https.",
    "personaConfig": "Configuration of the persona, instead of personaId.",
    "personaId": "Id of the persona that joins.",
    "region": "Region of the session. Default: any.",
    "regionPolicy": "Whether another region may be used if this one is full.",
    "sessionOptions": "Options of the session."
  },
  "CreateShareLinkInput": {
    "expiresInHours": "Hours until the link expires. Default: 168.",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "personaId": "Id of the persona that the link opens.",
    "usageLimit": "How often the link can be used. Default: 10."
  },
  "CreateToolInput": {
    "config": "Configuration, depending on the type of the tool.",
    "description": "Description of the tool for the LLM.",
    "disableInterruptions": "If true, the user cannot interrupt while the tool runs.",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "name": "Name that the LLM uses to call the tool: unique, 1 to 64 letters, digits, \"_\", \".\" or \"-\".",
    "type": "Type of the tool, which determines the fields of config. A SYSTEM tool cannot be changed or deleted afterwards."
  },
  "CreateVoiceInput": {
    "audio": "The recording.",
    "description": "Description of the voice.",
    "displayName": "Name of the voice (1 to 100 characters).",
    "enhance": "Whether noise is removed from the recording. By default, the service decides. The built-in avatar service stores the recording as it is.",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "language": "Language of the recording, for example en."
  },
  "UpdateKnowledgeDocumentInput": {
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "filename": "File name, with its extension (1 to 255 characters)."
  },
  "UpdateVoiceInput": {
    "country": "Country of the accent, as a two-letter ISO 3166-1 code. Null removes it.",
    "description": "Description of the voice.",
    "displayName": "Name of the voice (1 to 100 characters).",
    "extra": "Further keys of the request body, at any depth, sent unchanged. They cannot repeat a field of the input.",
    "gender": "Gender of the voice. Null removes it.",
    "providerModelId": "Voice model of the provider."
  },
  "VoiceDetectionOptionsInput": {
    "endOfSpeechSensitivity": "Sensitivity to the end of speech. High values respond sooner, low values wait longer.",
    "silenceBeforeAutoEndTurnSeconds": "Seconds of silence until the user's turn ends and the persona responds.",
    "silenceBeforeSessionEndSeconds": "Seconds of silence until the session ends.",
    "silenceBeforeSkipTurnSeconds": "Seconds of silence until the persona continues.",
    "speechEnhancementLevel": "Amount of background noise reduction."
  },
  "VoiceGenerationOptionsInput": {
    "emotion": "Emotion of the voice, for example neutral, calm or sad.",
    "model": "Speech model of the provider.",
    "similarityBoost": "How closely the voice matches the original.",
    "speed": "Speaking rate; 1 is normal.",
    "stability": "Stability of the voice. Low values sound more expressive, high values more consistent.",
    "style": "How much the style of the voice is exaggerated.",
    "useSpeakerBoost": "Whether the likeness to the speaker is increased.",
    "volume": "Loudness; 1 is normal."
  }
} as const;