// Generated from schema/operations by `npm run generate`; not to be edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The image of a new avatar: a file or a URL. */
export type AvatarImageInput =
  {   /** JPEG, PNG or WebP image, at most 10 MB (some servers: less). */
  file: File | Blob; url?: never; }
  |  { file?: never;   /** URL of a JPEG, PNG or WebP image, at most 10 MB (some servers: less). */
  url: string; };

/** Visual style of an avatar. */
export type AvatarRenderStyle =
  /** Like a character in an animated film. */
  | 'ANIMATED_3D'
  /** Like a drawing. */
  | 'ILLUSTRATED'
  /** Photorealistic. */
  | 'REALISTIC'
  /** The service does not know the style. */
  | 'UNKNOWN';

/** A tool that runs in the client of the session. */
export type ClientToolConfigInput = {
  /** Whether the LLM waits for the result. */
  awaitResult?: boolean | null | undefined;
  /** Additional keys of the configuration, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** JSON Schema of the arguments. */
  parameters?: Record<string, unknown> | null | undefined;
  /** Seconds until the call fails (1 to 600). */
  toolTimeoutSeconds?: number | null | undefined;
};

/** Input of createAvatar. Extensions to the specification: `avatarModel`. */
export type CreateAvatarInput = {
  /** Avatar model, for example cara-3. By default, the service chooses it. */
  avatarModel?: string | null | undefined;
  /** Name of the avatar (3 to 50 characters). */
  displayName: string;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** The image. */
  image: AvatarImageInput;
};

/** Input of createGuestToken. */
export type CreateGuestTokenInput = {
  /** Response to the challenge of the page, 1 to 8,192 characters. It can be used once. Required if the policy has a challenge. */
  challenge?: string | null | undefined;
};

/** Input of createKnowledgeDocument. */
export type CreateKnowledgeDocumentInput = {
  /** Number of characters that successive parts share, at most half of chunkSize. Default: 200. */
  chunkOverlap?: number | null | undefined;
  /** Size in characters of the parts that searches return. Default: 1000. */
  chunkSize?: number | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** PDF, TXT, MD, DOCX or CSV file (maximum 50 MB). */
  file: File | Blob;
  /** Id of the knowledge group. */
  groupId: string;
};

/** Input of createKnowledgeGroup. */
export type CreateKnowledgeGroupInput = {
  /** Description of the group. */
  description?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Name of the group (1 to 100 characters). */
  name: string;
};

/** Input of createLlm. */
export type CreateLlmInput = {
  /** API version, for azure_openai. */
  apiVersion?: string | null | undefined;
  /** Deployment name, for azure_openai. */
  deploymentName?: string | null | undefined;
  /** Description of the LLM. */
  description?: string | null | undefined;
  /** Name of the LLM (1 to 100 characters). */
  displayName: string;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** API format, for example openai, azure_openai, groq_openai, gemini. */
  llmFormat: string;
  /** Maximum number of output tokens. */
  maxTokens?: number | null | undefined;
  /** Custom metadata. An update replaces the saved object. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Model name in requests to the LLM API. */
  modelName: string;
  /** Reasoning effort, for example default, low, medium or high. */
  reasoningEffort?: string | null | undefined;
  /** Reasoning format, for example parsed, raw or hidden. */
  reasoningFormat?: string | null | undefined;
  /** API key of the LLM. It is stored encrypted and never returned. */
  secret: string;
  /** Sampling temperature (0 to 2). */
  temperature?: number | null | undefined;
  /** URLs of the LLM API (1 to 10). An update replaces the saved list. */
  urls: Array<LlmUrlInput>;
};

/** Input of createMeetingInvite. */
export type CreateMeetingInviteInput = {
  /** Label of the session, at most 128 characters. */
  clientLabel?: string | null | undefined;
  /** Name of the persona in the meeting. */
  displayName?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Whether the meeting has several participants. Default: true. */
  groupCall?: boolean | null | undefined;
  /** When the persona joins. Default: immediately. */
  joinAt?: string | null | undefined;
  /** URL of the meeting. It must use https. */
  meetingUrl: string;
  /** The persona, instead of personaId. */
  personaConfig?: MeetingPersonaConfigInput | null | undefined;
  /** Id of the persona that joins. */
  personaId?: string | null | undefined;
  /** Region of the session. Default: any. */
  region?: MeetingRegion | null | undefined;
  /** Whether another region may replace a full one. Default: PREFERRED. */
  regionPolicy?: MeetingRegionPolicy | null | undefined;
  /** Options of the session other than the persona. */
  sessionOptions?: SessionOptionsInput | null | undefined;
};

/** Input of createPersona. Extensions to the specification: `uninterruptibleGreeting`, `initialMessage`, `languageCode`, `toolIds`, `voiceDetectionOptions`, `voiceGenerationOptions`, `zeroDataRetention` and `widgetConfig`. */
export type CreatePersonaInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model, for example cara-3, one of those that the avatar supports. If null, the avatar's default applies. */
  avatarModel?: string | null | undefined;
  /**
   * Former name of llmId. Use llmId; both together are invalid.
   * @deprecated Former name of llmId. Use llmId; both together are invalid.
   */
  brainType?: string | null | undefined;
  /** Description of the persona. Does not affect the persona's behavior. */
  description?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** First message of a session. Null removes it. */
  initialMessage?: string | null | undefined;
  /** Language of the sessions, for example en. */
  languageCode?: string | null | undefined;
  /** LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. */
  llmId?: string | null | undefined;
  /** Name of the persona. */
  name?: string | null | undefined;
  /** Whether to skip the greeting. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** Ids of the tools. An update replaces the saved list. */
  toolIds?: Array<string> | null | undefined;
  /** If true, the user cannot interrupt the greeting. */
  uninterruptibleGreeting?: boolean | null | undefined;
  /** Speech detection options. An update replaces the saved object. */
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  /** Voice generation options. An update replaces the saved object; without them, a new voice resets it. */
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
  /** The widget that embeds the persona in a page. */
  widgetConfig?: WidgetConfigInput | null | undefined;
  /** If true, no data of sessions is stored. Voice and LLM must support it. */
  zeroDataRetention?: boolean | null | undefined;
};

/** Input of createSessionToken. */
export type CreateSessionTokenInput = {
  /** Label that identifies the session. */
  clientLabel?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Changes to the persona of personaConfig.personaId for this session. The API reads the persona, applies the changes, and sends the resulting fields to the upstream. Fails if the persona has a setting that a session configuration cannot have. */
  overrides?: PersonaOverridesInput | null | undefined;
  /** The persona of the session. */
  personaConfig: PersonaConfigInput;
  /** Options of the session other than the persona. */
  sessionOptions?: SessionOptionsInput | null | undefined;
  /** A session token that the service has refused, and that must not be returned again. With a policy, equal requests return the same session token until its session has started. */
  unusable?: string | null | undefined;
  /** Whether to check the ids in the input first, at most 100: of personas, avatars and tools, and of voices and custom LLMs if the upstream supports them. An unknown id then fails here, with its path, instead of later in the client. Requires the read scope of each resource. */
  verify?: boolean;
};

/** Input of createShareLink. */
export type CreateShareLinkInput = {
  /** Hours until the link expires. Default: 168. */
  expiresInHours?: number | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Id of the persona that the link opens. */
  personaId: string;
  /** Maximum number of uses. Default: 10. */
  usageLimit?: number | null | undefined;
};

/** Input of createTool. */
export type CreateToolInput = {
  /** Configuration. A system tool cannot be changed or deleted later. */
  config: ToolConfigInput;
  /** Description of the tool for the LLM. */
  description: string;
  /** If true, the user cannot interrupt while the tool runs. */
  disableInterruptions?: boolean | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Unique name for the LLM: 1 to 64 letters, digits, "_", "." or "-". */
  name: string;
};

/** Input of createVoice. */
export type CreateVoiceInput = {
  /** The recording. */
  audio: VoiceAudioInput;
  /** Description of the voice. */
  description?: string | null | undefined;
  /** Name of the voice (1 to 100 characters). */
  displayName: string;
  /** Whether to remove noise. By default, the service decides. */
  enhance?: boolean | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Language, for example en. */
  language?: string;
};

/** Input of createVoiceUpload. */
export type CreateVoiceUploadInput = {
  /** Media type, such as audio/wav. Upload the file with this Content-Type. */
  contentType: string;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Size of the file in bytes (maximum 50 MB). */
  fileSize: number;
  /** File name (1 to 255 characters). */
  filename: string;
};

/** A Daily room. */
export type DailyRoomInput = {
  /** URL of the room. */
  roomUrl: string;
  /** Token for the room, if it is private. */
  token?: string | null | undefined;
  /** Name of the persona in the room. */
  userName?: string | null | undefined;
};

/** How the avatar acts: a preset style or one in your own words. */
export type DirectorNotesInput = {
  /** Style in your own words, not with presetStyle (up to 2000 characters). */
  customStylePrompt?: string | null | undefined;
  /** How expressive the avatar is, from 0 to 1. */
  expressivity?: number | null | undefined;
  /** Preset style. Cannot be combined with customStylePrompt. */
  presetStyle?: DirectorStyle | null | undefined;
};

/** A preset acting style. */
export type DirectorStyle =
  | 'ANGRY'
  | 'DISTRESSED'
  | 'HAPPY'
  | 'PLAYFUL'
  | 'SAD'
  | 'SUPPORTIVE'
  | 'WARM';

/** A room that the persona joins. Requires enableAudioPassthrough. */
export type EgressInput = {
  /** The Daily room, if the mode is daily. */
  daily?: DailyRoomInput | null | undefined;
  /** Kind of room, for example daily. */
  mode: string;
};

/** What a user interrupted. */
export type InterruptedStage =
  /** The wait for the first audio. */
  | 'BEFORE_AUDIO'
  /** The wait for the LLM. */
  | 'BEFORE_LLM_OUTPUT'
  /** The output of the LLM. */
  | 'DURING_LLM_GENERATION'
  /** The speech of the persona. */
  | 'WHILE_SPEAKING';

