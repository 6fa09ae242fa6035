// Generated from schema/operations by `npm run generate`; not to be edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The image of a new avatar: a file or a URL. */
export type AvatarImageInput =
  {   /** JPEG, PNG or WebP image (maximum 10 MB). */
  file: File | Blob; url?: never; }
  |  { file?: never;   /** URL of a JPEG, PNG or WebP image (maximum 10 MB). */
  url: string; };

/** Version of the avatar model. */
export type AvatarModel =
  /** The model cara-2. */
  | 'CARA_2'
  /** The model cara-3. */
  | 'CARA_3';

/** Input of createAvatar. */
export type CreateAvatarInput = {
  /** Name of the avatar (3 to 50 characters). */
  displayName: string;
  /** The image. */
  image: AvatarImageInput;
};

/** Input of createPersona. */
export type CreatePersonaInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model version. If null, the avatar's default applies. */
  avatarModel?: AvatarModel | null | undefined;
  /**
   * Former name of llmId, with the same values. Cannot be combined with llmId.
   * @deprecated Use llmId.
   */
  brainType?: string | null | undefined;
  /** Free text. Does not affect the persona's behaviour. */
  description?: string | null | undefined;
  /** Further keys of the request body, or values of avatarModel, that are not in this schema. They are sent unchanged. */
  extra?: Record<string, unknown> | null | undefined;
  /** LLM to use: a built-in LLM id, a custom LLM id, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. */
  llmId?: string | null | undefined;
  /** Name of the persona. */
  name?: string | null | undefined;
  /** When true, the greeting is skipped when a session starts. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
};

/** Input of createSessionToken. */
export type CreateSessionTokenInput = {
  /** Label that identifies the session. */
  clientLabel?: string | null | undefined;
  /** Further keys of the request body that are not in this schema, at any depth, such as `{"personaConfig": {"toolIds": []}}`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Changes to the persona of personaConfig.personaId for this session. The API reads the persona, applies the changes, and sends the resulting fields to the upstream. */
  overrides?: PersonaOverridesInput | null | undefined;
  /** The persona of the session. */
  personaConfig: PersonaConfigInput;
  /** Further session options. */
  sessionOptions?: SessionOptionsInput | null | undefined;
};

/** The persona of the session: either personaId, or the fields of a persona. */
export type PersonaConfigInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model version. */
  avatarModel?: AvatarModel | null | undefined;
  /**
   * Former name of llmId, with the same values. Cannot be combined with llmId.
   * @deprecated Use llmId.
   */
  brainType?: string | null | undefined;
  /** Language. */
  languageCode?: string | null | undefined;
  /** LLM to use: a built-in LLM id, a custom LLM id, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. */
  llmId?: string | null | undefined;
  /** Maximum session length in seconds. */
  maxSessionLengthSeconds?: number | null | undefined;
  /** Name of the persona. */
  name?: string | null | undefined;
  /** Id of an existing persona, instead of the persona's fields. */
  personaId?: string | null | undefined;
  /** When true, the greeting is skipped when a session starts. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** Speech detection options. */
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  /** Voice generation options. */
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
};

/** Changes to a saved persona for one session. Omitted and null fields keep their value, except avatarModel, which null clears. */
export type PersonaOverridesInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model version. */
  avatarModel?: AvatarModel | null | undefined;
  /** LLM to use: a built-in LLM id, a custom LLM id, or CUSTOMER_CLIENT_V1, which disables the server-side LLM. */
  llmId?: string | null | undefined;
  /** Name of the persona. */
  name?: string | null | undefined;
  /** When true, the greeting is skipped when a session starts. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
};

/** Options of the session other than the persona. */
export type SessionOptionsInput = {
  /** Session replay options. */
  sessionReplay?: SessionReplayInput | null | undefined;
};

/** Session replay options. */
export type SessionReplayInput = {
  /** Enables session replay. */
  enableSessionReplay?: boolean | null | undefined;
};

/** Changes to a tool. Omitted and null fields keep their value. */
export type UpdateToolInput = {
  /** Configuration, depending on the type of the tool. An update replaces it completely. */
  config?: Record<string, unknown> | null | undefined;
  /** Description of the tool for the LLM. */
  description?: string | null | undefined;
  /** If true, the user cannot interrupt while the tool runs. */
  disableInterruptions?: boolean | null | undefined;
  /** Further keys of the request body that are not in this schema. They are sent unchanged. */
  extra?: Record<string, unknown> | null | undefined;
  /** Name that the LLM uses to call the tool: unique, 1 to 64 letters, digits, "_", "." or "-". */
  name?: string | null | undefined;
};

/** Speech detection options. The ranges depend on the upstream. */
export type VoiceDetectionOptionsInput = {
  /** Sensitivity factor. */
  endOfSpeechSensitivity?: number | null | undefined;
  /** Seconds. */
  silenceBeforeAutoEndTurnSeconds?: number | null | undefined;
  /** Seconds. */
  silenceBeforeSessionEndSeconds?: number | null | undefined;
  /** Seconds. */
  silenceBeforeSkipTurnSeconds?: number | null | undefined;
  /** Level factor. */
  speechEnhancementLevel?: number | null | undefined;
};

