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
  displayTags
  isGlobal
  isZdr
  createdByOrganizationId
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
  avatarModelName
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
  avatarModelName
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
export const AvatarsDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsQuery, Types.AvatarsQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

query Avatars($page: Int = 1, $perPage: Int = 20, $search: String, $tags: [String!], $onlyOneShot: Boolean) {
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
    nextPage
    previousPage
    items {
      id
      ...AvatarFields
      variantName
      displayTags
      createdByOrganizationId
      createdAt
    }
  }
}`, {"hash":"c4a52e1dc4a36464dd96a4490aad461bf99da769205c1b10196ddfbbf881f95e","resources":{"Avatar":["avatars.items"]}});

/** Returns avatars as a cursor connection, for infinite scrolling. */
export const AvatarsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsConnectionQuery, Types.AvatarsConnectionQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

query AvatarsConnection($first: Int = 20, $after: String, $search: String, $tags: [String!], $onlyOneShot: Boolean) {
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
}`, {"hash":"69f24f1225f4a9ad1e65eb1cd9a8ddfedfcc44f576a6f999e86b13efe25a5733","resources":{"Avatar":["avatarsConnection.nodes"]}});

/** Returns avatars by id, in the order of `ids`; null for each avatar that does not exist. */
export const AvatarsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsByIdsQuery, Types.AvatarsByIdsQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

query AvatarsByIds($ids: [ID!]!) {
  avatarsByIds(ids: $ids) {
    id
    ...AvatarFields
  }
}`, {"hash":"3ad1bc67b42059113081869bddb9df7b3e17a4f2d0cf56bf962861e9854c2749","resources":{"Avatar":["avatarsByIds"]}});

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
}`, {"hash":"0bbe856d48cf2c6d4d45695c53497706cc8934e40d70212ed46b86b25554f2d8","resources":{"Avatar":["avatar"]}});

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const CreateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

mutation CreateAvatar($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    id
    ...AvatarFields
  }
}`, {"hash":"2814840f95f06ae423cb4397ead9bb68d34dd834692ea8a470eafb54fab78171"});

/** Renames an avatar. */
export const UpdateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

mutation UpdateAvatar($id: ID!, $input: UpdateAvatarInput!) {
  updateAvatar(id: $id, input: $input) {
    id
    ...AvatarFields
  }
}`, {"hash":"d6c5a8a8077a016db6f7a2483af39098020573d4b2377ebf0f3635ad03449a75"});

/** Deletes an avatar. Personas that use it keep the id. */
export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(`mutation DeleteAvatar($id: ID!, $permanently: Boolean = false) {
  deleteAvatar(id: $id, permanently: $permanently) {
    deletedId
  }
}`, {"hash":"4c24c82aaf73d575e571d1093ebc3b9c13bc7380ce62d77011a1872a3a3d76e1"});

/** Returns a page of LLMs. */
export const LlmsDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmsQuery, Types.LlmsQueryVariables>(`fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

query Llms($page: Int = 1, $perPage: Int = 20, $search: String, $includeDefaults: Boolean = true) {
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
    nextPage
    previousPage
    items {
      id
      ...LlmFields
    }
  }
}`, {"hash":"e570b845c63ea7ebbb25c41418c69355a564784e20da03558150c04880be815e","resources":{"Llm":["llms.items"]}});

/** Returns LLMs as a cursor connection, for infinite scrolling. */
export const LlmsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmsConnectionQuery, Types.LlmsConnectionQueryVariables>(`fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

query LlmsConnection($first: Int = 20, $after: String, $search: String, $includeDefaults: Boolean = true) {
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
}`, {"hash":"312934a952d27c4247335d056535f89e4202989350aa3fd7eb1c200395891e58","resources":{"Llm":["llmsConnection.nodes"]}});