/** Status of a document. */
export type KnowledgeDocumentStatus =
  /** It could not be processed. */
  | 'FAILED'
  /** Its text is being processed. */
  | 'PROCESSING'
  /** Its text can be searched. */
  | 'READY'
  /** It is waiting to be processed. */
  | 'UPLOADED';

/** A tool that searches knowledge groups. */
export type KnowledgeToolConfigInput = {
  /** Additional keys of the configuration, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Ids of the knowledge groups to search. */
  knowledgeGroupIds: Array<string>;
};

/** The slow part of a turn. */
export type LatencyMetric =
  /** The first audio of the persona. */
  | 'FIRST_AUDIO_LATENCY_SECONDS'
  /** The first output of the LLM. */
  | 'LLM_TIME_TO_FIRST_OUTPUT_SECONDS'
  /** The transcription of what the user said. */
  | 'TRANSCRIPTION_LATENCY_SECONDS'
  /** The first synthesized audio. */
  | 'TTS_TIME_TO_FIRST_AUDIO_SECONDS';

/** The calendar window of a limit, in UTC. */
export type LimitPeriod =
  /** A day. */
  | 'DAY'
  /** A minute. */
  | 'MINUTE'
  /** A month. */
  | 'MONTH';

/** What a limit counts. */
export type LimitUnit =
  /** Session minutes, which are reserved when a session token is created, and returned if the session is shorter. */
  | 'MINUTES'
  /** Session tokens. */
  | 'TOKENS';

/** A URL of the API of a custom LLM. */
export type LlmUrlInput = {
  /** Region of the URL. */
  region?: string | null | undefined;
  /** The URL, without user name and password. */
  url: string;
};

/** Status of a meeting invite. */
export type MeetingInviteStatus =
  /** The persona is joining or is in the meeting. */
  | 'ACTIVE'
  /** The invite was cancelled. */
  | 'CANCELLED'
  /** The meeting has ended. */
  | 'ENDED'
  /** The persona could not join. */
  | 'FAILED'
  /** The persona has not joined yet. */
  | 'PENDING';

/** The persona of one meeting, which is not saved. */
export type MeetingPersonaConfigInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model, for example cara-3. */
  avatarModel?: string | null | undefined;
  /** How the avatar acts. */
  directorNotes?: DirectorNotesInput | null | undefined;
  /** Whether the persona speaks audio from the client. */
  enableAudioPassthrough?: boolean | null | undefined;
  /** Additional keys of the configuration, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** First message of the session. */
  initialMessage?: string | null | undefined;
  /** Language, for example en. */
  languageCode?: string | null | undefined;
  /** LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. */
  llmId?: string | null | undefined;
  /** Maximum session length in seconds. */
  maxSessionLengthSeconds?: number | null | undefined;
  /** Custom metadata of the session. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Name of the persona. */
  name?: string | null | undefined;
  /** Preset on which the persona is based. */
  personaPreset?: string | null | undefined;
  /** Personality, for the LLM. */
  personality?: string | null | undefined;
  /** Whether to skip the greeting. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** Ids of the tools. */
  toolIds?: Array<string> | null | undefined;
  /** Tools for this session only. */
  tools?: Array<SessionToolInput> | null | undefined;
  /** If true, the user cannot interrupt the greeting. */
  uninterruptibleGreeting?: boolean | null | undefined;
  /** Speech detection options. */
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  /** Voice generation options. */
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
  /** Speaking rate; 1 is normal. */
  voiceSpeed?: number | null | undefined;
  /** If true, no data of sessions is stored. Voice and LLM must support it. */
  zeroDataRetention?: boolean | null | undefined;
};

/** Service that hosts a meeting. */
export type MeetingProvider =
  | 'GOOGLE_MEET'
  | 'MICROSOFT_TEAMS'
  | 'ZOOM';

/** Region of a session in a meeting. */
export type MeetingRegion =
  /** Europe. */
  | 'EU'
  /** Eastern United States. */
  | 'US_EAST'
  /** Western United States. */
  | 'US_WEST';

/** Whether other regions may be used. */
export type MeetingRegionPolicy =
  /** Another region is used if this one is full. The default. */
  | 'PREFERRED'
  /** No other region is used. Requires a region. */
  | 'STRICT';

/** Why the caller cannot create a session token now. */
export type MintObstacle =
  /** The caller has reached its limit of concurrent sessions. */
  | 'CONCURRENT_LIMIT'
  /** The caller has reached one of its limits. */
  | 'LIMIT'
  /** The role of the caller does not allow session tokens. */
  | 'POLICY'
  /** The caller does not have the scope `tokens:mint`. */
  | 'SCOPE'
  /** A limit that the caller shares with others is reached. */
  | 'SHARED_LIMIT'
  /** The limits cannot be checked now. */
  | 'UNAVAILABLE';

/** The persona of the session: either personaId, or the fields of a persona. Each field says whether it can be combined with personaId. Extensions to the specification: `uninterruptibleGreeting`, `initialMessage`, `toolIds`, `directorNotes`, `tools` and `enableAudioPassthrough`. */
export type PersonaConfigInput = {
  /** Avatar to use. Cannot be combined with personaId. */
  avatarId?: string | null | undefined;
  /** Avatar model, for example cara-3. Cannot be combined with personaId. */
  avatarModel?: string | null | undefined;
  /**
   * Former name of llmId. Use llmId; both together are invalid. Cannot be combined with personaId.
   * @deprecated Former name of llmId. Use llmId; both together are invalid. Cannot be combined with personaId.
   */
  brainType?: string | null | undefined;
  /** How the avatar acts. Cannot be combined with personaId. */
  directorNotes?: DirectorNotesInput | null | undefined;
  /** Whether the persona speaks audio from the client. Can be combined with personaId. */
  enableAudioPassthrough?: boolean | null | undefined;
  /** Additional keys of the configuration, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** First message of the session. Cannot be combined with personaId. */
  initialMessage?: string | null | undefined;
  /** Language, for example en. Can be combined with personaId. */
  languageCode?: string | null | undefined;
  /** LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. Cannot be combined with personaId. */
  llmId?: string | null | undefined;
  /** Maximum session length in seconds. Can be combined with personaId. */
  maxSessionLengthSeconds?: number | null | undefined;
  /** Name of the persona. Cannot be combined with personaId. */
  name?: string | null | undefined;
  /** Id of an existing persona, instead of the persona's fields. */
  personaId?: string | null | undefined;
  /** Whether to skip the greeting. Cannot be combined with personaId. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. Cannot be combined with personaId. */
  systemPrompt?: string | null | undefined;
  /** Ids of the tools. Cannot be combined with personaId. */
  toolIds?: Array<string> | null | undefined;
  /** Tools for this session only. Cannot be combined with personaId. */
  tools?: Array<SessionToolInput> | null | undefined;
  /** If true, the user cannot interrupt the greeting. Cannot be combined with personaId. */
  uninterruptibleGreeting?: boolean | null | undefined;
  /** Speech detection options. Can be combined with personaId. */
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  /** Voice generation options. Can be combined with personaId. */
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  /** Voice to use. Cannot be combined with personaId. */
  voiceId?: string | null | undefined;
};

/** Changes to a saved persona for one session, with the fields of PersonaConfigInput. Omitted fields keep the saved value. Null removes the value for this session. An object replaces the saved one. */
export type PersonaOverridesInput = {
  avatarId?: string | null | undefined;
  avatarModel?: string | null | undefined;
  directorNotes?: DirectorNotesInput | null | undefined;
  enableAudioPassthrough?: boolean | null | undefined;
  initialMessage?: string | null | undefined;
  languageCode?: string | null | undefined;
  llmId?: string | null | undefined;
  maxSessionLengthSeconds?: number | null | undefined;
  name?: string | null | undefined;
  skipGreeting?: boolean | null | undefined;
  systemPrompt?: string | null | undefined;
  toolIds?: Array<string> | null | undefined;
  tools?: Array<SessionToolInput> | null | undefined;
  uninterruptibleGreeting?: boolean | null | undefined;
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  voiceId?: string | null | undefined;
};

/** Options of the session other than the persona. Extensions to the specification: `videoQuality`, `videoWidth`, `videoHeight` and `egress`. */
export type SessionOptionsInput = {
  /** Another place that receives the session, besides the client. */
  egress?: EgressInput | null | undefined;
  /** Additional keys of the options, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Session replay options. */
  sessionReplay?: SessionReplayInput | null | undefined;
  /** Height of the video in pixels. Requires videoWidth. */
  videoHeight?: number | null | undefined;
  /** Quality of the video. */
  videoQuality?: VideoQuality | null | undefined;
  /** Width of the video in pixels. Requires videoHeight. The available sizes depend on the avatar model. */
  videoWidth?: number | null | undefined;
};

/** Session replay options. */
export type SessionReplayInput = {
  /** Enables session replay. Default: true. */
  enableSessionReplay?: boolean | null | undefined;
};

/** Type of a session token. */
export type SessionTokenType =
  /** For a persona that is defined in the request. */
  | 'EPHEMERAL'
  /** The client chooses the persona. Current clients reject such tokens. */
  | 'LEGACY'
  /** For a saved persona. */
  | 'STATEFUL';

/** A tool for one session. Unlike a saved tool, it has no `config`: its settings are separate fields. */
export type SessionToolInput = {
  /** For webhooks: whether the LLM waits for the response. */
  awaitResponse?: boolean | null | undefined;
  /** For client tools: whether the LLM waits for the result. */
  awaitResult?: boolean | null | undefined;
  /** Description of the tool for the LLM. */
  description?: string | null | undefined;
  /** Whether the user cannot interrupt while the tool runs. */
  disableInterruptions?: boolean | null | undefined;
  /** For webhooks: HTTP headers by name. */
  headers?: Record<string, unknown> | null | undefined;
  /** For knowledge tools: ids of the knowledge groups to search. */
  knowledgeGroupIds?: Array<string> | null | undefined;
  /** For webhooks: HTTP method. */
  method?: WebhookMethod | null | undefined;
  /** Name for the LLM. For a system tool, that of its action. */
  name: string;
  /** JSON Schema of the arguments. */
  parameters?: Record<string, unknown> | null | undefined;
  /** For webhooks: JSON Schema of the query parameters. */
  queryParameters?: Record<string, unknown> | null | undefined;
  /** What the tool does. Required for server tools. */
  subtype?: ToolSubtype | null | undefined;
  /** For client tools: seconds until the call fails. */
  toolTimeoutSeconds?: number | null | undefined;
  /** Where the tool runs. */
  type: ToolType;
  /** For webhooks: the URL to call. */
  url?: string | null | undefined;
};

