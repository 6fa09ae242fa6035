// Generated from schema/operations by `npm run generate`; not to be edited.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Where the image of a new avatar comes from: a file or an address. */
export type AvatarImageInput =
  {   /** A JPEG, PNG or WebP image of at most 10 MB. */
  file: File | Blob; url?: never; }
  |  { file?: never;   /** Address of a JPEG, PNG or WebP image of at most 10 MB. */
  url: string; };

/** Version of the avatar model. */
export type AvatarModel =
  /** The model cara-2. */
  | 'CARA_2'
  /** The model cara-3. */
  | 'CARA_3';

/** A new one-shot avatar. */
export type CreateAvatarInput = {
  /** Name of the avatar, 3 to 50 characters. */
  displayName: string;
  /** Its image. */
  image: AvatarImageInput;
};

/** A new persona. */
export type CreatePersonaInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model version. Omitted: the avatar's default. Null: cleared, so the default. */
  avatarModel?: AvatarModel | null | undefined;
  /**
   * Old name of llmId; its values are accepted unchanged as llmId. Not together with llmId.
   * @deprecated Use llmId.
   */
  brainType?: string | null | undefined;
  /** Free text. Does not affect the persona's behaviour. */
  description?: string | null | undefined;
  /** Keys of the body, or values of avatarModel, that are newer than this schema, sent as they are. */
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

/** What the session of a new token will be. */
export type CreateSessionTokenInput = {
  /** Label by which the caller recognises the session. */
  clientLabel?: string | null | undefined;
  /** Keys of the body that are newer than this schema, at any depth, such as `{"personaConfig": {"toolIds": []}}`. */
  extra?: Record<string, unknown> | null | undefined;
  /** Changes to the persona of personaConfig.personaId for this session. The API looks the persona up, applies them, and sends the result spelled out. */
  overrides?: PersonaOverridesInput | null | undefined;
  /** Who the session is with. */
  personaConfig: PersonaConfigInput;
  /** Further options. */
  sessionOptions?: SessionOptionsInput | null | undefined;
};

/** Who the session is with: a persona by id, or a persona's own fields spelled out. */
export type PersonaConfigInput = {
  /** Avatar to use. */
  avatarId?: string | null | undefined;
  /** Avatar model version. */
  avatarModel?: AvatarModel | null | undefined;
  /**
   * Old name of llmId; its values are accepted unchanged as llmId. Not together with llmId.
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
  /** An existing persona, instead of spelled-out fields. */
  personaId?: string | null | undefined;
  /** When true, the greeting is skipped when a session starts. */
  skipGreeting?: boolean | null | undefined;
  /** System prompt for the LLM. */
  systemPrompt?: string | null | undefined;
  /** How the user's speech is listened to. */
  voiceDetectionOptions?: VoiceDetectionOptionsInput | null | undefined;
  /** How the persona speaks. */
  voiceGenerationOptions?: VoiceGenerationOptionsInput | null | undefined;
  /** Voice to use. */
  voiceId?: string | null | undefined;
};

/** What is different about a saved persona for one session. What is left out stays, and so does what is null, but for avatarModel, which null clears. */
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

/** Options of the session besides its persona. */
export type SessionOptionsInput = {
  /** Whether the session can be watched again. */
  sessionReplay?: SessionReplayInput | null | undefined;
};

/** Whether the session can be watched again. */
export type SessionReplayInput = {
  /** Enables session replay. */
  enableSessionReplay?: boolean | null | undefined;
};

/** Changes to a tool. What is left out, or null, stays as it is. */
export type UpdateToolInput = {
  /** Settings by the tool's type; replaced as a whole. */
  config?: Record<string, unknown> | null | undefined;
  /** What the tool does, told to the LLM. */
  description?: string | null | undefined;
  /** When true, the user cannot interrupt while the tool runs. */
  disableInterruptions?: boolean | null | undefined;
  /** Keys of the body that are newer than this schema, sent as they are. */
  extra?: Record<string, unknown> | null | undefined;
  /** Name by which the LLM calls the tool. */
  name?: string | null | undefined;
};

/** How the user's speech is listened to. Each service has its own ranges. */
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

/** How the persona speaks. Each service has its own ranges. */
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

