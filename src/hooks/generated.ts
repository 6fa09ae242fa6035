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
  ...PersonaFields
  avatar {
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
}`, {"hash":"fecb3c22b9dd401d1698c39c7b0737fe3a2d4aac69c66c0c2a8e0547b65ff1e8","resources":{"Avatar":["avatars.items"]}});
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
}`, {"hash":"7875bb3ebc440260809f2e6540db9b59ad37f4f84af7dc00b99024a617a84c34","resources":{"Avatar":["avatarsConnection.nodes"]}});
export const useAvatarsConnectionQuery = /*#__PURE__*/ createQueryHook(AvatarsConnectionDocument);
export const useSuspenseAvatarsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarsConnectionDocument);
export const useInfiniteAvatarsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(AvatarsConnectionDocument);
export const useSuspenseInfiniteAvatarsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(AvatarsConnectionDocument);

export const AvatarsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsByIdsQuery, Types.AvatarsByIdsQueryVariables>(`query AvatarsByIds($ids: [ID!]!) {
  avatarsByIds(ids: $ids) {
    ...AvatarFields
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"hash":"bb3ec66af3fef55afb3a6cdd4300f296c22367ab22a22dd26d0f54095ef12eba","resources":{"Avatar":["avatarsByIds"]}});
export const useAvatarsByIdsQuery = /*#__PURE__*/ createQueryHook(AvatarsByIdsDocument);
export const useSuspenseAvatarsByIdsQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarsByIdsDocument);

export const AvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarQuery, Types.AvatarQueryVariables>(`query Avatar($id: ID!) {
  avatar(id: $id) {
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
}`, {"hash":"64abb9a8f551923c5c4c40beb7fa74be8205f751fc30d17f3d2bdccb6bef1e66","resources":{"Avatar":["avatar"]}});
export const useAvatarQuery = /*#__PURE__*/ createQueryHook(AvatarDocument);
export const useSuspenseAvatarQuery = /*#__PURE__*/ createSuspenseQueryHook(AvatarDocument);

export const CreateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables>(`mutation CreateAvatar($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    ...AvatarFields
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"hash":"10b83b7072d61e6afbe7cfd934a7a11c8801ae8a39efa0e97d144cb66d301ab4"});
export const useCreateAvatarMutation = /*#__PURE__*/ createMutationHook(CreateAvatarDocument);

export const UpdateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables>(`mutation UpdateAvatar($id: ID!, $input: UpdateAvatarInput!) {
  updateAvatar(id: $id, input: $input) {
    ...AvatarFields
  }
}
fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"hash":"8ec5f8b8401ab2208f0e230ba9b893df8983a5dfcb4e607e741e6da1aebcee87"});
export const useUpdateAvatarMutation = /*#__PURE__*/ createMutationHook(UpdateAvatarDocument);

export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(`mutation DeleteAvatar($id: ID!, $hard: Boolean = false) {
  deleteAvatar(id: $id, hard: $hard)
}`, {"hash":"c8573077720a641e6c6135d7e27a1c5ca54a4a3f84a9c850e0ccc2f06ad66fc9"});
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
      ...LlmFields
    }
  }
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"hash":"46788e009c65d8fcb39259cedbf84bf8dd9b1f1f9a8f02fb61a23834d894a4fb","resources":{"Llm":["llms.items"]}});
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
}`, {"hash":"78c0a21fba59e30985a92ddd199f48ade8fa074d69202ea1b9fd3929754ad538","resources":{"Llm":["llmsConnection.nodes"]}});
export const useLlmsConnectionQuery = /*#__PURE__*/ createQueryHook(LlmsConnectionDocument);
export const useSuspenseLlmsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(LlmsConnectionDocument);
export const useInfiniteLlmsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(LlmsConnectionDocument);
export const useSuspenseInfiniteLlmsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(LlmsConnectionDocument);

export const LlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmQuery, Types.LlmQueryVariables>(`query Llm($id: ID!) {
  llm(id: $id) {
    ...CustomLlmFields
    record
  }
}
fragment CustomLlmFields on Llm {
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
}`, {"hash":"c7e5e8e05f7f4507413112a22a696bd0003dd2c3c15a43e0729de832e7f54b74","resources":{"Llm":["llm"]}});
export const useLlmQuery = /*#__PURE__*/ createQueryHook(LlmDocument);
export const useSuspenseLlmQuery = /*#__PURE__*/ createSuspenseQueryHook(LlmDocument);

export const CreateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLlmMutation, Types.CreateLlmMutationVariables>(`mutation CreateLlm($input: CreateLlmInput!) {
  createLlm(input: $input) {
    ...CustomLlmFields
  }
}
fragment CustomLlmFields on Llm {
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
}`, {"hash":"e7ea151b0dca192caa9d43dd06fec2d1cd538005e7a0ecea56654a8f7ca7896d"});
export const useCreateLlmMutation = /*#__PURE__*/ createMutationHook(CreateLlmDocument);

export const UpdateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables>(`mutation UpdateLlm($id: ID!, $input: UpdateLlmInput!) {
  updateLlm(id: $id, input: $input) {
    ...CustomLlmFields
  }
}
fragment CustomLlmFields on Llm {
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
}`, {"hash":"be5f862fb505bb3595b9dea7429ed14c03c11a93e703c2d28c4a360eeeb8cd6b"});
export const useUpdateLlmMutation = /*#__PURE__*/ createMutationHook(UpdateLlmDocument);

export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(`mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id)
}`, {"hash":"9dbdd7940b7d8916ffcda6012e158500920d603aa722b565dabfe625b4fa9cbd"});
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
      ...PersonaCard
    }
  }
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
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
}`, {"hash":"4ea77aeb1e651bf991b55800d322bb151ea5f48d6a1844f32a08bd65bc93c93a","resources":{"Persona":["personas.items"],"Avatar":["personas.items.avatar"]}});
export const usePersonasQuery = /*#__PURE__*/ createQueryHook(PersonasDocument);
export const useSuspensePersonasQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonasDocument);
export const useInfinitePersonasQuery = /*#__PURE__*/ createInfiniteQueryHook(PersonasDocument);
export const useSuspenseInfinitePersonasQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(PersonasDocument);

export const PersonasConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasConnectionQuery, Types.PersonasConnectionQueryVariables>(`query PersonasConnection($first: Int = 20, $after: String, $name: String) {
  personasConnection(first: $first, after: $after, name: $name) {
    totalCount
    nodes {
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
  ...PersonaFields
  avatar {
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
}`, {"hash":"53bc98ec462ef51739cf6252762d96c074babc0a378488846e25295cb3010d10","resources":{"Persona":["personasConnection.nodes"],"Avatar":["personasConnection.nodes.avatar"]}});
export const usePersonasConnectionQuery = /*#__PURE__*/ createQueryHook(PersonasConnectionDocument);
export const useSuspensePersonasConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonasConnectionDocument);
export const useInfinitePersonasConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(PersonasConnectionDocument);
export const useSuspenseInfinitePersonasConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(PersonasConnectionDocument);

export const PersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaQuery, Types.PersonaQueryVariables>(`query Persona($id: ID!) {
  persona(id: $id) {
    ...PersonaCard
    systemPrompt
    skipGreeting
    languageCode
    initialMessage
    toolIds
    llm {
      ...LlmFields
    }
    record
  }
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
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
}`, {"hash":"26b2d2b02dced1609ced8031b07a9b2c4fea3929ca03d78ff413c9317d74352c","resources":{"Persona":["persona"],"Avatar":["persona.avatar"],"Llm":["persona.llm"]}});
export const usePersonaQuery = /*#__PURE__*/ createQueryHook(PersonaDocument);
export const useSuspensePersonaQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonaDocument);

export const PersonaPartsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaPartsQuery, Types.PersonaPartsQueryVariables>(`query PersonaParts($id: ID!) {
  persona(id: $id) {
    id
    voice {
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
}`, {"hash":"77510fb3b4aa0eb4516fa8c849c6707a004f54a783f6cdbe0e2314fb493699bf","resources":{"Persona":["persona"],"Voice":["persona.voice"],"Tool":["persona.tools"]}});
export const usePersonaPartsQuery = /*#__PURE__*/ createQueryHook(PersonaPartsDocument);
export const useSuspensePersonaPartsQuery = /*#__PURE__*/ createSuspenseQueryHook(PersonaPartsDocument);

export const CreatePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreatePersonaMutation, Types.CreatePersonaMutationVariables>(`mutation CreatePersona($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    ...PersonaCard
  }
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
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
}`, {"hash":"5b48f26ea5567b3333be06adda347c727b62e578e63fae807efd026a4523a29f"});
export const useCreatePersonaMutation = /*#__PURE__*/ createMutationHook(CreatePersonaDocument);

export const UpdatePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdatePersonaMutation, Types.UpdatePersonaMutationVariables>(`mutation UpdatePersona($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) {
    ...PersonaCard
  }
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
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
}`, {"hash":"0bdb35e70b85723385d9ca423e5012525bf4652f26d637ee616c3e568257dcd4"});
export const useUpdatePersonaMutation = /*#__PURE__*/ createMutationHook(UpdatePersonaDocument);

export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(`mutation DeletePersona($id: ID!) {
  deletePersona(id: $id)
}`, {"hash":"42c3d96d689513c1ba88f0aaa08851dc65ab72d73e8333b36f51bc17dc94cbd8"});
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
}`, {"hash":"7e000358dac59d1a8a51d82efaf16a8bc5b792097c52853a3664bf9fd4dbe53f","resources":{"Persona":["personas.items"]}});
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
}`, {"hash":"066762435c49546da00b2d98e2829775282ad49d505c3d3ef4af49cccf0c91f0"});
export const useCreateSessionTokenMutation = /*#__PURE__*/ createMutationHook(CreateSessionTokenDocument);

export const CreateLegacySessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables>(`mutation CreateLegacySessionToken {
  createLegacySessionToken {
    sessionToken
    type
    expiresAt
  }
}`, {"hash":"4bb51334749658b5e5fcabd4098a82442eea29bbf2ed0cfbae0816b54a4a30ba"});
export const useCreateLegacySessionTokenMutation = /*#__PURE__*/ createMutationHook(CreateLegacySessionTokenDocument);

export const ToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolQuery, Types.ToolQueryVariables>(`query Tool($id: ID!) {
  tool(id: $id) {
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
}`, {"hash":"015ba903c09706f2328ed64e8ceade3f6a7923b4e2942167f288063fc5858b03","resources":{"Tool":["tool"]}});
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
}`, {"hash":"bccde3e03e0bf729880da7e8daba19f7bbee07d4f66ec6be4e13fa1df850d36d","resources":{"Tool":["tools.items"]}});
export const useToolsQuery = /*#__PURE__*/ createQueryHook(ToolsDocument);
export const useSuspenseToolsQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolsDocument);
export const useInfiniteToolsQuery = /*#__PURE__*/ createInfiniteQueryHook(ToolsDocument);
export const useSuspenseInfiniteToolsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(ToolsDocument);