/** How a session ran. */
export type SessionType =
  /** With an LLM that the client calls. */
  | 'CUSTOM_LLM_CLIENT'
  /** With a custom LLM that the service calls. */
  | 'CUSTOM_LLM_SERVER'
  /** As an avatar of an ElevenLabs agent. */
  | 'ELEVENLABS_AGENT'
  /** As an avatar of a LiveKit agent. */
  | 'LIVEKIT'
  /** Entirely by the service. */
  | 'TURNKEY';

/** Where a share link opens its persona. */
export type ShareLinkType =
  /** On a page of its own. */
  | 'LINK'
  /** In a small round window, embedded in another page. */
  | 'ORB_EMBED'
  /** In a player, embedded in another page. */
  | 'PLAYER_EMBED';

/** Who spoke in a session. */
export type Speaker =
  | 'PERSONA'
  | 'USER';

/** A tool that is an action of the service. */
export type SystemToolConfigInput = {
  /** The action. */
  action: ToolAction;
  /** Additional keys of the configuration, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
};

/** What a system tool does. */
export type ToolAction =
  /** Ends the session. */
  | 'END_CALL'
  /** Interrupts the persona. */
  | 'INTERRUPT';

/** Status of a tool call. */
export type ToolCallStatus =
  /** It succeeded. */
  | 'COMPLETED'
  /** It failed. */
  | 'FAILED'
  /** It has started. Its end is unknown. */
  | 'STARTED';

/** The configuration of a tool: the field of its kind. */
export type ToolConfigInput =
  {   /** A tool that runs in the client of the session. */
  client: ClientToolConfigInput; knowledge?: never; system?: never; webhook?: never; }
  |  { client?: never;   /** A tool that searches knowledge groups. */
  knowledge: KnowledgeToolConfigInput; system?: never; webhook?: never; }
  |  { client?: never; knowledge?: never;   /** A tool that is an action of the service. */
  system: SystemToolConfigInput; webhook?: never; }
  |  { client?: never; knowledge?: never; system?: never;   /** A tool that calls a URL from the server. */
  webhook: WebhookToolConfigInput; };

/** What a server tool does. */
export type ToolSubtype =
  /** Searches knowledge groups. */
  | 'KNOWLEDGE'
  /** Calls a URL. */
  | 'WEBHOOK';

/** Where a tool runs. */
export type ToolType =
  /** In the client of the session. */
  | 'CLIENT'
  /** On the server. */
  | 'SERVER'
  /** In the service, as an action such as ending the call. */
  | 'SYSTEM';

/** How a turn ended. */
export type TurnFinishReason =
  /** The persona completed its answer. */
  | 'COMPLETED'
  /** The user interrupted the persona. */
  | 'INTERRUPTED';

/** Input of updateAvatar. Null is an error. */
export type UpdateAvatarInput = {
  /** Name of the avatar (3 to 50 characters). */
  displayName?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
};

/** Input of updateKnowledgeDocument. Null is an error. */
export type UpdateKnowledgeDocumentInput = {
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** File name, with its extension (1 to 255 characters). */
  filename?: string | null | undefined;
};

/** Input of updateKnowledgeGroup. Null is an error. */
export type UpdateKnowledgeGroupInput = {
  /** Description of the group. */
  description?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Name of the group (1 to 100 characters). */
  name?: string | null | undefined;
};

/** Input of updateLlm. Null is an error. */
export type UpdateLlmInput = {
  /** API version, for azure_openai. */
  apiVersion?: string | null | undefined;
  /** Deployment name, for azure_openai. */
  deploymentName?: string | null | undefined;
  /** Description of the LLM. */
  description?: string | null | undefined;
  /** Name of the LLM (1 to 100 characters). */
  displayName?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** API format, for example openai, azure_openai, groq_openai, gemini. */
  llmFormat?: string | null | undefined;
  /** Maximum number of output tokens. */
  maxTokens?: number | null | undefined;
  /** Custom metadata. An update replaces the saved object. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Model name in requests to the LLM API. */
  modelName?: string | null | undefined;
  /** Reasoning effort, for example default, low, medium or high. */
  reasoningEffort?: string | null | undefined;
  /** Reasoning format, for example parsed, raw or hidden. */
  reasoningFormat?: string | null | undefined;
  /** API key of the LLM. It is stored encrypted and never returned. */
  secret?: string | null | undefined;
  /** Sampling temperature (0 to 2). */
  temperature?: number | null | undefined;
  /** URLs of the LLM API (1 to 10). An update replaces the saved list. */
  urls?: Array<LlmUrlInput> | null | undefined;
};

/** Input of updatePersona. Null clears avatarModel and initialMessage. In other fields, it is an error. Extensions to the specification: `uninterruptibleGreeting`, `initialMessage`, `languageCode`, `toolIds`, `voiceDetectionOptions`, `voiceGenerationOptions`, `zeroDataRetention` and `widgetConfig`. */
export type UpdatePersonaInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model, for example cara-3, one of those that the avatar supports. If null, the avatar's default applies. */
  avatarModel?: string | null | undefined;
  /** Description of the persona. Does not affect the persona's behavior. */
  description?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** First message of a session. Null removes it. */
  initialMessage?: string | null | undefined;
  /** Language of the sessions, for example en. */
  languageCode?: string | null | undefined;
  /** LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. */
  llmId?: string | null | undefined;
  /** Name of the persona. */
  name?: string | null | undefined;
  /** Whether to skip the greeting. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** Ids of the tools. An update replaces the saved list. */
  toolIds?: Array<string> | null | undefined;
  /** If true, the user cannot interrupt the greeting. */
  uninterruptibleGreeting?: boolean | null | undefined;
  /** Speech detection options. An update replaces the saved object. */
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  /** Voice generation options. An update replaces the saved object; without them, a new voice resets it. */
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
  /** The widget in a page. Omitted fields inside it keep their value. */
  widgetConfig?: WidgetConfigInput | null | undefined;
  /** If true, no data of sessions is stored. Voice and LLM must support it. */
  zeroDataRetention?: boolean | null | undefined;
};

/** Input of updateShareLink. Null is an error. */
export type UpdateShareLinkInput = {
  /** Hours from now until the link expires. */
  expiresInHours?: number | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Maximum number of uses. */
  usageLimit?: number | null | undefined;
};

/** Input of updateTool. Null is an error. */
export type UpdateToolInput = {
  /** Configuration of the tool, which replaces the saved one and must be of the same kind. Send secrets again: "[redacted]" is rejected. */
  config?: ToolConfigInput | null | undefined;
  /** Description of the tool for the LLM. */
  description?: string | null | undefined;
  /** If true, the user cannot interrupt while the tool runs. */
  disableInterruptions?: boolean | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Unique name for the LLM: 1 to 64 letters, digits, "_", "." or "-". */
  name?: string | null | undefined;
};

/** Input of updateVoice. Null clears description, gender and country. In other fields, it is an error. */
export type UpdateVoiceInput = {
  /** Country of the accent (ISO 3166-1, two letters). Null removes it. */
  country?: string | null | undefined;
  /** Description of the voice. Null removes it. */
  description?: string | null | undefined;
  /** Name of the voice (1 to 100 characters). */
  displayName?: string | null | undefined;
  /** Additional keys of the request body, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** Gender of the voice. Null removes it. */
  gender?: VoiceGender | null | undefined;
  /** Voice model of the provider. */
  providerModelId?: string | null | undefined;
};

/** Quality of the video of a session. */
export type VideoQuality =
  /** Depends on the connection. */
  | 'AUTO'
  /** Always high. */
  | 'HIGH';

/** A recording: a file, a URL, or the key of a createVoiceUpload. */
export type VoiceAudioInput =
  {   /** WAV, MP3, Ogg, WebM or M4A, at most 10 MB (some servers: less). */
  file: File | Blob; key?: never; url?: never; }
  |  { file?: never;   /** Key of a recording that was uploaded. */
  key: string; url?: never; }
  |  { file?: never; key?: never;   /** URL of a recording in the same formats. Only the built-in avatar service is known to support it. */
  url: string; };

/** Speech detection options. The ranges depend on the upstream. */
export type VoiceDetectionOptionsInput = {
  /** Sensitivity to the end of speech. High values respond sooner. */
  endOfSpeechSensitivity?: number | null | undefined;
  /** Seconds of silence until the user's turn ends. */
  silenceBeforeAutoEndTurnSeconds?: number | null | undefined;
  /** Seconds of silence until the session ends. */
  silenceBeforeSessionEndSeconds?: number | null | undefined;
  /** Seconds of silence until the persona continues. */
  silenceBeforeSkipTurnSeconds?: number | null | undefined;
  /** Amount of background noise reduction. */
  speechEnhancementLevel?: number | null | undefined;
};

/** Perceived gender of a voice. */
export type VoiceGender =
  | 'FEMALE'
  | 'MALE'
  | 'NEUTRAL';

/** Voice generation options. Which ones apply, and their ranges, depend on the provider of the voice. Extensions to the specification: `style`, `useSpeakerBoost`, `model`, `volume` and `emotion`. */
export type VoiceGenerationOptionsInput = {
  /** Emotion of the voice, for example neutral, calm or sad. */
  emotion?: string | null | undefined;
  /** Speech model of the provider. */
  model?: string | null | undefined;
  /** How closely the voice matches the original. */
  similarityBoost?: number | null | undefined;
  /** Speaking rate; 1 is normal. */
  speed?: number | null | undefined;
  /** Stability of the voice. Low values sound more expressive. */
  stability?: number | null | undefined;
  /** How much the style of the voice is exaggerated. */
  style?: number | null | undefined;
  /** Whether to increase the similarity to the original speaker. */
  useSpeakerBoost?: boolean | null | undefined;
  /** Loudness; 1 is normal. */
  volume?: number | null | undefined;
};

