// Generated from schema/operations by `npm run generate`; not to be edited.
import type * as Types from './types.ts';
import { createInfiniteQueryHook, createSuspenseInfiniteQueryHook } from './infinite-query-hook.ts';
import { createMutationHook } from './mutation-hook.ts';
import { createQueryHook, createSuspenseQueryHook } from './query-hook.ts';
import { TypedDocumentString } from './typed-document.ts';

export const AvatarFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.AvatarFieldsFragment, unknown>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const LlmFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.LlmFieldsFragment, unknown>(`fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);

export const CustomLlmFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.CustomLlmFieldsFragment, unknown>(`fragment CustomLlmFields on Llm {
  id
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);

export const PersonaFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PersonaFieldsFragment, unknown>(`fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}`);

export const PersonaCardFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PersonaCardFragment, unknown>(`fragment PersonaCard on Persona {
  id
  ...PersonaFields
  avatar {
    id
    ...AvatarFields
  }
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const ToolFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolFieldsFragment, unknown>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const VoiceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.VoiceFieldsFragment, unknown>(`fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const AvatarsDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsQuery, Types.AvatarsQueryVariables>(`query Avatars($page: Int = 1, $perPage: Int = 20, $search: String, $tags: [String!], $onlyOneShot: Boolean) {
  avatars(
    page: $page
    perPage: $perPage
    search: $search
    tags: $tags
    onlyOneShot: $onlyOneShot
  ) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      id
      ...AvatarFields
      variantName
      displayTags
      createdByOrganizationId
      createdAt
    }
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Avatar":["avatars.items"]});
export const useAvatarsQuery = /*#__PURE__*/ createQueryHook(AvatarsDocument);
export const useSuspenseAvatarsQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarsDocument);
export const useInfiniteAvatarsQuery = /*#__PURE__*/ createInfiniteQueryHook(AvatarsDocument);
export const useSuspenseInfiniteAvatarsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(AvatarsDocument);

export const AvatarsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsConnectionQuery, Types.AvatarsConnectionQueryVariables>(`query AvatarsConnection($first: Int = 20, $after: String, $search: String, $tags: [String!], $onlyOneShot: Boolean) {
  avatarsConnection(
    first: $first
    after: $after
    search: $search
    tags: $tags
    onlyOneShot: $onlyOneShot
  ) {
    totalCount
    nodes {
      id
      ...AvatarFields
      variantName
      displayTags
      createdByOrganizationId
      createdAt
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Avatar":["avatarsConnection.nodes"]});
export const useAvatarsConnectionQuery = /*#__PURE__*/ createQueryHook(AvatarsConnectionDocument);
export const useSuspenseAvatarsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarsConnectionDocument);
export const useInfiniteAvatarsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(AvatarsConnectionDocument);
export const useSuspenseInfiniteAvatarsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(AvatarsConnectionDocument);

export const AvatarsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsByIdsQuery, Types.AvatarsByIdsQueryVariables>(`query AvatarsByIds($ids: [ID!]!) {
  avatarsByIds(ids: $ids) {
    id
    ...AvatarFields
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Avatar":["avatarsByIds"]});
export const useAvatarsByIdsQuery = /*#__PURE__*/ createQueryHook(AvatarsByIdsDocument);
export const useSuspenseAvatarsByIdsQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarsByIdsDocument);

export const AvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarQuery, Types.AvatarQueryVariables>(`query Avatar($id: ID!) {
  avatar(id: $id) {
    id
    ...AvatarFields
    variantName
    description
    availableVersions
    activeVersion
    displayTags
    renderStyle
    createdByOrganizationId
    createdAt
    updatedAt
    record
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Avatar":["avatar"]});
export const useAvatarQuery = /*#__PURE__*/ createQueryHook(AvatarDocument);
export const useSuspenseAvatarQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarDocument);

export const CreateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables>(`mutation CreateAvatar($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    id
    ...AvatarFields
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);
export const useCreateAvatarMutation = /*#__PURE__*/ createMutationHook(CreateAvatarDocument);

export const UpdateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables>(`mutation UpdateAvatar($id: ID!, $input: UpdateAvatarInput!) {
  updateAvatar(id: $id, input: $input) {
    id
    ...AvatarFields
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);
export const useUpdateAvatarMutation = /*#__PURE__*/ createMutationHook(UpdateAvatarDocument);

export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(`mutation DeleteAvatar($id: ID!, $hard: Boolean = false) {
  deleteAvatar(id: $id, hard: $hard)
}`);
export const useDeleteAvatarMutation = /*#__PURE__*/ createMutationHook(DeleteAvatarDocument);

export const LlmsDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmsQuery, Types.LlmsQueryVariables>(`query Llms($page: Int = 1, $perPage: Int = 20, $search: String, $includeDefaults: Boolean = true) {
  llms(
    page: $page
    perPage: $perPage
    search: $search
    includeDefaults: $includeDefaults
  ) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      id
      ...LlmFields
    }
  }
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"Llm":["llms.items"]});
export const useLlmsQuery = /*#__PURE__*/ createQueryHook(LlmsDocument);
export const useSuspenseLlmsQuery = /*#__PURE__*/ createSuspenseQueryHook(LlmsDocument);
export const useInfiniteLlmsQuery = /*#__PURE__*/ createInfiniteQueryHook(LlmsDocument);
export const useSuspenseInfiniteLlmsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(LlmsDocument);

export const LlmsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmsConnectionQuery, Types.LlmsConnectionQueryVariables>(`query LlmsConnection($first: Int = 20, $after: String, $search: String, $includeDefaults: Boolean = true) {
  llmsConnection(
    first: $first
    after: $after
    search: $search
    includeDefaults: $includeDefaults
  ) {
    totalCount
    nodes {
      id
      ...LlmFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"Llm":["llmsConnection.nodes"]});
export const useLlmsConnectionQuery = /*#__PURE__*/ createQueryHook(LlmsConnectionDocument);
export const useSuspenseLlmsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(LlmsConnectionDocument);
export const useInfiniteLlmsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(LlmsConnectionDocument);
export const useSuspenseInfiniteLlmsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(LlmsConnectionDocument);

export const LlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmQuery, Types.LlmQueryVariables>(`query Llm($id: ID!) {
  llm(id: $id) {
    id
    ...CustomLlmFields
    record
  }
}
fragment CustomLlmFields on Llm {
  id
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"Llm":["llm"]});
export const useLlmQuery = /*#__PURE__*/ createQueryHook(LlmDocument);
export const useSuspenseLlmQuery = /*#__PURE__*/ createSuspenseQueryHook(LlmDocument);

export const CreateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLlmMutation, Types.CreateLlmMutationVariables>(`mutation CreateLlm($input: CreateLlmInput!) {
  createLlm(input: $input) {
    id
    ...CustomLlmFields
  }
}
fragment CustomLlmFields on Llm {
  id
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);
export const useCreateLlmMutation = /*#__PURE__*/ createMutationHook(CreateLlmDocument);

export const UpdateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables>(`mutation UpdateLlm($id: ID!, $input: UpdateLlmInput!) {
  updateLlm(id: $id, input: $input) {
    id
    ...CustomLlmFields
  }
}
fragment CustomLlmFields on Llm {
  id
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);
export const useUpdateLlmMutation = /*#__PURE__*/ createMutationHook(UpdateLlmDocument);

export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(`mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id)
}`);
export const useDeleteLlmMutation = /*#__PURE__*/ createMutationHook(DeleteLlmDocument);

export const PersonasDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasQuery, Types.PersonasQueryVariables>(`query Personas($page: Int = 1, $perPage: Int = 20, $name: String) {
  personas(page: $page, perPage: $perPage, name: $name) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      id
      ...PersonaCard
    }
  }
}
fragment PersonaCard on Persona {
  id
  ...PersonaFields
  avatar {
    id
    ...AvatarFields
  }
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Persona":["personas.items"],"Avatar":["personas.items.avatar"]});
export const usePersonasQuery = /*#__PURE__*/ createQueryHook(PersonasDocument);
export const useSuspensePersonasQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonasDocument);
export const useInfinitePersonasQuery = /*#__PURE__*/ createInfiniteQueryHook(PersonasDocument);
export const useSuspenseInfinitePersonasQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(PersonasDocument);

export const PersonasConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasConnectionQuery, Types.PersonasConnectionQueryVariables>(`query PersonasConnection($first: Int = 20, $after: String, $name: String) {
  personasConnection(first: $first, after: $after, name: $name) {
    totalCount
    nodes {
      id
      ...PersonaCard
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
fragment PersonaCard on Persona {
  id
  ...PersonaFields
  avatar {
    id
    ...AvatarFields
  }
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Persona":["personasConnection.nodes"],"Avatar":["personasConnection.nodes.avatar"]});
export const usePersonasConnectionQuery = /*#__PURE__*/ createQueryHook(PersonasConnectionDocument);
export const useSuspensePersonasConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonasConnectionDocument);
export const useInfinitePersonasConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(PersonasConnectionDocument);
export const useSuspenseInfinitePersonasConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(PersonasConnectionDocument);

export const PersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaQuery, Types.PersonaQueryVariables>(`query Persona($id: ID!) {
  persona(id: $id) {
    id
    ...PersonaCard
    systemPrompt
    skipGreeting
    languageCode
    initialMessage
    toolIds
    llm {
      id
      ...LlmFields
    }
    record
  }
}
fragment PersonaCard on Persona {
  id
  ...PersonaFields
  avatar {
    id
    ...AvatarFields
  }
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"Persona":["persona"],"Avatar":["persona.avatar"],"Llm":["persona.llm"]});
export const usePersonaQuery = /*#__PURE__*/ createQueryHook(PersonaDocument);
export const useSuspensePersonaQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonaDocument);

export const PersonaPartsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaPartsQuery, Types.PersonaPartsQueryVariables>(`query PersonaParts($id: ID!) {
  persona(id: $id) {
    id
    voice {
      id
      ...VoiceFields
    }
    tools {
      id
      name
      description
      type
    }
  }
}
fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`, {"Persona":["persona"],"Voice":["persona.voice"],"Tool":["persona.tools"]});
export const usePersonaPartsQuery = /*#__PURE__*/ createQueryHook(PersonaPartsDocument);
export const useSuspensePersonaPartsQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonaPartsDocument);

export const CreatePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreatePersonaMutation, Types.CreatePersonaMutationVariables>(`mutation CreatePersona($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    id
    ...PersonaCard
  }
}
fragment PersonaCard on Persona {
  id
  ...PersonaFields
  avatar {
    id
    ...AvatarFields
  }
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);
export const useCreatePersonaMutation = /*#__PURE__*/ createMutationHook(CreatePersonaDocument);

export const UpdatePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdatePersonaMutation, Types.UpdatePersonaMutationVariables>(`mutation UpdatePersona($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) {
    id
    ...PersonaCard
  }
}
fragment PersonaCard on Persona {
  id
  ...PersonaFields
  avatar {
    id
    ...AvatarFields
  }
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);
export const useUpdatePersonaMutation = /*#__PURE__*/ createMutationHook(UpdatePersonaDocument);

export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(`mutation DeletePersona($id: ID!) {
  deletePersona(id: $id)
}`);
export const useDeletePersonaMutation = /*#__PURE__*/ createMutationHook(DeletePersonaDocument);

export const PersonaRecordsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaRecordsQuery, Types.PersonaRecordsQueryVariables>(`query PersonaRecords($page: Int = 1, $perPage: Int = 20, $name: String) {
  personas(page: $page, perPage: $perPage, name: $name) {
    total
    lastPage
    next
    items {
      id
      name
      record
    }
  }
}`, {"Persona":["personas.items"]});
export const usePersonaRecordsQuery = /*#__PURE__*/ createQueryHook(PersonaRecordsDocument);
export const useSuspensePersonaRecordsQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonaRecordsDocument);
export const useInfinitePersonaRecordsQuery = /*#__PURE__*/ createInfiniteQueryHook(PersonaRecordsDocument);
export const useSuspenseInfinitePersonaRecordsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(PersonaRecordsDocument);

export const CreateSessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables>(`mutation CreateSessionToken($input: CreateSessionTokenInput!, $verify: Boolean = false) {
  createSessionToken(input: $input, verify: $verify) {
    sessionToken
    type
    expiresAt
  }
}`);
export const useCreateSessionTokenMutation = /*#__PURE__*/ createMutationHook(CreateSessionTokenDocument);

export const CreateLegacySessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables>(`mutation CreateLegacySessionToken {
  createLegacySessionToken {
    sessionToken
    type
    expiresAt
  }
}`);
export const useCreateLegacySessionTokenMutation = /*#__PURE__*/ createMutationHook(CreateLegacySessionTokenDocument);

export const ToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolQuery, Types.ToolQueryVariables>(`query Tool($id: ID!) {
  tool(id: $id) {
    id
    ...ToolFields
    record
  }
}
fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`, {"Tool":["tool"]});
export const useToolQuery = /*#__PURE__*/ createQueryHook(ToolDocument);
export const useSuspenseToolQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolDocument);

export const ToolsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsQuery, Types.ToolsQueryVariables>(`query Tools($page: Int = 1, $perPage: Int = 20, $search: String) {
  tools(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      id
      ...ToolFields
    }
  }
}
fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`, {"Tool":["tools.items"]});
export const useToolsQuery = /*#__PURE__*/ createQueryHook(ToolsDocument);
export const useSuspenseToolsQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolsDocument);
export const useInfiniteToolsQuery = /*#__PURE__*/ createInfiniteQueryHook(ToolsDocument);
export const useSuspenseInfiniteToolsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(ToolsDocument);

export const ToolsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsConnectionQuery, Types.ToolsConnectionQueryVariables>(`query ToolsConnection($first: Int = 20, $after: String, $search: String) {
  toolsConnection(first: $first, after: $after, search: $search) {
    totalCount
    nodes {
      id
      ...ToolFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`, {"Tool":["toolsConnection.nodes"]});
export const useToolsConnectionQuery = /*#__PURE__*/ createQueryHook(ToolsConnectionDocument);
export const useSuspenseToolsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolsConnectionDocument);
export const useInfiniteToolsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(ToolsConnectionDocument);
export const useSuspenseInfiniteToolsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(ToolsConnectionDocument);

export const ToolsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(`query ToolsByIds($ids: [ID!]!) {
  toolsByIds(ids: $ids) {
    id
    ...ToolFields
  }
}
fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`, {"Tool":["toolsByIds"]});
export const useToolsByIdsQuery = /*#__PURE__*/ createQueryHook(ToolsByIdsDocument);
export const useSuspenseToolsByIdsQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolsByIdsDocument);

export const CreateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateToolMutation, Types.CreateToolMutationVariables>(`mutation CreateTool($input: CreateToolInput!) {
  createTool(input: $input) {
    id
    ...ToolFields
  }
}
fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);
export const useCreateToolMutation = /*#__PURE__*/ createMutationHook(CreateToolDocument);

export const UpdateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateToolMutation, Types.UpdateToolMutationVariables>(`mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    id
    ...ToolFields
  }
}
fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);
export const useUpdateToolMutation = /*#__PURE__*/ createMutationHook(UpdateToolDocument);