export const LlmFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LlmFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Llm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isBuiltIn"}}]}}]} as unknown as DocumentNode<LlmFieldsFragment, unknown>;
export const PersonaFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarId"}},{"kind":"Field","name":{"kind":"Name","value":"avatarModel"}},{"kind":"Field","name":{"kind":"Name","value":"voiceId"}},{"kind":"Field","name":{"kind":"Name","value":"llmId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<PersonaFieldsFragment, unknown>;
export const AvatarFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}}]} as unknown as DocumentNode<AvatarFieldsFragment, unknown>;
export const PersonaCardFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaFields"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarId"}},{"kind":"Field","name":{"kind":"Name","value":"avatarModel"}},{"kind":"Field","name":{"kind":"Name","value":"voiceId"}},{"kind":"Field","name":{"kind":"Name","value":"llmId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}}]} as unknown as DocumentNode<PersonaCardFragment, unknown>;
export const ToolFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"config"}},{"kind":"Field","name":{"kind":"Name","value":"disableInterruptions"}},{"kind":"Field","name":{"kind":"Name","value":"usageCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<ToolFieldsFragment, unknown>;
export const AvatarDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Avatar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"avatar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"availableVersions"}},{"kind":"Field","name":{"kind":"Name","value":"activeVersion"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"record"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}}]} as unknown as DocumentNode<AvatarQuery, AvatarQueryVariables>;
export const AvatarsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Avatars"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"avatars"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}}]} as unknown as DocumentNode<AvatarsQuery, AvatarsQueryVariables>;
export const CreateAvatarDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAvatar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAvatarInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAvatar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}}]} as unknown as DocumentNode<CreateAvatarMutation, CreateAvatarMutationVariables>;
export const LlmsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Llms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"llms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LlmFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LlmFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Llm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isBuiltIn"}}]}}]} as unknown as DocumentNode<LlmsQuery, LlmsQueryVariables>;
export const LlmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Llm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"llm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LlmFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LlmFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Llm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isBuiltIn"}}]}}]} as unknown as DocumentNode<LlmQuery, LlmQueryVariables>;
export const PersonasDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Personas"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"1"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"personas"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}},{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaCard"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarId"}},{"kind":"Field","name":{"kind":"Name","value":"avatarModel"}},{"kind":"Field","name":{"kind":"Name","value":"voiceId"}},{"kind":"Field","name":{"kind":"Name","value":"llmId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaFields"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}}]} as unknown as DocumentNode<PersonasQuery, PersonasQueryVariables>;
export const PersonasConnectionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PersonasConnection"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"personasConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaCard"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarId"}},{"kind":"Field","name":{"kind":"Name","value":"avatarModel"}},{"kind":"Field","name":{"kind":"Name","value":"voiceId"}},{"kind":"Field","name":{"kind":"Name","value":"llmId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaFields"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}}]} as unknown as DocumentNode<PersonasConnectionQuery, PersonasConnectionQueryVariables>;
export const PersonaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Persona"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"persona"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaCard"}},{"kind":"Field","name":{"kind":"Name","value":"systemPrompt"}},{"kind":"Field","name":{"kind":"Name","value":"skipGreeting"}},{"kind":"Field","name":{"kind":"Name","value":"llm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"LlmFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"record"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarId"}},{"kind":"Field","name":{"kind":"Name","value":"avatarModel"}},{"kind":"Field","name":{"kind":"Name","value":"voiceId"}},{"kind":"Field","name":{"kind":"Name","value":"llmId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaFields"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LlmFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Llm"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isBuiltIn"}}]}}]} as unknown as DocumentNode<PersonaQuery, PersonaQueryVariables>;
export const CreatePersonaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePersona"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePersonaInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPersona"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaCard"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"avatarId"}},{"kind":"Field","name":{"kind":"Name","value":"avatarModel"}},{"kind":"Field","name":{"kind":"Name","value":"voiceId"}},{"kind":"Field","name":{"kind":"Name","value":"llmId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AvatarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Avatar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PersonaCard"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Persona"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PersonaFields"}},{"kind":"Field","name":{"kind":"Name","value":"avatar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AvatarFields"}}]}}]}}]} as unknown as DocumentNode<CreatePersonaMutation, CreatePersonaMutationVariables>;
export const CreateSessionTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSessionToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSessionTokenInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"verify"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSessionToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"verify"},"value":{"kind":"Variable","name":{"kind":"Name","value":"verify"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionToken"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<CreateSessionTokenMutation, CreateSessionTokenMutationVariables>;
export const CreateLegacySessionTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLegacySessionToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createLegacySessionToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionToken"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<CreateLegacySessionTokenMutation, CreateLegacySessionTokenMutationVariables>;
export const ToolDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tool"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tool"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolFields"}},{"kind":"Field","name":{"kind":"Name","value":"record"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"config"}},{"kind":"Field","name":{"kind":"Name","value":"disableInterruptions"}},{"kind":"Field","name":{"kind":"Name","value":"usageCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<ToolQuery, ToolQueryVariables>;
export const ToolsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tools"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tools"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"config"}},{"kind":"Field","name":{"kind":"Name","value":"disableInterruptions"}},{"kind":"Field","name":{"kind":"Name","value":"usageCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<ToolsQuery, ToolsQueryVariables>;
export const UpdateToolDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTool"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateToolInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTool"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tool"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"config"}},{"kind":"Field","name":{"kind":"Name","value":"disableInterruptions"}},{"kind":"Field","name":{"kind":"Name","value":"usageCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<UpdateToolMutation, UpdateToolMutationVariables>;
export const DeleteToolDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTool"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTool"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteToolMutation, DeleteToolMutationVariables>;