/** Provider of a voice. */
export type VoiceProvider =
  | 'CARTESIA'
  | 'ELEVENLABS'
  | 'FISH_AUDIO'
  | 'OPENAI_ADVANCED_VOICE';

/** HTTP method of a webhook. */
export type WebhookMethod =
  | 'DELETE'
  | 'GET'
  | 'PATCH'
  | 'POST'
  | 'PUT';

/** A tool that calls a URL from the server. */
export type WebhookToolConfigInput = {
  /** Template of the request body. By default, the arguments as JSON. */
  bodyTemplate?: string | null | undefined;
  /** Additional keys of the configuration, except those of its fields. */
  extra?: Record<string, unknown> | null | undefined;
  /** HTTP headers by name. */
  headers?: Record<string, unknown> | null | undefined;
  /** HTTP method. */
  method: WebhookMethod;
  /** JSON Schema of the arguments. */
  parameters?: Record<string, unknown> | null | undefined;
  /** The URL to call. */
  url: string;
};

/** The widget that embeds a persona in a page. */
export type WidgetConfigInput = {
  /** Whether any page may embed the widget. */
  allowEverywhere?: boolean | null | undefined;
  /** Origins of the pages that may embed the widget. */
  allowedOrigins?: Array<string> | null | undefined;
  /** Text that invites visitors to start a session. */
  callToAction?: string | null | undefined;
  /** Initial state. */
  initialState?: WidgetState | null | undefined;
  /** Layout. */
  layout?: WidgetLayout | null | undefined;
  /** Position of a floating widget on the page. */
  position?: string | null | undefined;
  /** Whether the widget has a button that mutes the microphone. */
  showMuteButton?: boolean | null | undefined;
  /** Whether the widget has a field for text. */
  showTextInput?: boolean | null | undefined;
  /** Whether the widget shows the transcript. */
  showTranscript?: boolean | null | undefined;
};

/** Layout of a widget. */
export type WidgetLayout =
  /** Floating over the page. */
  | 'FLOATING'
  /** In the flow of the page. */
  | 'INLINE';

/** State of a widget. */
export type WidgetState =
  /** The whole widget. */
  | 'EXPANDED'
  /** Only its button. */
  | 'MINIMIZED';

export type PersonasQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
}>;


export type PersonasQuery = { personas: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, isDefault: boolean | null, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null }> } | null };

export type PersonaQueryVariables = Exact<{
  id: string;
}>;


export type PersonaQuery = { persona: { id: string, enableAudioPassthrough: boolean | null, voiceSpeed: number | null, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, skipGreeting: boolean | null, uninterruptibleGreeting: boolean | null, zeroDataRetention: boolean | null, languageCode: string | null, toolIds: Array<string> | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null, llm: { id: string, displayName: string | null, description: string | null, isBuiltIn: boolean } | null, voiceDetectionOptions: { endOfSpeechSensitivity: number | null, silenceBeforeSkipTurnSeconds: number | null, silenceBeforeSessionEndSeconds: number | null, silenceBeforeAutoEndTurnSeconds: number | null, speechEnhancementLevel: number | null } | null, voiceGenerationOptions: { stability: number | null, similarityBoost: number | null, speed: number | null, style: number | null, useSpeakerBoost: boolean | null, model: string | null, volume: number | null, emotion: string | null } | null, widgetConfig: { callToAction: string | null, allowedOrigins: Array<string> | null, allowEverywhere: boolean | null, layout: WidgetLayout | null, initialState: WidgetState | null, position: string | null, showTextInput: boolean | null, showMuteButton: boolean | null, showTranscript: boolean | null } | null } | null };

export type PersonasByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type PersonasByIdsQuery = { personasByIds: Array<{ id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null } | null> | null };

export type CreatePersonaMutationVariables = Exact<{
  input: CreatePersonaInput;
}>;


export type CreatePersonaMutation = { createPersona: { persona: { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null } } | null };

export type UpdatePersonaMutationVariables = Exact<{
  id: string;
  input: UpdatePersonaInput;
}>;


export type UpdatePersonaMutation = { updatePersona: { persona: { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null } } | null };

export type DeletePersonaMutationVariables = Exact<{
  id: string;
}>;


export type DeletePersonaMutation = { deletePersona: { deletedId: string } | null };

export type AvatarsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
  tags?: Array<string> | string | null | undefined;
  renderStyle?: AvatarRenderStyle | null | undefined;
  onlyOneShot?: boolean;
}>;


export type AvatarsQuery = { avatars: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, displayName: string | null, imageUrl: string | null, variantName: string | null, displayTags: Array<string> | null, organizationId: string | null, createdAt: string | null }> } | null };

export type AvatarQueryVariables = Exact<{
  id: string;
}>;


export type AvatarQuery = { avatar: { id: string, displayName: string | null, imageUrl: string | null, variantName: string | null, description: string | null, availableModels: Array<string> | null, defaultModel: string | null, displayTags: Array<string> | null, renderStyle: AvatarRenderStyle | null, landscapeImageUrl: string | null, portraitImageUrl: string | null, videoUrl: string | null, idleVideoUrl: string | null, organizationId: string | null, isBuiltIn: boolean, createdAt: string | null, updatedAt: string | null } | null };

export type AvatarsByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type AvatarsByIdsQuery = { avatarsByIds: Array<{ id: string, displayName: string | null, imageUrl: string | null } | null> | null };

export type CreateAvatarMutationVariables = Exact<{
  input: CreateAvatarInput;
}>;


export type CreateAvatarMutation = { createAvatar: { avatar: { id: string, displayName: string | null, imageUrl: string | null } } | null };

export type UpdateAvatarMutationVariables = Exact<{
  id: string;
  input: UpdateAvatarInput;
}>;


export type UpdateAvatarMutation = { updateAvatar: { avatar: { id: string, displayName: string | null, imageUrl: string | null } } | null };

export type DeleteAvatarMutationVariables = Exact<{
  id: string;
  permanently?: boolean;
}>;


export type DeleteAvatarMutation = { deleteAvatar: { deletedId: string } | null };

export type AvatarRecordQueryVariables = Exact<{
  id: string;
}>;


export type AvatarRecordQuery = { avatar: { id: string, record: Record<string, unknown> | null } | null };

export type ToolsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
}>;


export type ToolsQuery = { tools: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null, disableInterruptions: boolean | null, personaCount: number | null, createdAt: string | null, updatedAt: string | null }> } | null };

export type ToolsByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ToolsByIdsQuery = { toolsByIds: Array<{ id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null, disableInterruptions: boolean | null, personaCount: number | null, createdAt: string | null, updatedAt: string | null } | null> | null };

export type CreateToolMutationVariables = Exact<{
  input: CreateToolInput;
}>;


export type CreateToolMutation = { createTool: { tool: { id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null, disableInterruptions: boolean | null, personaCount: number | null, createdAt: string | null, updatedAt: string | null } } | null };

export type DeleteToolMutationVariables = Exact<{
  id: string;
}>;


export type DeleteToolMutation = { deleteTool: { deletedId: string } | null };

export type ToolRecordQueryVariables = Exact<{
  id: string;
}>;


export type ToolRecordQuery = { tool: { id: string, record: Record<string, unknown> | null } | null };

export type VoicesQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
}>;


export type VoicesQuery = { voices: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null }> } | null };

export type VoiceQueryVariables = Exact<{
  id: string;
}>;


export type VoiceQuery = { voice: { id: string, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null, providerVoiceId: string | null, providerModelId: string | null, displayTags: Array<string> | null, zeroDataRetention: boolean | null, isBuiltIn: boolean, createdAt: string | null, updatedAt: string | null } | null };

export type VoicesByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type VoicesByIdsQuery = { voicesByIds: Array<{ id: string, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null } | null> | null };

export type CreateVoiceMutationVariables = Exact<{
  input: CreateVoiceInput;
}>;


export type CreateVoiceMutation = { createVoice: { voice: { id: string, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null } } | null };

export type DeleteVoiceMutationVariables = Exact<{
  id: string;
}>;


export type DeleteVoiceMutation = { deleteVoice: { deletedId: string } | null };

export type VoiceRecordQueryVariables = Exact<{
  id: string;
}>;


export type VoiceRecordQuery = { voice: { id: string, record: Record<string, unknown> | null } | null };

export type LlmsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
  includeBuiltIn?: boolean;
}>;


export type LlmsQuery = { llms: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, displayName: string | null, description: string | null, isBuiltIn: boolean }> } | null };

export type LlmQueryVariables = Exact<{
  id: string;
}>;


export type LlmQuery = { llm: { id: string, displayName: string | null, description: string | null, isBuiltIn: boolean, llmFormat: string | null, modelName: string | null, temperature: number | null, maxTokens: number | null, deploymentName: string | null, apiVersion: string | null, metadata: Record<string, unknown> | null, reasoningEffort: string | null, reasoningFormat: string | null, displayTags: Array<string> | null, isGlobal: boolean | null, zeroDataRetention: boolean | null, organizationId: string | null, createdAt: string | null, updatedAt: string | null, urls: Array<{ url: string, region: string | null }> | null } | null };

export type LlmsByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type LlmsByIdsQuery = { llmsByIds: Array<{ id: string, displayName: string | null, description: string | null, isBuiltIn: boolean } | null> | null };

export type DeleteLlmMutationVariables = Exact<{
  id: string;
}>;


export type DeleteLlmMutation = { deleteLlm: { deletedId: string } | null };

export type LlmRecordQueryVariables = Exact<{
  id: string;
}>;


export type LlmRecordQuery = { llm: { id: string, record: Record<string, unknown> | null } | null };

export type ShareLinksQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
  personaId?: string | null | undefined;
}>;


export type ShareLinksQuery = { shareLinks: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null }> } | null };

export type ShareLinkQueryVariables = Exact<{
  id: string;
}>;