export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(`mutation DeleteTool($id: ID!) {
  deleteTool(id: $id)
}`);
export const useDeleteToolMutation = /*#__PURE__*/ createMutationHook(DeleteToolDocument);

export const VoicesDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesQuery, Types.VoicesQueryVariables>(`query Voices($page: Int = 1, $perPage: Int = 20, $search: String) {
  voices(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      id
      ...VoiceFields
    }
  }
}
fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`, {"Voice":["voices.items"]});
export const useVoicesQuery = /*#__PURE__*/ createQueryHook(VoicesDocument);
export const useSuspenseVoicesQuery = /*#__PURE__*/ createSuspenseQueryHook(VoicesDocument);
export const useInfiniteVoicesQuery = /*#__PURE__*/ createInfiniteQueryHook(VoicesDocument);
export const useSuspenseInfiniteVoicesQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(VoicesDocument);

export const VoicesConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesConnectionQuery, Types.VoicesConnectionQueryVariables>(`query VoicesConnection($first: Int = 20, $after: String, $search: String) {
  voicesConnection(first: $first, after: $after, search: $search) {
    totalCount
    nodes {
      id
      ...VoiceFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`, {"Voice":["voicesConnection.nodes"]});
export const useVoicesConnectionQuery = /*#__PURE__*/ createQueryHook(VoicesConnectionDocument);
export const useSuspenseVoicesConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(VoicesConnectionDocument);
export const useInfiniteVoicesConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(VoicesConnectionDocument);
export const useSuspenseInfiniteVoicesConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(VoicesConnectionDocument);