/** Returns an LLM by id, or null if it does not exist. */
export const LlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmQuery, Types.LlmQueryVariables>(`fragment CustomLlmFields on Llm {
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
  displayTags
  isGlobal
  isZdr
  createdByOrganizationId
  createdAt
  updatedAt
}

query Llm($id: ID!) {
  llm(id: $id) {
    id
    ...CustomLlmFields
    record
  }
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"hash":"9ae4d2dea8226f6078b05ce7f278f55cf48037e48d48272637a9d8bd2a7d1970","resources":{"Llm":["llm"]}});

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
  displayTags
  isGlobal
  isZdr
  createdByOrganizationId
  createdAt
  updatedAt
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"hash":"3eeb734d79fe81cc16edfa78041bf51e01dde1e78444d9af5e1823bba38b0071"});

/** Updates a custom LLM. Built-in LLMs cannot be changed. */
export const UpdateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables>(`fragment CustomLlmFields on Llm {
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
  displayTags
  isGlobal
  isZdr
  createdByOrganizationId
  createdAt
  updatedAt
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

mutation UpdateLlm($id: ID!, $input: UpdateLlmInput!) {
  updateLlm(id: $id, input: $input) {
    id
    ...CustomLlmFields
  }
}`, {"hash":"8ee520aa25c6e4cbdc1c6447ae145232af7f489da58105f56b8dcbd04ef29f9d"});

/** Deletes an LLM. Built-in LLMs cannot be deleted. Personas that use it keep the id. */
export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(`mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id) {
    deletedId
  }
}`, {"hash":"b6d75847135781c3b449dea299ff5cfcb0a83bda01ac61bf4ef6f620a93c9dd7"});

/** Returns a page of personas. */
export const PersonasDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasQuery, Types.PersonasQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
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
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}

query Personas($page: Int = 1, $perPage: Int = 20, $search: String) {
  personas(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    nextPage
    previousPage
    items {
      id
      ...PersonaCard
    }
  }
}`, {"hash":"6d4a990e2bd66f1330a7b7bcf9f9d34b01e80cc3271e9f3797174cc336f3e557","resources":{"Persona":["personas.items"],"Avatar":["personas.items.avatar"]}});

/** Returns personas as a cursor connection, for infinite scrolling. */
export const PersonasConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasConnectionQuery, Types.PersonasConnectionQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
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
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}

query PersonasConnection($first: Int = 20, $after: String, $search: String) {
  personasConnection(first: $first, after: $after, search: $search) {
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
}`, {"hash":"7b3b64a1d41882d1ed995245a7f7380050fb22393439a75be94d44dd875e75cb","resources":{"Persona":["personasConnection.nodes"],"Avatar":["personasConnection.nodes.avatar"]}});

/** Returns a persona by id, or null if it does not exist. */
export const PersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaQuery, Types.PersonaQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

query Persona($id: ID!) {
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

fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}`, {"hash":"27b6815361e0bfaea5e59a87163c2b404a9857bf2c967c01bab6c8028422fc3b","resources":{"Persona":["persona"],"Avatar":["persona.avatar"],"Llm":["persona.llm"]}});

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
}`, {"hash":"776e65b6468ea47e8493acaa537b892e225aab3702e14313b6e0e623bc4a294a","resources":{"Persona":["persona"],"Voice":["persona.voice"],"Tool":["persona.tools"]}});

/** Creates a persona. */
export const CreatePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreatePersonaMutation, Types.CreatePersonaMutationVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

mutation CreatePersona($input: CreatePersonaInput!) {
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
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}`, {"hash":"383be02703c674ad76db5032a3b9a2750d34a670583b66308ffff467e51048af"});

/** Updates a persona. */
export const UpdatePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdatePersonaMutation, Types.UpdatePersonaMutationVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
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
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}

mutation UpdatePersona($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) {
    id
    ...PersonaCard
  }
}`, {"hash":"f063b384bde5a7758e33e20b045ac4b5477acec68fcf2fffa87c524f33d76645"});

/** Deletes a persona. */
export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(`mutation DeletePersona($id: ID!) {
  deletePersona(id: $id) {
    deletedId
  }
}`, {"hash":"5f97584738c5ec1d8adf1ec280fe61aaa727187295dcba265d40999efb0b6940"});

/** Returns a page of personas. */
export const PersonaRecordsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaRecordsQuery, Types.PersonaRecordsQueryVariables>(`query PersonaRecords($page: Int = 1, $perPage: Int = 20, $search: String) {
  personas(page: $page, perPage: $perPage, search: $search) {
    total
    lastPage
    nextPage
    items {
      id
      name
      record
    }
  }
}`, {"hash":"5beefa97d95bc8bf9008fdc24d37498b536a4a77dd00dc98e7435aa2f348051d","resources":{"Persona":["personas.items"]}});

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
}`, {"hash":"5403c4d56e2157529a173390d5bb143f71564b617b6b3f0f395771f220e584a2","resources":{"Tool":["tool"]}});