export type ShareLinkQuery = { shareLink: { id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null, isPrimary: boolean | null, allowedOrigins: Array<string> | null, allowEverywhere: boolean | null, removeWatermark: boolean | null, organizationId: string | null, persona: { id: string, name: string | null } | null } | null };

export type ShareLinksByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ShareLinksByIdsQuery = { shareLinksByIds: Array<{ id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null } | null> | null };

export type UpdateShareLinkMutationVariables = Exact<{
  id: string;
  input: UpdateShareLinkInput;
}>;


export type UpdateShareLinkMutation = { updateShareLink: { shareLink: { id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null } } | null };

export type DeleteShareLinkMutationVariables = Exact<{
  id: string;
}>;


export type DeleteShareLinkMutation = { deleteShareLink: { deletedId: string } | null };

export type ShareLinkRecordQueryVariables = Exact<{
  id: string;
}>;


export type ShareLinkRecordQuery = { shareLink: { id: string, record: Record<string, unknown> | null } | null };

export type MeetingInvitesQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  status?: MeetingInviteStatus | null | undefined;
}>;


export type MeetingInvitesQuery = { meetingInvites: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, provider: MeetingProvider | null, meetingUrl: string | null, displayName: string | null, status: MeetingInviteStatus | null, joinState: string | null, statusReason: string | null, joinAt: string | null, createdAt: string | null }> } | null };

export type MeetingInviteQueryVariables = Exact<{
  id: string;
}>;


export type MeetingInviteQuery = { meetingInvite: { id: string, provider: MeetingProvider | null, meetingUrl: string | null, displayName: string | null, status: MeetingInviteStatus | null, joinState: string | null, statusReason: string | null, joinAt: string | null, createdAt: string | null, groupCall: boolean | null, region: MeetingRegion | null, sessionId: string | null } | null };

export type MeetingInvitesByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type MeetingInvitesByIdsQuery = { meetingInvitesByIds: Array<{ id: string, provider: MeetingProvider | null, meetingUrl: string | null, displayName: string | null, status: MeetingInviteStatus | null, joinState: string | null, statusReason: string | null, joinAt: string | null, createdAt: string | null } | null> | null };

export type CreateMeetingInviteMutationVariables = Exact<{
  input: CreateMeetingInviteInput;
}>;


export type CreateMeetingInviteMutation = { createMeetingInvite: { meetingInvite: { id: string, provider: MeetingProvider | null, meetingUrl: string | null, displayName: string | null, status: MeetingInviteStatus | null, joinState: string | null, statusReason: string | null, joinAt: string | null, createdAt: string | null } } | null };

export type MeetingInviteRecordQueryVariables = Exact<{
  id: string;
}>;


export type MeetingInviteRecordQuery = { meetingInvite: { id: string, record: Record<string, unknown> | null } | null };

export type SessionsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
  personaId?: string | null | undefined;
  apiKeyId?: string | null | undefined;
}>;


export type SessionsQuery = { sessions: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean, persona: { id: string, name: string | null } | null }> } | null };

export type SessionQueryVariables = Exact<{
  id: string;
}>;


export type SessionQuery = { session: { id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean, engineHost: string | null, engineProtocol: string | null, engineVersion: string | null, clientMetadata: Record<string, unknown> | null, apiKeyId: string | null, organizationId: string | null, createdAt: string | null, updatedAt: string | null, persona: { id: string, name: string | null } | null } | null };

export type SessionsByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SessionsByIdsQuery = { sessionsByIds: Array<{ id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean } | null> | null };

export type KnowledgeGroupsQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
  search?: string | null | undefined;
}>;


export type KnowledgeGroupsQuery = { knowledgeGroups: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null }> } | null };

export type KnowledgeGroupsByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type KnowledgeGroupsByIdsQuery = { knowledgeGroupsByIds: Array<{ id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null } | null> | null };

export type CreateKnowledgeGroupMutationVariables = Exact<{
  input: CreateKnowledgeGroupInput;
}>;


export type CreateKnowledgeGroupMutation = { createKnowledgeGroup: { knowledgeGroup: { id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null } } | null };

export type UpdateKnowledgeGroupMutationVariables = Exact<{
  id: string;
  input: UpdateKnowledgeGroupInput;
}>;


export type UpdateKnowledgeGroupMutation = { updateKnowledgeGroup: { knowledgeGroup: { id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null } } | null };

export type DeleteKnowledgeGroupMutationVariables = Exact<{
  id: string;
}>;


export type DeleteKnowledgeGroupMutation = { deleteKnowledgeGroup: { deletedId: string } | null };

export type KnowledgeGroupRecordQueryVariables = Exact<{
  id: string;
}>;


export type KnowledgeGroupRecordQuery = { knowledgeGroup: { id: string, record: Record<string, unknown> | null } | null };

export type KnowledgeDocumentQueryVariables = Exact<{
  id: string;
}>;


export type KnowledgeDocumentQuery = { knowledgeDocument: { id: string, groupId: string | null, filename: string | null, contentType: string | null, fileSize: number | null, status: KnowledgeDocumentStatus | null, errorMessage: string | null, createdAt: string | null, updatedAt: string | null, group: { id: string, name: string | null } | null } | null };

export type KnowledgeDocumentsByIdsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type KnowledgeDocumentsByIdsQuery = { knowledgeDocumentsByIds: Array<{ id: string, groupId: string | null, filename: string | null, contentType: string | null, fileSize: number | null, status: KnowledgeDocumentStatus | null, errorMessage: string | null, createdAt: string | null, updatedAt: string | null } | null> | null };

export type CreateKnowledgeDocumentMutationVariables = Exact<{
  input: CreateKnowledgeDocumentInput;
}>;


export type CreateKnowledgeDocumentMutation = { createKnowledgeDocument: { knowledgeDocument: { id: string, groupId: string | null, filename: string | null, contentType: string | null, fileSize: number | null, status: KnowledgeDocumentStatus | null, errorMessage: string | null, createdAt: string | null, updatedAt: string | null } } | null };

export type UpdateKnowledgeDocumentMutationVariables = Exact<{
  id: string;
  input: UpdateKnowledgeDocumentInput;
}>;


export type UpdateKnowledgeDocumentMutation = { updateKnowledgeDocument: { knowledgeDocument: { id: string, groupId: string | null, filename: string | null, contentType: string | null, fileSize: number | null, status: KnowledgeDocumentStatus | null, errorMessage: string | null, createdAt: string | null, updatedAt: string | null } } | null };

export type DeleteKnowledgeDocumentMutationVariables = Exact<{
  id: string;
}>;


export type DeleteKnowledgeDocumentMutation = { deleteKnowledgeDocument: { deletedId: string } | null };

export type KnowledgeDocumentRecordQueryVariables = Exact<{
  id: string;
}>;


export type KnowledgeDocumentRecordQuery = { knowledgeDocument: { id: string, record: Record<string, unknown> | null } | null };

export type PageInfoFieldsFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type KnowledgeSearchResultFieldsFragment = { documentId: string | null, filename: string | null, content: string | null, score: number | null, chunkIndex: number | null, metadata: Record<string, unknown> | null };

export type LlmUrlFieldsFragment = { url: string, region: string | null };

export type VoiceDetectionOptionsFieldsFragment = { endOfSpeechSensitivity: number | null, silenceBeforeSkipTurnSeconds: number | null, silenceBeforeSessionEndSeconds: number | null, silenceBeforeAutoEndTurnSeconds: number | null, speechEnhancementLevel: number | null };

export type VoiceGenerationOptionsFieldsFragment = { stability: number | null, similarityBoost: number | null, speed: number | null, style: number | null, useSpeakerBoost: boolean | null, model: string | null, volume: number | null, emotion: string | null };

export type WidgetConfigFieldsFragment = { callToAction: string | null, allowedOrigins: Array<string> | null, allowEverywhere: boolean | null, layout: WidgetLayout | null, initialState: WidgetState | null, position: string | null, showTextInput: boolean | null, showMuteButton: boolean | null, showTranscript: boolean | null };

export type DirectorNotesFieldsFragment = { presetStyle: DirectorStyle | null, customStylePrompt: string | null, expressivity: number | null };

export type SessionStatisticsFieldsFragment = { sessionCount: number, from: string | null, to: string | null, analyzedSessionCount: number | null, isTruncated: boolean | null, turnCount: number | null, latencies: { transcriptionLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmTimeToFirstOutputSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsTimeToFirstAudioSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, firstAudioLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, personaSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, userSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null } | null, counts: { completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptedBeforeAudioTurnCount: number | null, errorSessionCount: number | null, warningSessionCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null } | null, rates: { interruptionRate: number | null, interruptedBeforeAudioRate: number | null, errorSessionRate: number | null, warningSessionRate: number | null, toolCallFailureRate: number | null } | null, slowestTurns: Array<{ sessionId: string, correlationId: string | null, metric: LatencyMetric | null, valueSeconds: number | null, sessionStartedAt: string | null, personaId: string | null, clientLabel: string | null }> | null };

export type SessionToolCallFieldsFragment = { turnIndex: number | null, correlationId: string | null, toolCallId: string | null, toolName: string | null, toolType: ToolType | null, status: ToolCallStatus | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, errorMessage: string | null, toolSubtype: ToolSubtype | null, arguments: Record<string, unknown> | null, result: string | null, documentsAccessed: Array<string> | null };

export type TranscriptFieldsFragment = { sessionId: string, personaName: string | null, startedAt: string | null, endedAt: string | null, messageCount: number | null, transcriptsEnabled: boolean | null, durationSeconds: number | null, messages: Array<{ role: Speaker | null, message: string | null, saidAt: string | null, durationSeconds: number | null, wasInterrupted: boolean | null }> | null };