export const VoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoiceQuery, Types.VoiceQueryVariables>(`query Voice($id: ID!) {
  voice(id: $id) {
    id
    ...VoiceFields
    providerVoiceId
    providerModelId
    displayTags
    isZdr
    createdAt
    updatedAt
    record
  }
}
fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`, {"Voice":["voice"]});
export const useVoiceQuery = /*#__PURE__*/ createQueryHook(VoiceDocument);
export const useSuspenseVoiceQuery = /*#__PURE__*/ createSuspenseQueryHook(VoiceDocument);

export const CreateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateVoiceMutation, Types.CreateVoiceMutationVariables>(`mutation CreateVoice($input: CreateVoiceInput!) {
  createVoice(input: $input) {
    id
    ...VoiceFields
  }
}
fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);
export const useCreateVoiceMutation = /*#__PURE__*/ createMutationHook(CreateVoiceDocument);

export const UpdateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables>(`mutation UpdateVoice($id: ID!, $input: UpdateVoiceInput!) {
  updateVoice(id: $id, input: $input) {
    id
    ...VoiceFields
  }
}
fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);
export const useUpdateVoiceMutation = /*#__PURE__*/ createMutationHook(UpdateVoiceDocument);

export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(`mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id)
}`);
export const useDeleteVoiceMutation = /*#__PURE__*/ createMutationHook(DeleteVoiceDocument);