export const ToolsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsConnectionQuery, Types.ToolsConnectionQueryVariables>(`query ToolsConnection($first: Int = 20, $after: String, $search: String) {
  toolsConnection(first: $first, after: $after, search: $search) {
    totalCount
    nodes {
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
}`, {"hash":"91ca14681527a9e5f3b87734554252e2daaa25f64b83b6e1d265bed489026cbf","resources":{"Tool":["toolsConnection.nodes"]}});
export const useToolsConnectionQuery = /*#__PURE__*/ createQueryHook(ToolsConnectionDocument);
export const useSuspenseToolsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolsConnectionDocument);
export const useInfiniteToolsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(ToolsConnectionDocument);
export const useSuspenseInfiniteToolsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(ToolsConnectionDocument);

export const ToolsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(`query ToolsByIds($ids: [ID!]!) {
  toolsByIds(ids: $ids) {
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
}`, {"hash":"805cbe548e1a56839a75b3779f2834420f1d0e1a644bf928a1f7bd113681f68d","resources":{"Tool":["toolsByIds"]}});
export const useToolsByIdsQuery = /*#__PURE__*/ createQueryHook(ToolsByIdsDocument);
export const useSuspenseToolsByIdsQuery = /*#__PURE__*/ createSuspenseQueryHook(ToolsByIdsDocument);