export type SessionAnalyticsFieldsFragment = { sessionId: string, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, sessionType: SessionType | null, config: { llmProvider: string | null, llmModel: string | null, ttsProvider: string | null, ttsVoice: string | null, avatarKey: string | null, personaName: string | null, languageCode: string | null, transcriptsEnabled: boolean | null } | null, summary: { turnCount: number | null, completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptionRate: number | null, userSpeechDurationSeconds: number | null, userWordCount: number | null, personaWordCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null, averageLatencies: { transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, ttsGenerationDurationSeconds: number | null, firstAudioLatencySeconds: number | null } | null } | null, turns: Array<{ turnIndex: number | null, correlationId: string | null, userSpeechStartedAt: string | null, userSpeechEndedAt: string | null, userSpeechTranscribedAt: string | null, llmFirstOutputAt: string | null, llmFinalOutputAt: string | null, ttsStartedAt: string | null, ttsEndedAt: string | null, personaSpeechStartedAt: string | null, personaSpeechEndedAt: string | null, transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, llmGenerationDurationSeconds: number | null, ttsGenerationDurationSeconds: number | null, ttsTimeToFirstAudioSeconds: number | null, firstAudioLatencySeconds: number | null, personaSpeechDurationSeconds: number | null, userSpeechDurationSeconds: number | null, finishReason: TurnFinishReason | null, wasInterrupted: boolean | null, interruptedStage: InterruptedStage | null, userMessage: string | null, personaMessage: string | null, toolCalls: Array<{ toolCallId: string | null, toolName: string | null, toolType: ToolType | null, status: ToolCallStatus | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, errorMessage: string | null }> | null }> | null };

export type SessionConcurrencyFieldsFragment = { activeCount: number, limit: number | null, canStartSession: boolean | null, estimatedWaitSeconds: number | null };

export type ToolConfigFieldsFragment = { client: { parameters: Record<string, unknown> | null, awaitResult: boolean | null, toolTimeoutSeconds: number | null, extra: Record<string, unknown> | null } | null, knowledge: { knowledgeGroupIds: Array<string> | null, extra: Record<string, unknown> | null } | null, system: { action: ToolAction | null, extra: Record<string, unknown> | null } | null, webhook: { url: string | null, method: WebhookMethod | null, headers: Record<string, unknown> | null, parameters: Record<string, unknown> | null, bodyTemplate: string | null, extra: Record<string, unknown> | null } | null };

export type ViewerFieldsFragment = { subject: string | null, issuer: string | null, tenant: string | null, role: string | null, scopes: Array<string>, mint: { allowed: boolean, reason: MintObstacle | null, retryAfterSeconds: number | null, maxSessionLengthSeconds: number | null, runningCount: number | null, limits: Array<{ unit: LimitUnit, per: LimitPeriod, max: number, remaining: number, reserved: number, used: number, resetsAt: string }> } };

export type StageStatisticsFieldsFragment = { transcriptionLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmTimeToFirstOutputSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsTimeToFirstAudioSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, firstAudioLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, personaSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, userSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null };

export type SessionCountsFieldsFragment = { completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptedBeforeAudioTurnCount: number | null, errorSessionCount: number | null, warningSessionCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null };

export type SessionRatesFieldsFragment = { interruptionRate: number | null, interruptedBeforeAudioRate: number | null, errorSessionRate: number | null, warningSessionRate: number | null, toolCallFailureRate: number | null };

export type SlowTurnFieldsFragment = { sessionId: string, correlationId: string | null, metric: LatencyMetric | null, valueSeconds: number | null, sessionStartedAt: string | null, personaId: string | null, clientLabel: string | null };

export type TranscriptMessageFieldsFragment = { role: Speaker | null, message: string | null, saidAt: string | null, durationSeconds: number | null, wasInterrupted: boolean | null };

export type SessionConfigFieldsFragment = { llmProvider: string | null, llmModel: string | null, ttsProvider: string | null, ttsVoice: string | null, avatarKey: string | null, personaName: string | null, languageCode: string | null, transcriptsEnabled: boolean | null };

export type SessionSummaryFieldsFragment = { turnCount: number | null, completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptionRate: number | null, userSpeechDurationSeconds: number | null, userWordCount: number | null, personaWordCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null, averageLatencies: { transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, ttsGenerationDurationSeconds: number | null, firstAudioLatencySeconds: number | null } | null };

export type SessionTurnFieldsFragment = { turnIndex: number | null, correlationId: string | null, userSpeechStartedAt: string | null, userSpeechEndedAt: string | null, userSpeechTranscribedAt: string | null, llmFirstOutputAt: string | null, llmFinalOutputAt: string | null, ttsStartedAt: string | null, ttsEndedAt: string | null, personaSpeechStartedAt: string | null, personaSpeechEndedAt: string | null, transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, llmGenerationDurationSeconds: number | null, ttsGenerationDurationSeconds: number | null, ttsTimeToFirstAudioSeconds: number | null, firstAudioLatencySeconds: number | null, personaSpeechDurationSeconds: number | null, userSpeechDurationSeconds: number | null, finishReason: TurnFinishReason | null, wasInterrupted: boolean | null, interruptedStage: InterruptedStage | null, userMessage: string | null, personaMessage: string | null, toolCalls: Array<{ toolCallId: string | null, toolName: string | null, toolType: ToolType | null, status: ToolCallStatus | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, errorMessage: string | null }> | null };

export type ClientToolConfigFieldsFragment = { parameters: Record<string, unknown> | null, awaitResult: boolean | null, toolTimeoutSeconds: number | null, extra: Record<string, unknown> | null };

export type KnowledgeToolConfigFieldsFragment = { knowledgeGroupIds: Array<string> | null, extra: Record<string, unknown> | null };

export type SystemToolConfigFieldsFragment = { action: ToolAction | null, extra: Record<string, unknown> | null };

export type WebhookToolConfigFieldsFragment = { url: string | null, method: WebhookMethod | null, headers: Record<string, unknown> | null, parameters: Record<string, unknown> | null, bodyTemplate: string | null, extra: Record<string, unknown> | null };

export type ViewerMintFieldsFragment = { allowed: boolean, reason: MintObstacle | null, retryAfterSeconds: number | null, maxSessionLengthSeconds: number | null, runningCount: number | null, limits: Array<{ unit: LimitUnit, per: LimitPeriod, max: number, remaining: number, reserved: number, used: number, resetsAt: string }> };

export type LatencyStatisticsFieldsFragment = { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null };

export type ToolCallCountsFieldsFragment = { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null };

export type AverageLatenciesFieldsFragment = { transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, ttsGenerationDurationSeconds: number | null, firstAudioLatencySeconds: number | null };

export type TurnToolCallFieldsFragment = { toolCallId: string | null, toolName: string | null, toolType: ToolType | null, status: ToolCallStatus | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, errorMessage: string | null };

export type ViewerLimitFieldsFragment = { unit: LimitUnit, per: LimitPeriod, max: number, remaining: number, reserved: number, used: number, resetsAt: string };

export type ToolCallCountFieldsFragment = { name: string, callCount: number };

export type AvatarFieldsFragment = { id: string, displayName: string | null, imageUrl: string | null };

export type AvatarItemFragment = { variantName: string | null, displayTags: Array<string> | null, organizationId: string | null, createdAt: string | null };

export type AvatarDetailsFragment = { variantName: string | null, description: string | null, availableModels: Array<string> | null, defaultModel: string | null, displayTags: Array<string> | null, renderStyle: AvatarRenderStyle | null, landscapeImageUrl: string | null, portraitImageUrl: string | null, videoUrl: string | null, idleVideoUrl: string | null, organizationId: string | null, isBuiltIn: boolean, createdAt: string | null, updatedAt: string | null };

export type CreateGuestTokenMutationVariables = Exact<{
  input: CreateGuestTokenInput;
}>;


export type CreateGuestTokenMutation = { createGuestToken: { token: string, expiresAt: string } | null };

export type KnowledgeGroupQueryVariables = Exact<{
  id: string;
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
}>;


export type KnowledgeGroupQuery = { knowledgeGroup: { id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null, documents: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, groupId: string | null, filename: string | null, contentType: string | null, fileSize: number | null, status: KnowledgeDocumentStatus | null, errorMessage: string | null, createdAt: string | null, updatedAt: string | null }> } | null } | null };

export type SearchKnowledgeQueryVariables = Exact<{
  groupId: string;
  query: string;
  first?: number;
}>;


export type SearchKnowledgeQuery = { knowledgeGroup: { id: string, search: Array<{ documentId: string | null, filename: string | null, content: string | null, score: number | null, chunkIndex: number | null, metadata: Record<string, unknown> | null }> | null } | null };

export type KnowledgeDownloadQueryVariables = Exact<{
  id: string;
}>;


export type KnowledgeDownloadQuery = { knowledgeDocument: { id: string, filename: string | null, downloadUrl: string | null } | null };

export type PersonaKnowledgeQueryVariables = Exact<{
  id: string;
}>;


export type PersonaKnowledgeQuery = { persona: { id: string, knowledgeGroups: Array<{ id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null }> | null } | null };

export type ToolKnowledgeQueryVariables = Exact<{
  id: string;
}>;


export type ToolKnowledgeQuery = { tool: { id: string, knowledgeGroups: Array<{ id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null }> | null } | null };

export type KnowledgeGroupFieldsFragment = { id: string, name: string | null, description: string | null, documentCount: number | null, createdAt: string | null, updatedAt: string | null };

export type KnowledgeDocumentFieldsFragment = { id: string, groupId: string | null, filename: string | null, contentType: string | null, fileSize: number | null, status: KnowledgeDocumentStatus | null, errorMessage: string | null, createdAt: string | null, updatedAt: string | null };

export type KnowledgeDocumentDetailsFragment = { group: { id: string, name: string | null } | null };

export type LlmFieldsFragment = { id: string, displayName: string | null, description: string | null, isBuiltIn: boolean };

export type LlmDetailsFragment = { llmFormat: string | null, modelName: string | null, temperature: number | null, maxTokens: number | null, deploymentName: string | null, apiVersion: string | null, metadata: Record<string, unknown> | null, reasoningEffort: string | null, reasoningFormat: string | null, displayTags: Array<string> | null, isGlobal: boolean | null, zeroDataRetention: boolean | null, organizationId: string | null, createdAt: string | null, updatedAt: string | null, urls: Array<{ url: string, region: string | null }> | null };

