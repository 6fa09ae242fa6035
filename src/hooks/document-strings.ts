// Generated from schema/operations by `npm run generate`; not to be edited.
import type * as Types from './types.ts';
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

/** Returns a page of avatars. */
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
}`, {"hash":"b592d9b83bfd0be03534c95aba2e8ace9a26c1c990491cd07a8de6d781143fdb","resources":{"Avatar":["avatars.items"]}});

/** Returns avatars as a cursor connection, for infinite scrolling. */
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
}`, {"hash":"ab528c9b344dc80e43c71d910966fa3aa70780b4d9083a0f3dd9ab7478bb917d","resources":{"Avatar":["avatarsConnection.nodes"]}});

/** Returns avatars by id, in the order of `ids`; null for each avatar that does not exist. */
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
}`, {"hash":"420fdc9855b4a40046d864e268e905f9fce71ec03fa279f2d66152326fd9b5d8","resources":{"Avatar":["avatarsByIds"]}});

/** Returns an avatar by id, or null if it does not exist. */
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
}`, {"hash":"2884cda0da9b6acad13b95b2b2d6099a66449d9a62c830bac11924faa60a2fcf","resources":{"Avatar":["avatar"]}});

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
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
}`, {"hash":"4253ac2a738c44dea4989b565c7fd1bbee9e6edea1a49615af3c74babe50382d"});

/** Renames an avatar. */
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
}`, {"hash":"53df8caf37bc0c29801215c509440db60da42cbdb8b2c9ed91d7bdd90f4a4f97"});

/** Deletes an avatar and returns its id. Personas that use it keep the id. */
export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(`mutation DeleteAvatar($id: ID!, $hard: Boolean = false) {
  deleteAvatar(id: $id, hard: $hard)
}`, {"hash":"c8573077720a641e6c6135d7e27a1c5ca54a4a3f84a9c850e0ccc2f06ad66fc9"});

/** Returns a page of LLMs. */
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
}`, {"hash":"f607ca0b2a296078370aac3a8f15675ef62708e59fa252d00aad6583d8995628","resources":{"Llm":["llms.items"]}});

/** Returns LLMs as a cursor connection, for infinite scrolling. */
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
}`, {"hash":"3ca305ff0e01690e713a876dd5c79bf5e99d1f8de06c355d3416a72137ee136f","resources":{"Llm":["llmsConnection.nodes"]}});

/** Returns an LLM by id, or null if it does not exist. */
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
}`, {"hash":"362286d6ee16b75cfcfa5e557f15c1d85948d4b51e9ea59bea1eb327fa571184","resources":{"Llm":["llm"]}});

/** Creates a custom LLM. Its API key is stored by the upstream and never returned. */
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
}`, {"hash":"45bf08440149d19c4e521265b6a6675d526632e8c8254b9a7152f9639604d7a0"});

/** Updates a custom LLM. Built-in LLMs cannot be changed. */
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
}`, {"hash":"0b3517bbb712bdcc2686bbea34c8392beaf4007d7b3935426f059a6c616ea582"});

/** Deletes an LLM and returns its id. Built-in LLMs cannot be deleted. Personas that use it keep the id. */
export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(`mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id)
}`, {"hash":"9dbdd7940b7d8916ffcda6012e158500920d603aa722b565dabfe625b4fa9cbd"});

/** Returns a page of personas. */
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
}`, {"hash":"e61d7668af84b991b09db9aa2316f569e65c27fd8a1c9957668546ce3eedac20","resources":{"Persona":["personas.items"],"Avatar":["personas.items.avatar"]}});

/** Returns personas as a cursor connection, for infinite scrolling. */
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
}`, {"hash":"68121f5690ef68c71361f104352f1765b150ce35b55d7bb72c5a2d50f2232811","resources":{"Persona":["personasConnection.nodes"],"Avatar":["personasConnection.nodes.avatar"]}});

/** Returns a persona by id, or null if it does not exist. */
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
}`, {"hash":"0d51d2d5a48310a81718b0ead46d25070986d6abdaab002a53d5d36bee68d6c2","resources":{"Persona":["persona"],"Avatar":["persona.avatar"],"Llm":["persona.llm"]}});

/** Returns a persona by id, or null if it does not exist. */
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
}`, {"hash":"2a8c2316b1c3e3e7db28b8ec5f5d31cfe06c52770f0ea67019e4caa3eea42125","resources":{"Persona":["persona"],"Voice":["persona.voice"],"Tool":["persona.tools"]}});

/** Creates a persona. */
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
}`, {"hash":"d35b71f239e6b5ee95276117360af2a7ca962ea63340c6e4ddb89248fd82b338"});