export const CreateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateToolMutation, Types.CreateToolMutationVariables>(`mutation CreateTool($input: CreateToolInput!) {
  createTool(input: $input) {
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
}`, {"hash":"bd86f41a279236aec703bdace26e8355e8472168b9920b4d69acd75d968b99c1"});
export const useCreateToolMutation = /*#__PURE__*/ createMutationHook(CreateToolDocument);

export const UpdateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateToolMutation, Types.UpdateToolMutationVariables>(`mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
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
}`, {"hash":"aaaeae5bf4d6221c185fd288ac7b6374ac8a2627731c98240b6d1f0c3df7053f"});
export const useUpdateToolMutation = /*#__PURE__*/ createMutationHook(UpdateToolDocument);

export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(`mutation DeleteTool($id: ID!) {
  deleteTool(id: $id)
}`, {"hash":"0a42a3c81e5603406adf0a337f93fc1c1ff0977e522936720cd9172e8a2bf657"});
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
}`, {"hash":"b09c9638cd4dd2bd3dd18f580748f63ba1f380d724570ff6464dcd22e8ccaffd","resources":{"Voice":["voices.items"]}});
export const useVoicesQuery = /*#__PURE__*/ createQueryHook(VoicesDocument);
export const useSuspenseVoicesQuery = /*#__PURE__*/ createSuspenseQueryHook(VoicesDocument);
export const useInfiniteVoicesQuery = /*#__PURE__*/ createInfiniteQueryHook(VoicesDocument);
export const useSuspenseInfiniteVoicesQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(VoicesDocument);

export const VoicesConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesConnectionQuery, Types.VoicesConnectionQueryVariables>(`query VoicesConnection($first: Int = 20, $after: String, $search: String) {
  voicesConnection(first: $first, after: $after, search: $search) {
    totalCount
    nodes {
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
}`, {"hash":"db188e28785f3a3399f0492c196d595ef04e9d79b79caf14d3fc7d61a233cd58","resources":{"Voice":["voicesConnection.nodes"]}});
export const useVoicesConnectionQuery = /*#__PURE__*/ createQueryHook(VoicesConnectionDocument);
export const useSuspenseVoicesConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(VoicesConnectionDocument);
export const useInfiniteVoicesConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(VoicesConnectionDocument);
export const useSuspenseInfiniteVoicesConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(VoicesConnectionDocument);

export const VoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoiceQuery, Types.VoiceQueryVariables>(`query Voice($id: ID!) {
  voice(id: $id) {
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
}`, {"hash":"68d385120444de952f3e20f1442c947c4be0792a4ca6beca84f7d3616c1ca43c","resources":{"Voice":["voice"]}});
export const useVoiceQuery = /*#__PURE__*/ createQueryHook(VoiceDocument);
export const useSuspenseVoiceQuery = /*#__PURE__*/ createSuspenseQueryHook(VoiceDocument);

export const CreateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateVoiceMutation, Types.CreateVoiceMutationVariables>(`mutation CreateVoice($input: CreateVoiceInput!) {
  createVoice(input: $input) {
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
}`, {"hash":"b1dca3121d9f371b55978157499013bb5370cea6327dcd28d493e196d533daa2"});
export const useCreateVoiceMutation = /*#__PURE__*/ createMutationHook(CreateVoiceDocument);

export const UpdateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables>(`mutation UpdateVoice($id: ID!, $input: UpdateVoiceInput!) {
  updateVoice(id: $id, input: $input) {
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
}`, {"hash":"6c296549f580d0b22ad436e674d3f9e2bc4efd7dc209c6d4732f227574e078c8"});
export const useUpdateVoiceMutation = /*#__PURE__*/ createMutationHook(UpdateVoiceDocument);

export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(`mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id)
}`, {"hash":"8bb1e36069a0e23ecc743a7c146c018fa6c392b18f193ad03e6e7a559180b74b"});
export const useDeleteVoiceMutation = /*#__PURE__*/ createMutationHook(DeleteVoiceDocument);