/** Voice generation options. The ranges depend on the upstream. */
export type VoiceGenerationOptionsInput = {
  /** Factor. */
  similarityBoost?: number | null | undefined;
  /** Factor. */
  speed?: number | null | undefined;
  /** Factor. */
  stability?: number | null | undefined;
};

export type AvatarFieldsFragment = { id: string, displayName: string | null, imageUrl: string | null };

export type AvatarQueryVariables = Exact<{
  id: string;
}>;


export type AvatarQuery = { avatar: { description: string | null, availableVersions: Array<string> | null, activeVersion: string | null, createdAt: string | null, updatedAt: string | null, record: Record<string, unknown>, id: string, displayName: string | null, imageUrl: string | null } | null };

export type AvatarsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type AvatarsQuery = { avatars: Array<{ id: string, displayName: string | null, imageUrl: string | null } | null> };

export type CreateAvatarMutationVariables = Exact<{
  input: CreateAvatarInput;
}>;


export type CreateAvatarMutation = { createAvatar: { id: string, displayName: string | null, imageUrl: string | null } | null };

export type LlmFieldsFragment = { id: string, description: string | null, isBuiltIn: boolean };

export type LlmsQueryVariables = Exact<{ [key: string]: never; }>;


export type LlmsQuery = { llms: Array<{ id: string, description: string | null, isBuiltIn: boolean }> };

export type LlmQueryVariables = Exact<{
  id: string;
}>;


export type LlmQuery = { llm: { id: string, description: string | null, isBuiltIn: boolean } | null };

export type PersonaFieldsFragment = { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: AvatarModel | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null };

export type PersonaCardFragment = { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: AvatarModel | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null };

export type PersonasQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
  name?: string | null | undefined;
}>;


export type PersonasQuery = { personas: { total: number | null, page: number, perPage: number, lastPage: number | null, next: number | null, previous: number | null, items: Array<{ id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: AvatarModel | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null }> } };

export type PersonasConnectionQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  name?: string | null | undefined;
}>;


export type PersonasConnectionQuery = { personasConnection: { totalCount: number | null, nodes: Array<{ id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: AvatarModel | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } };

export type PersonaQueryVariables = Exact<{
  id: string;
}>;


export type PersonaQuery = { persona: { systemPrompt: string | null, skipGreeting: boolean | null, record: Record<string, unknown>, id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: AvatarModel | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, llm: { id: string, description: string | null, isBuiltIn: boolean } | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null } | null };

export type CreatePersonaMutationVariables = Exact<{
  input: CreatePersonaInput;
}>;


export type CreatePersonaMutation = { createPersona: { id: string, name: string | null, description: string | null, avatarId: string | null, avatarModel: AvatarModel | null, voiceId: string | null, llmId: string | null, createdAt: string | null, updatedAt: string | null, avatar: { id: string, displayName: string | null, imageUrl: string | null } | null } | null };

export type PersonaRecordsQueryVariables = Exact<{
  page?: number | null | undefined;
  perPage?: number | null | undefined;
  name?: string | null | undefined;
}>;


export type PersonaRecordsQuery = { personas: { total: number | null, lastPage: number | null, next: number | null, items: Array<{ id: string, name: string | null, record: Record<string, unknown> }> } };

export type CreateSessionTokenMutationVariables = Exact<{
  input: CreateSessionTokenInput;
  verify?: boolean | null | undefined;
}>;


export type CreateSessionTokenMutation = { createSessionToken: { sessionToken: string, type: string | null, expiresAt: string | null } | null };

export type CreateLegacySessionTokenMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateLegacySessionTokenMutation = { createLegacySessionToken: { sessionToken: string, type: string | null, expiresAt: string | null } | null };

export type ToolFieldsFragment = { id: string, name: string | null, description: string | null, type: string | null, config: Record<string, unknown> | null, disableInterruptions: boolean | null, usageCount: number | null, createdAt: string | null, updatedAt: string | null };

export type ToolQueryVariables = Exact<{
  id: string;
}>;


export type ToolQuery = { tool: { record: Record<string, unknown>, id: string, name: string | null, description: string | null, type: string | null, config: Record<string, unknown> | null, disableInterruptions: boolean | null, usageCount: number | null, createdAt: string | null, updatedAt: string | null } | null };

export type ToolsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ToolsQuery = { tools: Array<{ id: string, name: string | null, description: string | null, type: string | null, config: Record<string, unknown> | null, disableInterruptions: boolean | null, usageCount: number | null, createdAt: string | null, updatedAt: string | null } | null> };

export type UpdateToolMutationVariables = Exact<{
  id: string;
  input: UpdateToolInput;
}>;


export type UpdateToolMutation = { updateTool: { id: string, name: string | null, description: string | null, type: string | null, config: Record<string, unknown> | null, disableInterruptions: boolean | null, usageCount: number | null, createdAt: string | null, updatedAt: string | null } | null };

export type DeleteToolMutationVariables = Exact<{
  id: string;
}>;


export type DeleteToolMutation = { deleteTool: string | null };