export type CreateLlmMutationVariables = Exact<{
  input: CreateLlmInput;
}>;


export type CreateLlmMutation = { createLlm: { llm: { id: string, displayName: string | null, description: string | null, isBuiltIn: boolean, llmFormat: string | null, modelName: string | null, temperature: number | null, maxTokens: number | null, deploymentName: string | null, apiVersion: string | null, metadata: Record<string, unknown> | null, reasoningEffort: string | null, reasoningFormat: string | null, displayTags: Array<string> | null, isGlobal: boolean | null, zeroDataRetention: boolean | null, organizationId: string | null, createdAt: string | null, updatedAt: string | null, urls: Array<{ url: string, region: string | null }> | null } } | null };

export type UpdateLlmMutationVariables = Exact<{
  id: string;
  input: UpdateLlmInput;
}>;


export type UpdateLlmMutation = { updateLlm: { llm: { id: string, displayName: string | null, description: string | null, isBuiltIn: boolean, llmFormat: string | null, modelName: string | null, temperature: number | null, maxTokens: number | null, deploymentName: string | null, apiVersion: string | null, metadata: Record<string, unknown> | null, reasoningEffort: string | null, reasoningFormat: string | null, displayTags: Array<string> | null, isGlobal: boolean | null, zeroDataRetention: boolean | null, organizationId: string | null, createdAt: string | null, updatedAt: string | null, urls: Array<{ url: string, region: string | null }> | null } } | null };

export type MeetingInviteFieldsFragment = { id: string, provider: MeetingProvider | null, meetingUrl: string | null, displayName: string | null, status: MeetingInviteStatus | null, joinState: string | null, statusReason: string | null, joinAt: string | null, createdAt: string | null };

export type CancelMeetingInviteMutationVariables = Exact<{
  id: string;
}>;


export type CancelMeetingInviteMutation = { cancelMeetingInvite: { cancelledId: string, meetingInvite: { id: string, provider: MeetingProvider | null, meetingUrl: string | null, displayName: string | null, status: MeetingInviteStatus | null, joinState: string | null, statusReason: string | null, joinAt: string | null, createdAt: string | null } | null } | null };

export type MeetingInviteSessionQueryVariables = Exact<{
  id: string;
}>;


export type MeetingInviteSessionQuery = { meetingInvite: { id: string, session: { id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean } | null } | null };

export type MeetingInviteDetailsFragment = { groupCall: boolean | null, region: MeetingRegion | null, sessionId: string | null };

export type PersonaFieldsFragment = { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null };

export type PersonaCardFragment = { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: string | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null };

export type PersonaSettingsFragment = { id: string, skipGreeting: boolean | null, uninterruptibleGreeting: boolean | null, zeroDataRetention: boolean | null, languageCode: string | null, toolIds: Array<string> | null, voiceDetectionOptions: { endOfSpeechSensitivity: number | null, silenceBeforeSkipTurnSeconds: number | null, silenceBeforeSessionEndSeconds: number | null, silenceBeforeAutoEndTurnSeconds: number | null, speechEnhancementLevel: number | null } | null, voiceGenerationOptions: { stability: number | null, similarityBoost: number | null, speed: number | null, style: number | null, useSpeakerBoost: boolean | null, model: string | null, volume: number | null, emotion: string | null } | null, widgetConfig: { callToAction: string | null, allowedOrigins: Array<string> | null, allowEverywhere: boolean | null, layout: WidgetLayout | null, initialState: WidgetState | null, position: string | null, showTextInput: boolean | null, showMuteButton: boolean | null, showTranscript: boolean | null } | null };

export type PersonaPromptsQueryVariables = Exact<{
  id: string;
}>;


export type PersonaPromptsQuery = { persona: { id: string, systemPrompt: string | null, personality: string | null, initialMessage: string | null, directorNotes: { presetStyle: DirectorStyle | null, customStylePrompt: string | null, expressivity: number | null } | null } | null };

export type PersonaPartsQueryVariables = Exact<{
  id: string;
}>;


export type PersonaPartsQuery = { persona: { id: string, voice: { id: string, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null } | null, tools: Array<{ id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null }> | null } | null };

export type PersonaItemFragment = { isDefault: boolean | null };

export type PersonaDetailsFragment = { enableAudioPassthrough: boolean | null, voiceSpeed: number | null, id: string, skipGreeting: boolean | null, uninterruptibleGreeting: boolean | null, zeroDataRetention: boolean | null, languageCode: string | null, toolIds: Array<string> | null, llm: { id: string, displayName: string | null, description: string | null, isBuiltIn: boolean } | null, voiceDetectionOptions: { endOfSpeechSensitivity: number | null, silenceBeforeSkipTurnSeconds: number | null, silenceBeforeSessionEndSeconds: number | null, silenceBeforeAutoEndTurnSeconds: number | null, speechEnhancementLevel: number | null } | null, voiceGenerationOptions: { stability: number | null, similarityBoost: number | null, speed: number | null, style: number | null, useSpeakerBoost: boolean | null, model: string | null, volume: number | null, emotion: string | null } | null, widgetConfig: { callToAction: string | null, allowedOrigins: Array<string> | null, allowEverywhere: boolean | null, layout: WidgetLayout | null, initialState: WidgetState | null, position: string | null, showTextInput: boolean | null, showMuteButton: boolean | null, showTranscript: boolean | null } | null };

export type PersonaRecordQueryVariables = Exact<{
  id: string;
}>;


export type PersonaRecordQuery = { persona: { id: string, knowledge: Array<Record<string, unknown>> | null, record: Record<string, unknown> | null } | null };

export type SessionRecordQueryVariables = Exact<{
  id: string;
}>;


export type SessionRecordQuery = { session: { id: string, personaConfig: Record<string, unknown> | null, record: Record<string, unknown> | null } | null };

export type CreateSessionTokenMutationVariables = Exact<{
  input: CreateSessionTokenInput;
}>;


export type CreateSessionTokenMutation = { createSessionToken: { token: { sessionToken: string, type: SessionTokenType | null, expiresAt: string | null } } | null };

export type CreateLegacySessionTokenMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateLegacySessionTokenMutation = { createLegacySessionToken: { token: { sessionToken: string, type: SessionTokenType | null, expiresAt: string | null } } | null };

export type SessionFieldsFragment = { id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean };

export type PersonaSessionsQueryVariables = Exact<{
  id: string;
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
}>;


export type PersonaSessionsQuery = { persona: { id: string, sessions: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean }> } | null } | null };

export type PersonaStatisticsQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type PersonaStatisticsQuery = { persona: { id: string, statistics: { sessionCount: number, from: string | null, to: string | null, analyzedSessionCount: number | null, isTruncated: boolean | null, turnCount: number | null, latencies: { transcriptionLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmTimeToFirstOutputSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsTimeToFirstAudioSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, firstAudioLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, personaSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, userSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null } | null, counts: { completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptedBeforeAudioTurnCount: number | null, errorSessionCount: number | null, warningSessionCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null } | null, rates: { interruptionRate: number | null, interruptedBeforeAudioRate: number | null, errorSessionRate: number | null, warningSessionRate: number | null, toolCallFailureRate: number | null } | null, slowestTurns: Array<{ sessionId: string, correlationId: string | null, metric: LatencyMetric | null, valueSeconds: number | null, sessionStartedAt: string | null, personaId: string | null, clientLabel: string | null }> | null } | null } | null };

export type SessionToolCallsQueryVariables = Exact<{
  id: string;
}>;


export type SessionToolCallsQuery = { session: { id: string, toolCalls: Array<{ turnIndex: number | null, correlationId: string | null, toolCallId: string | null, toolName: string | null, toolType: ToolType | null, status: ToolCallStatus | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, errorMessage: string | null, toolSubtype: ToolSubtype | null, arguments: Record<string, unknown> | null, result: string | null, documentsAccessed: Array<string> | null }> | null } | null };

export type SessionTranscriptQueryVariables = Exact<{
  id: string;
}>;


export type SessionTranscriptQuery = { session: { id: string, isLive: boolean, endedAt: string | null, transcript: { sessionId: string, personaName: string | null, startedAt: string | null, endedAt: string | null, messageCount: number | null, transcriptsEnabled: boolean | null, durationSeconds: number | null, messages: Array<{ role: Speaker | null, message: string | null, saidAt: string | null, durationSeconds: number | null, wasInterrupted: boolean | null }> | null } | null } | null };

export type SessionRecordingQueryVariables = Exact<{
  id: string;
}>;


export type SessionRecordingQuery = { session: { id: string, isLive: boolean, recordingUrl: string | null } | null };

export type SessionTurnsQueryVariables = Exact<{
  id: string;
  includeMessages?: boolean;
}>;


export type SessionTurnsQuery = { session: { id: string, isLive: boolean, analytics: { sessionId: string, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, sessionType: SessionType | null, config: { llmProvider: string | null, llmModel: string | null, ttsProvider: string | null, ttsVoice: string | null, avatarKey: string | null, personaName: string | null, languageCode: string | null, transcriptsEnabled: boolean | null } | null, summary: { turnCount: number | null, completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptionRate: number | null, userSpeechDurationSeconds: number | null, userWordCount: number | null, personaWordCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null, averageLatencies: { transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, ttsGenerationDurationSeconds: number | null, firstAudioLatencySeconds: number | null } | null } | null, turns: Array<{ turnIndex: number | null, correlationId: string | null, userSpeechStartedAt: string | null, userSpeechEndedAt: string | null, userSpeechTranscribedAt: string | null, llmFirstOutputAt: string | null, llmFinalOutputAt: string | null, ttsStartedAt: string | null, ttsEndedAt: string | null, personaSpeechStartedAt: string | null, personaSpeechEndedAt: string | null, transcriptionLatencySeconds: number | null, llmTimeToFirstOutputSeconds: number | null, llmGenerationDurationSeconds: number | null, ttsGenerationDurationSeconds: number | null, ttsTimeToFirstAudioSeconds: number | null, firstAudioLatencySeconds: number | null, personaSpeechDurationSeconds: number | null, userSpeechDurationSeconds: number | null, finishReason: TurnFinishReason | null, wasInterrupted: boolean | null, interruptedStage: InterruptedStage | null, userMessage: string | null, personaMessage: string | null, toolCalls: Array<{ toolCallId: string | null, toolName: string | null, toolType: ToolType | null, status: ToolCallStatus | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, errorMessage: string | null }> | null }> | null } | null } | null };