/** Returns a page of tools. */
export const ToolsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsQuery, Types.ToolsQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}

query Tools($page: Int = 1, $perPage: Int = 20, $search: String) {
  tools(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    nextPage
    previousPage
    items {
      id
      ...ToolFields
    }
  }
}`, {"hash":"7e5974d35040aca23cde8a168963bfc0e8e7c54bf9952954b7afcb5c67f75733","resources":{"Tool":["tools.items"]}});

/** Returns tools as a cursor connection, for infinite scrolling. */
export const ToolsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsConnectionQuery, Types.ToolsConnectionQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}

query ToolsConnection($first: Int = 20, $after: String, $search: String) {
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
}`, {"hash":"10aecc74529ea57f7ceee6e09a3190910b41d39fc52b1a8491705a3c54f6f323","resources":{"Tool":["toolsConnection.nodes"]}});

/** Returns tools by id, in the order of `ids`; null for each tool that does not exist. */
export const ToolsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}

query ToolsByIds($ids: [ID!]!) {
  toolsByIds(ids: $ids) {
    id
    ...ToolFields
  }
}`, {"hash":"62a2f58c36656c77300b5a76ea9950831b3be984cac144b97a163f0d483d9b0b","resources":{"Tool":["toolsByIds"]}});

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
}`, {"hash":"0c3c25cd8af5c76c7704cfb62585cac309996adfad4fefb00fd7330c5a71a5c3"});

/** Updates a tool. */
export const UpdateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateToolMutation, Types.UpdateToolMutationVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}

mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    id
    ...ToolFields
  }
}`, {"hash":"8f9d90e4e2652b5d0c5b3150120c99f156e1816e747b872a731147794c1a3551"});

/** Deletes a tool. */
export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(`mutation DeleteTool($id: ID!) {
  deleteTool(id: $id) {
    deletedId
  }
}`, {"hash":"dffb2e2a5ed953878cf3208d8d1ad9bfa4ff963ad9c973d0e694d42374d582b9"});

/** Returns a page of voices. */
export const VoicesDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesQuery, Types.VoicesQueryVariables>(`fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}

query Voices($page: Int = 1, $perPage: Int = 20, $search: String) {
  voices(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    nextPage
    previousPage
    items {
      id
      ...VoiceFields
    }
  }
}`, {"hash":"24909c54f57deb341a87fbe7bed83142e70a437195986fc6e338ffe2d6181e30","resources":{"Voice":["voices.items"]}});

/** Returns voices as a cursor connection, for infinite scrolling. */
export const VoicesConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesConnectionQuery, Types.VoicesConnectionQueryVariables>(`fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}

query VoicesConnection($first: Int = 20, $after: String, $search: String) {
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
}`, {"hash":"f632bdf16ec4272840d835a6beb5159c734e07a7a309988368e1af9b1a79c84d","resources":{"Voice":["voicesConnection.nodes"]}});

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
}`, {"hash":"719a71bd88f8bd6b4e60cda7dd4f6719d19583e96519f16fc6e86b26c1abe30c","resources":{"Voice":["voice"]}});

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
}`, {"hash":"e2bea57a05b5728fa36591ccb816d98cee8eef1dd85e155c6824fce954754716"});

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
}`, {"hash":"f1a9c755f1a4ab42f13c3091ce45aecee15a28ed7d807eb9b50c434e7af017b0"});

/** Deletes a voice. Personas that use it keep the id. */
export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(`mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id) {
    deletedId
  }
}`, {"hash":"9f772cf51094cee030e245ce5f1abafe23209df4de4e79a5ca6f7870f38fd1c9"});