/** Updates a persona. */
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
}`, {"hash":"e6d179c9965fe11acf4bcc54873687b2feb7a5ef37028041cac6c8d11ae48bb9"});

/** Deletes a persona and returns its id. */
export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(`mutation DeletePersona($id: ID!) {
  deletePersona(id: $id)
}`, {"hash":"42c3d96d689513c1ba88f0aaa08851dc65ab72d73e8333b36f51bc17dc94cbd8"});

/** Returns a page of personas. */
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

/** Creates a session token for one persona. The API key stays on the server. */
export const CreateSessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables>(`mutation CreateSessionToken($input: CreateSessionTokenInput!, $verify: Boolean = false) {
  createSessionToken(input: $input, verify: $verify) {
    sessionToken
    type
    expiresAt
  }
}`, {"hash":"066762435c49546da00b2d98e2829775282ad49d505c3d3ef4af49cccf0c91f0"});

/** Creates a session token without a persona; the client chooses the persona. @deprecated Use createSessionToken, which sets the persona on the server. */
export const CreateLegacySessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables>(`mutation CreateLegacySessionToken {
  createLegacySessionToken {
    sessionToken
    type
    expiresAt
  }
}`, {"hash":"4bb51334749658b5e5fcabd4098a82442eea29bbf2ed0cfbae0816b54a4a30ba"});

/** Returns a tool by id, or null if it does not exist. */
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
}`, {"hash":"1935d9ac559889d8fe0b86d2d7030e4d6d2884bff8c44c88ee0aff6ef06d0e00","resources":{"Tool":["tool"]}});

/** Returns a page of tools. */
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
}`, {"hash":"bd01e563798198e351a7b31192d943f090edde29bf1aa23641074f31c42dbbb7","resources":{"Tool":["tools.items"]}});

/** Returns tools as a cursor connection, for infinite scrolling. */
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
}`, {"hash":"87737e1bb180467ea3f82138379091f7296558b56f5ee1f59b0f599f369b582e","resources":{"Tool":["toolsConnection.nodes"]}});

/** Returns tools by id, in the order of `ids`; null for each tool that does not exist. */
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
}`, {"hash":"3e34701de68d08633b7ab47875e809efb75c02afcedd67fe86c26602969b4ab6","resources":{"Tool":["toolsByIds"]}});

/** Creates a tool. Attach it to a persona by toolIds. */
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
}`, {"hash":"99f357ce1a3879f0f051f2c6a7e3ac51783f7fb18c738575a92c94e0daf33076"});

/** Updates a tool. */
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
}`, {"hash":"f9055e490a73501859eea62c83a4719af3c499c1657ebb4e96828a579bff0931"});

/** Deletes a tool and returns its id. */
export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(`mutation DeleteTool($id: ID!) {
  deleteTool(id: $id)
}`, {"hash":"0a42a3c81e5603406adf0a337f93fc1c1ff0977e522936720cd9172e8a2bf657"});

/** Returns a page of voices. */
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
}`, {"hash":"cbb0c598b8e8e6441bc1bb4c233e4a3a6bc66583d54c702d996a7e77fc127d2f","resources":{"Voice":["voices.items"]}});

/** Returns voices as a cursor connection, for infinite scrolling. */
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
}`, {"hash":"bbd3f86cf41d969dba69aa95f9a86ed7755e72bd7698cda6fbc723c4bd9581a0","resources":{"Voice":["voicesConnection.nodes"]}});

/** Returns a voice by id, or null if it does not exist. */
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
}`, {"hash":"f360cf51a72dfd4e55fd1d2294defd1f508a70438eddec220358e89bb661097a","resources":{"Voice":["voice"]}});

/** Creates a voice from a recording, as a file or by its URL. Can take minutes. */
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
}`, {"hash":"d336dfaf73c91ef25fe8f841ff193d91dbbb2c6209eb8e4fedf0dda6a78c047a"});

/** Updates a voice. */
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
}`, {"hash":"ba9e0c37458c4f8c2bb31a5136766c0a5c46e9b0f5d3412c456d14af6b173da9"});

/** Deletes a voice and returns its id. Personas that use it keep the id. */
export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(`mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id)
}`, {"hash":"8bb1e36069a0e23ecc743a7c146c018fa6c392b18f193ad03e6e7a559180b74b"});