export type SessionConcurrencyQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionConcurrencyQuery = { sessionConcurrency: { activeCount: number, limit: number | null, canStartSession: boolean | null, estimatedWaitSeconds: number | null } | null };

export type StopSessionMutationVariables = Exact<{
  id: string;
}>;


export type StopSessionMutation = { stopSession: { stoppedId: string, session: { id: string, personaId: string | null, clientLabel: string | null, startedAt: string | null, endedAt: string | null, durationSeconds: number | null, exitStatus: string | null, isLive: boolean } | null } | null };

export type SessionTurnCountsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type SessionTurnCountsQuery = { sessionsByIds: Array<{ id: string, analytics: { summary: { turnCount: number | null } | null } | null } | null> | null };

export type SessionStatisticsQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  personaId?: string | null | undefined;
  apiKeyId?: string | null | undefined;
  clientLabel?: string | null | undefined;
  sessionType?: SessionType | null | undefined;
}>;


export type SessionStatisticsQuery = { sessionStatistics: { sessionCount: number, from: string | null, to: string | null, analyzedSessionCount: number | null, isTruncated: boolean | null, turnCount: number | null, latencies: { transcriptionLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmTimeToFirstOutputSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, llmGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsGenerationDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, ttsTimeToFirstAudioSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, firstAudioLatencySeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, personaSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null, userSpeechDurationSeconds: { turnCount: number | null, avg: number | null, p50: number | null, p90: number | null, p95: number | null, p99: number | null, max: number | null } | null } | null, counts: { completedTurnCount: number | null, interruptedTurnCount: number | null, warningCount: number | null, errorCount: number | null, interruptedBeforeAudioTurnCount: number | null, errorSessionCount: number | null, warningSessionCount: number | null, toolCalls: { totalCount: number | null, succeededCount: number | null, failedCount: number | null, byName: Array<{ name: string, callCount: number }> | null } | null } | null, rates: { interruptionRate: number | null, interruptedBeforeAudioRate: number | null, errorSessionRate: number | null, warningSessionRate: number | null, toolCallFailureRate: number | null } | null, slowestTurns: Array<{ sessionId: string, correlationId: string | null, metric: LatencyMetric | null, valueSeconds: number | null, sessionStartedAt: string | null, personaId: string | null, clientLabel: string | null }> | null } | null };

export type SessionItemFragment = { persona: { id: string, name: string | null } | null };

export type SessionDetailsFragment = { engineHost: string | null, engineProtocol: string | null, engineVersion: string | null, clientMetadata: Record<string, unknown> | null, apiKeyId: string | null, organizationId: string | null, createdAt: string | null, updatedAt: string | null, persona: { id: string, name: string | null } | null };

export type ShareLinkFieldsFragment = { id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null };

export type PersonaShareLinksQueryVariables = Exact<{
  id: string;
  first?: number;
  after?: string | null | undefined;
  page?: number | null | undefined;
}>;


export type PersonaShareLinksQuery = { persona: { id: string, shareLinks: { totalCount: number | null, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null }> } | null } | null };

export type CreateShareLinkMutationVariables = Exact<{
  input: CreateShareLinkInput;
}>;


export type CreateShareLinkMutation = { createShareLink: { shareToken: string | null, shareLink: { id: string, personaId: string | null, personaName: string | null, type: ShareLinkType | null, isEnabled: boolean | null, expiresAt: string | null, usageLimit: number | null, usageCount: number | null, createdAt: string | null } } | null };

export type ShareLinkDetailsFragment = { isPrimary: boolean | null, allowedOrigins: Array<string> | null, allowEverywhere: boolean | null, removeWatermark: boolean | null, organizationId: string | null, persona: { id: string, name: string | null } | null };

export type ToolFieldsFragment = { id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null, disableInterruptions: boolean | null, personaCount: number | null, createdAt: string | null, updatedAt: string | null };

export type ToolQueryVariables = Exact<{
  id: string;
}>;


export type ToolQuery = { tool: { id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null, disableInterruptions: boolean | null, personaCount: number | null, createdAt: string | null, updatedAt: string | null, config: { client: { parameters: Record<string, unknown> | null, awaitResult: boolean | null, toolTimeoutSeconds: number | null, extra: Record<string, unknown> | null } | null, knowledge: { knowledgeGroupIds: Array<string> | null, extra: Record<string, unknown> | null } | null, system: { action: ToolAction | null, extra: Record<string, unknown> | null } | null, webhook: { url: string | null, method: WebhookMethod | null, headers: Record<string, unknown> | null, parameters: Record<string, unknown> | null, bodyTemplate: string | null, extra: Record<string, unknown> | null } | null } | null } | null };

export type UpdateToolMutationVariables = Exact<{
  id: string;
  input: UpdateToolInput;
}>;


export type UpdateToolMutation = { updateTool: { tool: { id: string, name: string | null, description: string | null, type: ToolType | null, subtype: ToolSubtype | null, disableInterruptions: boolean | null, personaCount: number | null, createdAt: string | null, updatedAt: string | null, config: { client: { parameters: Record<string, unknown> | null, awaitResult: boolean | null, toolTimeoutSeconds: number | null, extra: Record<string, unknown> | null } | null, knowledge: { knowledgeGroupIds: Array<string> | null, extra: Record<string, unknown> | null } | null, system: { action: ToolAction | null, extra: Record<string, unknown> | null } | null, webhook: { url: string | null, method: WebhookMethod | null, headers: Record<string, unknown> | null, parameters: Record<string, unknown> | null, bodyTemplate: string | null, extra: Record<string, unknown> | null } | null } | null } } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { subject: string | null, issuer: string | null, tenant: string | null, role: string | null, scopes: Array<string>, mint: { allowed: boolean, reason: MintObstacle | null, retryAfterSeconds: number | null, maxSessionLengthSeconds: number | null, runningCount: number | null, limits: Array<{ unit: LimitUnit, per: LimitPeriod, max: number, remaining: number, reserved: number, used: number, resetsAt: string }> } } | null };

export type VoiceFieldsFragment = { id: string, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null };

export type UpdateVoiceMutationVariables = Exact<{
  id: string;
  input: UpdateVoiceInput;
}>;


export type UpdateVoiceMutation = { updateVoice: { voice: { id: string, providerModelId: string | null, displayName: string | null, description: string | null, language: string | null, gender: VoiceGender | null, country: string | null, provider: VoiceProvider | null, sampleUrl: string | null, organizationId: string | null } } | null };

export type CreateVoiceUploadMutationVariables = Exact<{
  input: CreateVoiceUploadInput;
}>;


export type CreateVoiceUploadMutation = { createVoiceUpload: { uploadUrl: string, audioKey: string } | null };

export type VoiceDetailsFragment = { providerVoiceId: string | null, providerModelId: string | null, displayTags: Array<string> | null, zeroDataRetention: boolean | null, isBuiltIn: boolean, createdAt: string | null, updatedAt: string | null };

/** A type whose records have ids. */
export type Resource = 'Avatar' | 'KnowledgeDocument' | 'KnowledgeGroup' | 'Llm' | 'MeetingInvite' | 'Persona' | 'Session' | 'ShareLink' | 'Tool' | 'Voice';

export type ErrorCode = 'BAD_REQUEST' | 'BAD_USER_INPUT' | 'CONFLICT' | 'FORBIDDEN' | 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED' | 'INTERNAL' | 'NOT_FOUND' | 'NOT_SUPPORTED' | 'OPERATION_TOO_LARGE' | 'OVERLOADED' | 'PAYLOAD_TOO_LARGE' | 'PERSISTED_QUERY_NOT_FOUND' | 'PERSISTED_QUERY_NOT_IN_LIST' | 'PLAN_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNPROCESSABLE' | 'UNSUPPORTED_MEDIA_TYPE' | 'UPSTREAM_INVALID_RESPONSE' | 'UPSTREAM_TIMEOUT' | 'UPSTREAM_UNAVAILABLE';

export type IssueCode = 'INVALID' | 'INVALID_FORMAT' | 'INVALID_TYPE' | 'INVALID_VALUE' | 'NOT_FOUND' | 'NULL_NOT_ALLOWED' | 'REDACTED' | 'TOO_LARGE' | 'TOO_SMALL' | 'UNKNOWN_FIELD' | 'UNSUPPORTED';


/** A validation issue: its path in the arguments of the field, a message, and a code for the rule. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: IssueCode;
}

/**
 * Known values of `reason`. `server_key_rejected`: the upstream rejected the key of the server. `concurrent_limit`: the
 * account, or the caller under the policy, has reached its limit of concurrent sessions. `policy`: the policy refuses the
 * call, by `rule`. Upstreams send other values, too.
 */
export type ErrorReason = 'server_key_rejected' | 'concurrent_limit' | 'policy' | (string & {});

/** `extensions` of every error. */
export interface ErrorExtensions {
  readonly code: ErrorCode;
  /** Identifies the request in the logs. */
  readonly requestId?: string;
  /** Only with BAD_USER_INPUT, and with GRAPHQL_VALIDATION_FAILED for literals in the document. */
  readonly issues?: readonly InputIssue[];
  /** The reason that the upstream gave, if any. */
  readonly reason?: ErrorReason;
  /** Only with RATE_LIMITED, OVERLOADED and UPSTREAM_UNAVAILABLE, if it is known. */
  readonly retryAfterSeconds?: number;
  /** The rule of the policy that refused it, such as `roles.user.mint.maxSessionLengthSeconds`. */
  readonly rule?: string;
  /** Only with RATE_LIMITED by the policy: when the limit has room again, in ISO 8601. */
  readonly resetsAt?: string;
}
