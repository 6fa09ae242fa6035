// Generated from schema/operations by `npm run generate`; not to be edited.
import type * as Types from './types.ts';
import { TypedDocumentString } from './typed-document.ts';

export const AvatarFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.AvatarFieldsFragment, unknown>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const KnowledgeGroupFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupFieldsFragment, unknown>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}`);

export const KnowledgeDocumentFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentFieldsFragment, unknown>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  filename
  fileType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
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

export const MeetingInviteFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteFieldsFragment, unknown>(`fragment MeetingInviteFields on MeetingInvite {
  id
  provider
  meetingUrl
  displayName
  status
  joinState
  statusReason
  joinAt
  createdAt
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

export const PersonaSettingsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PersonaSettingsFragment, unknown>(`fragment PersonaSettings on Persona {
  id
  skipGreeting
  uninterruptibleGreeting
  zeroDataRetention
  enableAudioPassthrough
  languageCode
  toolIds
  voiceSpeed
  voiceDetectionOptions {
    endOfSpeechSensitivity
    silenceBeforeSkipTurnSeconds
    silenceBeforeSessionEndSeconds
    silenceBeforeAutoEndTurnSeconds
    speechEnhancementLevel
  }
  voiceGenerationOptions {
    stability
    similarityBoost
    speed
    style
    useSpeakerBoost
    model
    volume
    emotion
  }
  widgetConfig {
    callToAction
    allowedOrigins
    allowEverywhere
    layout
    initialState
    position
    showTextInput
    showMuteButton
    showTranscript
  }
}`);

export const SessionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionFieldsFragment, unknown>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}`);

export const ToolCallCountsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolCallCountsFieldsFragment, unknown>(`fragment ToolCallCountsFields on ToolCallCounts {
  total
  succeeded
  failed
  byName {
    name
    count
  }
}`);

export const LatencyFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.LatencyFieldsFragment, unknown>(`fragment LatencyFields on LatencyStatistics {
  count
  avg
  p50
  p90
  p95
  p99
  max
}`);

export const SessionStatisticsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionStatisticsFieldsFragment, unknown>(`fragment SessionStatisticsFields on AggregateSessionAnalytics {
  from
  to
  sessionCount
  sessionsWithReports
  truncated
  turnCount
  latencies {
    transcriptionLatencySeconds {
      ...LatencyFields
    }
    llmTimeToFirstOutputSeconds {
      ...LatencyFields
    }
    llmGenerationDurationSeconds {
      ...LatencyFields
    }
    ttsGenerationDurationSeconds {
      ...LatencyFields
    }
    ttsTimeToFirstAudioSeconds {
      ...LatencyFields
    }
    firstAudioLatencySeconds {
      ...LatencyFields
    }
    speakingDurationSeconds {
      ...LatencyFields
    }
    userSpeechDurationSeconds {
      ...LatencyFields
    }
  }
  counts {
    completedTurns
    interruptedTurns
    interruptedBeforeAudioTurns
    totalErrors
    totalWarnings
    sessionsWithErrors
    sessionsWithWarnings
    toolCalls {
      ...ToolCallCountsFields
    }
  }
  rates {
    interruptionRate
    interruptedBeforeAudioRate
    errorSessionRate
    warningSessionRate
    toolCallFailureRate
  }
  slowestTurns {
    sessionId
    correlationId
    metric
    valueSeconds
    sessionStartTime
    personaId
    clientLabel
  }
}
fragment LatencyFields on LatencyStatistics {
  count
  avg
  p50
  p90
  p95
  p99
  max
}
fragment ToolCallCountsFields on ToolCallCounts {
  total
  succeeded
  failed
  byName {
    name
    count
  }
}`);

export const ShareLinkFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkFieldsFragment, unknown>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`);

export const ToolFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolFieldsFragment, unknown>(`fragment ToolFields on Tool {
  id
  name
  description
  type
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

query Avatars($page: Int = 1, $perPage: Int = 20, $search: String, $tags: [String!], $onlyOneShot: Boolean, $renderStyle: String) {
  avatars(
    page: $page
    perPage: $perPage
    search: $search
    tags: $tags
    onlyOneShot: $onlyOneShot
    renderStyle: $renderStyle
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
}`, {"hash":"febfc682f0e28d8fd7ad375f8192197be648663910a3c651ff10e8c90f45fc71","resources":{"Avatar":["avatars.items"]}});

/** Returns avatars as a cursor connection, for infinite scrolling. */
export const AvatarsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsConnectionQuery, Types.AvatarsConnectionQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

query AvatarsConnection($first: Int = 20, $after: String, $search: String, $tags: [String!], $onlyOneShot: Boolean, $renderStyle: String) {
  avatarsConnection(
    first: $first
    after: $after
    search: $search
    tags: $tags
    onlyOneShot: $onlyOneShot
    renderStyle: $renderStyle
  ) {
    totalCount
    edges {
      cursor
      node {
        id
        ...AvatarFields
        variantName
        displayTags
        createdByOrganizationId
        createdAt
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"5bb5dd969a85ca36d9753630310e83a5bbb2f370bb7bda66b59371d66d7d7849","resources":{"Avatar":["avatarsConnection.edges.node"]}});

/** Returns avatars by id, in the order of `ids`; null for each id that no avatar has. */
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

/** Returns an avatar by id, or null if no avatar has it. */
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
    landscapeImageUrl
    portraitImageUrl
    videoUrl
    idleVideoUrl
    createdByOrganizationId
    isBuiltIn
    createdAt
    updatedAt
  }
}

fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"hash":"d5164dae2ea945d208676aa470c15e57d5a76d114adb73dc3f41a80c93526cac","resources":{"Avatar":["avatar"]}});

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const CreateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

mutation CreateAvatar($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    avatar {
      id
      ...AvatarFields
    }
  }
}`, {"hash":"862f3d8d39158063f47b79e818807bf15a1a0bdc537ec27797be0d1a6b997431"});

/** Renames an avatar. */
export const UpdateAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

mutation UpdateAvatar($id: ID!, $input: UpdateAvatarInput!) {
  updateAvatar(id: $id, input: $input) {
    avatar {
      id
      ...AvatarFields
    }
  }
}`, {"hash":"cc0dc9ae53ee1ec37b8326f60a7f1761400e80ce333ca074730d05cfc9a8c296"});

/** Deletes an avatar. Personas that use it keep the id. */
export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(`mutation DeleteAvatar($id: ID!, $permanently: Boolean = false) {
  deleteAvatar(id: $id, permanently: $permanently) {
    deletedId
  }
}`, {"hash":"4c24c82aaf73d575e571d1093ebc3b9c13bc7380ce62d77011a1872a3a3d76e1"});

/** Returns all knowledge groups. */
export const KnowledgeGroupsDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupsQuery, Types.KnowledgeGroupsQueryVariables>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}

query KnowledgeGroups {
  knowledgeGroups {
    id
    ...KnowledgeGroupFields
  }
}`, {"hash":"3b731f13d276b2bd4deb6b5bf7a945ec2abb66f1cac5a03b6145be0b7eb35725","resources":{"KnowledgeGroup":["knowledgeGroups"]}});

/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const KnowledgeGroupDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupQuery, Types.KnowledgeGroupQueryVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  filename
  fileType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}

query KnowledgeGroup($id: ID!) {
  knowledgeGroup(id: $id) {
    id
    ...KnowledgeGroupFields
    documents {
      id
      ...KnowledgeDocumentFields
    }
  }
}

fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}`, {"hash":"27874844ba3b072f4e7bd209e3a457d9a2ebe57f560cb0ddd9a242443cd7ddbc","resources":{"KnowledgeGroup":["knowledgeGroup"],"KnowledgeDocument":["knowledgeGroup.documents"]}});

/** Creates a knowledge group. */
export const CreateKnowledgeGroupDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateKnowledgeGroupMutation, Types.CreateKnowledgeGroupMutationVariables>(`mutation CreateKnowledgeGroup($input: CreateKnowledgeGroupInput!) {
  createKnowledgeGroup(input: $input) {
    knowledgeGroup {
      id
      ...KnowledgeGroupFields
    }
  }
}

fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}`, {"hash":"7e75e43132cb5c7679f9d89c8db87464a73b45c1ceff000fa72fa4c65615aa35"});

/** Updates a knowledge group. */
export const UpdateKnowledgeGroupDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateKnowledgeGroupMutation, Types.UpdateKnowledgeGroupMutationVariables>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}

mutation UpdateKnowledgeGroup($id: ID!, $input: UpdateKnowledgeGroupInput!) {
  updateKnowledgeGroup(id: $id, input: $input) {
    knowledgeGroup {
      id
      ...KnowledgeGroupFields
    }
  }
}`, {"hash":"196aa36c909157c6f141f46d968b2efa0a169bafef924bf62c48ccc3ca47183b"});

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep its id. */
export const DeleteKnowledgeGroupDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteKnowledgeGroupMutation, Types.DeleteKnowledgeGroupMutationVariables>(`mutation DeleteKnowledgeGroup($id: ID!) {
  deleteKnowledgeGroup(id: $id) {
    deletedId
  }
}`, {"hash":"367ebafdf9f3fa691d8e5d7aedca012a26979107ba8da83095fe0d8d13819f84"});

/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const SearchKnowledgeDocument = /*#__PURE__*/ new TypedDocumentString<Types.SearchKnowledgeQuery, Types.SearchKnowledgeQueryVariables>(`query SearchKnowledge($groupId: ID!, $query: String!, $first: Int! = 5) {
  knowledgeGroup(id: $groupId) {
    id
    search(query: $query, first: $first) {
      documentId
      filename
      content
      score
      chunkIndex
      metadata
    }
  }
}`, {"hash":"97c6d50873bc0349e3a2452dcd7406ace95a1e6378ff67c7babea0d6cc534fea","resources":{"KnowledgeGroup":["knowledgeGroup"]}});

/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const KnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentQuery, Types.KnowledgeDocumentQueryVariables>(`query KnowledgeDocument($id: ID!) {
  knowledgeDocument(id: $id) {
    id
    ...KnowledgeDocumentFields
    group {
      id
      name
    }
  }
}

fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  filename
  fileType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}`, {"hash":"8bb3faae9197b57ac0a0b491cca936118bfd2eab2b05ad0360a8217e88800e3c","resources":{"KnowledgeDocument":["knowledgeDocument"],"KnowledgeGroup":["knowledgeDocument.group"]}});

/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const KnowledgeDownloadDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDownloadQuery, Types.KnowledgeDownloadQueryVariables>(`query KnowledgeDownload($id: ID!) {
  knowledgeDocument(id: $id) {
    id
    filename
    downloadUrl
  }
}`, {"hash":"1a1be638ed999284bf13cecd126ac8d6397940c3321c027f3b5fcae904fe3818","resources":{"KnowledgeDocument":["knowledgeDocument"]}});

/** Uploads a document to a knowledge group. Its text is processed afterwards: read its status until it is READY or FAILED. */
export const UploadKnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.UploadKnowledgeDocumentMutation, Types.UploadKnowledgeDocumentMutationVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  filename
  fileType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}

mutation UploadKnowledgeDocument($input: UploadKnowledgeDocumentInput!) {
  uploadKnowledgeDocument(input: $input) {
    knowledgeDocument {
      id
      ...KnowledgeDocumentFields
    }
  }
}`, {"hash":"afead4d6a66ca4c0d8079dd7c00fab89ec0d91da1bdf996adba27cdb98e0b7c6"});

/** Renames a knowledge document. */
export const UpdateKnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateKnowledgeDocumentMutation, Types.UpdateKnowledgeDocumentMutationVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  filename
  fileType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}

mutation UpdateKnowledgeDocument($id: ID!, $input: UpdateKnowledgeDocumentInput!) {
  updateKnowledgeDocument(id: $id, input: $input) {
    knowledgeDocument {
      id
      ...KnowledgeDocumentFields
    }
  }
}`, {"hash":"5576be3f49632bad86313a97478690a5a64d9978787af6fd15397e79d3c653f8"});

/** Deletes a knowledge document. */
export const DeleteKnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteKnowledgeDocumentMutation, Types.DeleteKnowledgeDocumentMutationVariables>(`mutation DeleteKnowledgeDocument($id: ID!) {
  deleteKnowledgeDocument(id: $id) {
    deletedId
  }
}`, {"hash":"be887cebb99eea737ff079dbeea9ec176d1391a301ba0bbb625b7b242abc8f4b"});

/** Returns a persona by id, or null if no persona has it. */
export const PersonaKnowledgeDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaKnowledgeQuery, Types.PersonaKnowledgeQueryVariables>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}

query PersonaKnowledge($id: ID!) {
  persona(id: $id) {
    id
    knowledgeGroups {
      id
      ...KnowledgeGroupFields
    }
  }
}`, {"hash":"8949478cd23a795d24a4413e963bb3c8d1f25e52fc7bf9e7739b3d4325342880","resources":{"Persona":["persona"],"KnowledgeGroup":["persona.knowledgeGroups"]}});

/** Returns a tool by id, or null if no tool has it. */
export const ToolKnowledgeDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolKnowledgeQuery, Types.ToolKnowledgeQueryVariables>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}

query ToolKnowledge($id: ID!) {
  tool(id: $id) {
    id
    knowledgeGroups {
      id
      ...KnowledgeGroupFields
    }
  }
}`, {"hash":"cbe952eec7c06ea2c4e7f53d67b502495aff2f12e7eeca4be341065a4bdc5d0b","resources":{"Tool":["tool"],"KnowledgeGroup":["tool.knowledgeGroups"]}});

/** Returns knowledge groups by id, in the order of `ids`; null for each id that no knowledge group has. */
export const KnowledgeGroupsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupsByIdsQuery, Types.KnowledgeGroupsByIdsQueryVariables>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}

query KnowledgeGroupsByIds($ids: [ID!]!) {
  knowledgeGroupsByIds(ids: $ids) {
    id
    ...KnowledgeGroupFields
  }
}`, {"hash":"ded1ef8eec93121b1979f7dd2007a7457d6b135a2974c75ac65f857cc5657aca","resources":{"KnowledgeGroup":["knowledgeGroupsByIds"]}});

/** Returns knowledge documents by id, in the order of `ids`; null for each id that no knowledge document has. */
export const KnowledgeDocumentsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentsByIdsQuery, Types.KnowledgeDocumentsByIdsQueryVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  filename
  fileType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}

query KnowledgeDocumentsByIds($ids: [ID!]!) {
  knowledgeDocumentsByIds(ids: $ids) {
    id
    ...KnowledgeDocumentFields
  }
}`, {"hash":"7760aedf9b85fc7c01edfe7f8ea386b026812346abd779d7f6f795525c389eb7","resources":{"KnowledgeDocument":["knowledgeDocumentsByIds"]}});

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
    edges {
      cursor
      node {
        id
        ...LlmFields
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"f7704125468186b1dff2d6e1b3a27a314ede528d3bdefebef0c1ef7de29deebd","resources":{"Llm":["llmsConnection.edges.node"]}});

/** Returns an LLM by id, or null if no LLM has it. */
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
  }
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"hash":"d9285c7c138528b0344db6b7ecf014e03acca3bf605ae09ab269949bdb22b8f2","resources":{"Llm":["llm"]}});

/** Creates a custom LLM. Its API key is stored by the upstream and never returned. */
export const CreateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLlmMutation, Types.CreateLlmMutationVariables>(`mutation CreateLlm($input: CreateLlmInput!) {
  createLlm(input: $input) {
    llm {
      id
      ...CustomLlmFields
    }
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
}`, {"hash":"27dcefd1c60fd7331610ea068f9ccc64454506a917d8c262502be1764c55a123"});

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
    llm {
      id
      ...CustomLlmFields
    }
  }
}`, {"hash":"627d4ad84629690b54c5fe79a250034a8494550846a1524a56f365b185fdbd6b"});

/** Deletes an LLM. Built-in LLMs cannot be deleted. Personas that use it keep the id. */
export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(`mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id) {
    deletedId
  }
}`, {"hash":"b6d75847135781c3b449dea299ff5cfcb0a83bda01ac61bf4ef6f620a93c9dd7"});

/** Returns LLMs by id, in the order of `ids`; null for each id that no LLM has. */
export const LlmsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmsByIdsQuery, Types.LlmsByIdsQueryVariables>(`fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

query LlmsByIds($ids: [ID!]!) {
  llmsByIds(ids: $ids) {
    id
    ...LlmFields
  }
}`, {"hash":"9284eb4c014ff4bb9870bfcfdb09553de5f202f39aec1af96ea21dc1eadcaa96","resources":{"Llm":["llmsByIds"]}});

/** Returns a page of meeting invites. */
export const MeetingInvitesDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInvitesQuery, Types.MeetingInvitesQueryVariables>(`fragment MeetingInviteFields on MeetingInvite {
  id
  provider
  meetingUrl
  displayName
  status
  joinState
  statusReason
  joinAt
  createdAt
}

query MeetingInvites($page: Int = 1, $perPage: Int = 20, $status: String) {
  meetingInvites(page: $page, perPage: $perPage, status: $status) {
    total
    page
    perPage
    lastPage
    nextPage
    previousPage
    items {
      id
      ...MeetingInviteFields
    }
  }
}`, {"hash":"d03979ae595eac94a82677629aaec0719943d06e62f5b3d1c8b15901c2fc2dfd","resources":{"MeetingInvite":["meetingInvites.items"]}});

/** Returns meeting invites as a cursor connection, for infinite scrolling. */
export const MeetingInvitesConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInvitesConnectionQuery, Types.MeetingInvitesConnectionQueryVariables>(`fragment MeetingInviteFields on MeetingInvite {
  id
  provider
  meetingUrl
  displayName
  status
  joinState
  statusReason
  joinAt
  createdAt
}

query MeetingInvitesConnection($first: Int = 20, $after: String, $status: String) {
  meetingInvitesConnection(first: $first, after: $after, status: $status) {
    totalCount
    edges {
      cursor
      node {
        id
        ...MeetingInviteFields
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"9bf79d410bb5ee17895762e37d0785de637835c89cb37a41b6ba0e73091ff78d","resources":{"MeetingInvite":["meetingInvitesConnection.edges.node"]}});

/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const MeetingInviteDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteQuery, Types.MeetingInviteQueryVariables>(`query MeetingInvite($id: ID!) {
  meetingInvite(id: $id) {
    id
    ...MeetingInviteFields
    groupCall
    region
    sessionId
  }
}

fragment MeetingInviteFields on MeetingInvite {
  id
  provider
  meetingUrl
  displayName
  status
  joinState
  statusReason
  joinAt
  createdAt
}`, {"hash":"f3468802d6937880f7bfc1660b921b6022ca22171e98e9ea19d64ba7a6132bbb","resources":{"MeetingInvite":["meetingInvite"]}});

/** Invites a persona to a video meeting. */
export const CreateMeetingInviteDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateMeetingInviteMutation, Types.CreateMeetingInviteMutationVariables>(`mutation CreateMeetingInvite($input: CreateMeetingInviteInput!) {
  createMeetingInvite(input: $input) {
    meetingInvite {
      id
      ...MeetingInviteFields
    }
  }
}

fragment MeetingInviteFields on MeetingInvite {
  id
  provider
  meetingUrl
  displayName
  status
  joinState
  statusReason
  joinAt
  createdAt
}`, {"hash":"2f512c353e3fe7c60cbb327049cb54e85f08384d7bc4645ac55b014597773e31"});

/** Cancels a meeting invite. A persona that has joined leaves. */
export const CancelMeetingInviteDocument = /*#__PURE__*/ new TypedDocumentString<Types.CancelMeetingInviteMutation, Types.CancelMeetingInviteMutationVariables>(`mutation CancelMeetingInvite($id: ID!) {
  cancelMeetingInvite(id: $id) {
    cancelledId
  }
}`, {"hash":"d74035d269e2939f09e205935509d26e5f572bc72f2601b3b7c22692a55686c3"});

/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const MeetingInviteSessionDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteSessionQuery, Types.MeetingInviteSessionQueryVariables>(`query MeetingInviteSession($id: ID!) {
  meetingInvite(id: $id) {
    id
    session {
      id
      ...SessionFields
    }
  }
}

fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}`, {"hash":"cfefacf9ecbe419b582473190b9d020423839eb402e4143ce76dafba35a17097","resources":{"MeetingInvite":["meetingInvite"],"Session":["meetingInvite.session"]}});

/** Returns meeting invites by id, in the order of `ids`; null for each id that no meeting invite has. */
export const MeetingInvitesByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInvitesByIdsQuery, Types.MeetingInvitesByIdsQueryVariables>(`fragment MeetingInviteFields on MeetingInvite {
  id
  provider
  meetingUrl
  displayName
  status
  joinState
  statusReason
  joinAt
  createdAt
}

query MeetingInvitesByIds($ids: [ID!]!) {
  meetingInvitesByIds(ids: $ids) {
    id
    ...MeetingInviteFields
  }
}`, {"hash":"4cb28af88f4a85ac431ddf94c036a073039994740bb741d90597a9ca2e63e526","resources":{"MeetingInvite":["meetingInvitesByIds"]}});

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
      isDefaultPersona
    }
  }
}`, {"hash":"81fe67bcb4d44c95ab467af4c36a909b77044c38791dc509948cf9b21f284da1","resources":{"Persona":["personas.items"],"Avatar":["personas.items.avatar"]}});

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
    edges {
      cursor
      node {
        id
        ...PersonaCard
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"3f14a1b1695c8ce22b7faf9d0761045560326192283a46317079322f196d3842","resources":{"Persona":["personasConnection.edges.node"],"Avatar":["personasConnection.edges.node.avatar"]}});

/** Returns a persona by id, or null if no persona has it. */
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
    ...PersonaSettings
    llm {
      id
      ...LlmFields
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
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}

fragment PersonaSettings on Persona {
  id
  skipGreeting
  uninterruptibleGreeting
  zeroDataRetention
  enableAudioPassthrough
  languageCode
  toolIds
  voiceSpeed
  voiceDetectionOptions {
    endOfSpeechSensitivity
    silenceBeforeSkipTurnSeconds
    silenceBeforeSessionEndSeconds
    silenceBeforeAutoEndTurnSeconds
    speechEnhancementLevel
  }
  voiceGenerationOptions {
    stability
    similarityBoost
    speed
    style
    useSpeakerBoost
    model
    volume
    emotion
  }
  widgetConfig {
    callToAction
    allowedOrigins
    allowEverywhere
    layout
    initialState
    position
    showTextInput
    showMuteButton
    showTranscript
  }
}`, {"hash":"b3ac9786f27278001a0a083128c8de2d7607e25fd9184969be0a7d9f57dab615","resources":{"Persona":["persona"],"Avatar":["persona.avatar"],"Llm":["persona.llm"]}});

/** Returns a persona by id, or null if no persona has it. */
export const PersonaPromptsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaPromptsQuery, Types.PersonaPromptsQueryVariables>(`query PersonaPrompts($id: ID!) {
  persona(id: $id) {
    id
    systemPrompt
    personality
    initialMessage
    directorNotes {
      presetStyle
      customStylePrompt
      expressivity
    }
  }
}`, {"hash":"0e23af24493be08589a94f7d7fc2bf165e2da9682baade52c8eac46459a5fa0e","resources":{"Persona":["persona"]}});

/** Returns a persona by id, or null if no persona has it. */
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
    persona {
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
  avatarModelName
  voiceId
  llmId
  createdAt
  updatedAt
}`, {"hash":"5a7ca6777a548a04a43015e314a01eb302a6a0a2c8ca5f2d159752aea570c0ae"});

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
    persona {
      id
      ...PersonaCard
    }
  }
}`, {"hash":"882bb5775331465bc908216c470847bc11213caf4c63e6040a375ea86b6c2e43"});

/** Deletes a persona. */
export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(`mutation DeletePersona($id: ID!) {
  deletePersona(id: $id) {
    deletedId
  }
}`, {"hash":"5f97584738c5ec1d8adf1ec280fe61aaa727187295dcba265d40999efb0b6940"});

/** Returns personas by id, in the order of `ids`; null for each id that no persona has. */
export const PersonasByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasByIdsQuery, Types.PersonasByIdsQueryVariables>(`fragment AvatarFields on Avatar {
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

query PersonasByIds($ids: [ID!]!) {
  personasByIds(ids: $ids) {
    id
    ...PersonaCard
  }
}`, {"hash":"075d158fe4c6ec03273b208ab7ac3507d18fb5b0119a321031347c455a0b6c6e","resources":{"Persona":["personasByIds"],"Avatar":["personasByIds.avatar"]}});

/** Returns a persona by id, or null if no persona has it. */
export const PersonaRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaRecordQuery, Types.PersonaRecordQueryVariables>(`query PersonaRecord($id: ID!) {
  persona(id: $id) {
    id
    knowledge
    record
  }
}`, {"hash":"6e0b0e98232cd58471b2d61f6961d40dbdddd110a7e19bbcf9436b9d6ec8a4ee","resources":{"Persona":["persona"]}});

/** Returns an avatar by id, or null if no avatar has it. */
export const AvatarRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarRecordQuery, Types.AvatarRecordQueryVariables>(`query AvatarRecord($id: ID!) {
  avatar(id: $id) {
    id
    record
  }
}`, {"hash":"4699af7948a11db1c52c450ceb09439f5d97c55cd6fd6186af446995b622ad3f","resources":{"Avatar":["avatar"]}});

/** Returns a tool by id, or null if no tool has it. */
export const ToolRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolRecordQuery, Types.ToolRecordQueryVariables>(`query ToolRecord($id: ID!) {
  tool(id: $id) {
    id
    record
  }
}`, {"hash":"532fd2985bbba1a9b4e2bf7e4fe76bc6ed97cf8943af3d256882b9439b194d00","resources":{"Tool":["tool"]}});

/** Returns a voice by id, or null if no voice has it. */
export const VoiceRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoiceRecordQuery, Types.VoiceRecordQueryVariables>(`query VoiceRecord($id: ID!) {
  voice(id: $id) {
    id
    record
  }
}`, {"hash":"c816e5312290c892789da69b5f2d45db8375741adbe3235df25ad69293210db7","resources":{"Voice":["voice"]}});

/** Returns an LLM by id, or null if no LLM has it. */
export const LlmRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmRecordQuery, Types.LlmRecordQueryVariables>(`query LlmRecord($id: ID!) {
  llm(id: $id) {
    id
    record
  }
}`, {"hash":"85e102a7f9356346b96fa247b68d78b047027fe47f928bbf70bf314c4ca5e429","resources":{"Llm":["llm"]}});

/** Returns a session by id, or null if no session has it. */
export const SessionRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionRecordQuery, Types.SessionRecordQueryVariables>(`query SessionRecord($id: ID!) {
  session(id: $id) {
    id
    personaConfig
    record
  }
}`, {"hash":"7dad83b895d1155396b7367bc3eb12dc3d1361ccb3646b3f97436e112b792ce5","resources":{"Session":["session"]}});

/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const KnowledgeGroupRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupRecordQuery, Types.KnowledgeGroupRecordQueryVariables>(`query KnowledgeGroupRecord($id: ID!) {
  knowledgeGroup(id: $id) {
    id
    record
  }
}`, {"hash":"fa1b5c2edf50e27d1565b8ad0f2d067f6805b74291c1da8a49fc398276c5e40c","resources":{"KnowledgeGroup":["knowledgeGroup"]}});

/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const KnowledgeDocumentRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentRecordQuery, Types.KnowledgeDocumentRecordQueryVariables>(`query KnowledgeDocumentRecord($id: ID!) {
  knowledgeDocument(id: $id) {
    id
    record
  }
}`, {"hash":"b143be971d13d3b0b8cd0869b21a74db502df268a41b1c542c80e93fa43c164f","resources":{"KnowledgeDocument":["knowledgeDocument"]}});

/** Returns a share link by id, or null if no share link has it. */
export const ShareLinkRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkRecordQuery, Types.ShareLinkRecordQueryVariables>(`query ShareLinkRecord($id: ID!) {
  shareLink(id: $id) {
    id
    record
  }
}`, {"hash":"73487b5e6f060c7d9b010660ae36ebff4d18bfbcc1320486b0fade9ce658cf3d","resources":{"ShareLink":["shareLink"]}});

/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const MeetingInviteRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteRecordQuery, Types.MeetingInviteRecordQueryVariables>(`query MeetingInviteRecord($id: ID!) {
  meetingInvite(id: $id) {
    id
    record
  }
}`, {"hash":"cc41f764e8cd05b0c71716c7a45d064e4d4426d2e567be0eee0094d9b2eebecf","resources":{"MeetingInvite":["meetingInvite"]}});

/** Creates a session token for one persona. The API key stays on the server. */
export const CreateSessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables>(`mutation CreateSessionToken($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) {
    sessionToken
    type
    expiresAt
  }
}`, {"hash":"3090a3a3f11369edc62a7a934f8a8578fba9f70bdf8511f28fd07f20a346b2eb"});

/** Creates a session token without a persona; the client chooses the persona. @deprecated Use createSessionToken, which sets the persona on the server. */
export const CreateLegacySessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables>(`mutation CreateLegacySessionToken {
  createLegacySessionToken {
    sessionToken
    type
    expiresAt
  }
}`, {"hash":"4bb51334749658b5e5fcabd4098a82442eea29bbf2ed0cfbae0816b54a4a30ba"});

/** Returns a page of sessions. */
export const SessionsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionsQuery, Types.SessionsQueryVariables>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}

query Sessions($page: Int = 1, $perPage: Int = 20, $search: String, $personaId: ID, $apiKeyId: ID) {
  sessions(
    page: $page
    perPage: $perPage
    search: $search
    personaId: $personaId
    apiKeyId: $apiKeyId
  ) {
    total
    page
    perPage
    lastPage
    nextPage
    previousPage
    items {
      id
      ...SessionFields
      persona {
        id
        name
      }
    }
  }
}`, {"hash":"9c324de55c0b31195af7c13ef3df7ce577bada042219383db8377b2a6cea8069","resources":{"Session":["sessions.items"],"Persona":["sessions.items.persona"]}});

/** Returns sessions as a cursor connection, for infinite scrolling. */
export const SessionsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionsConnectionQuery, Types.SessionsConnectionQueryVariables>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}

query SessionsConnection($first: Int = 20, $after: String, $search: String, $personaId: ID, $apiKeyId: ID) {
  sessionsConnection(
    first: $first
    after: $after
    search: $search
    personaId: $personaId
    apiKeyId: $apiKeyId
  ) {
    totalCount
    edges {
      cursor
      node {
        id
        ...SessionFields
        persona {
          id
          name
        }
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"dd375685e948ded7aa631e47311be371ec91942c221d5af6d89d339e48df7a1f","resources":{"Session":["sessionsConnection.edges.node"],"Persona":["sessionsConnection.edges.node.persona"]}});

/** Returns a persona by id, or null if no persona has it. */
export const PersonaSessionsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaSessionsQuery, Types.PersonaSessionsQueryVariables>(`query PersonaSessions($id: ID!, $first: Int = 20, $after: String) {
  persona(id: $id) {
    id
    sessions(first: $first, after: $after) {
      totalCount
      edges {
        cursor
        node {
          id
          ...SessionFields
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
}

fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}`, {"hash":"cb36385f2d27b69e0f72fac6856407248278ebbb298bcc65dc8318cde8b161b8","resources":{"Persona":["persona"],"Session":["persona.sessions.edges.node"]}});

/** Returns a persona by id, or null if no persona has it. */
export const PersonaStatisticsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaStatisticsQuery, Types.PersonaStatisticsQueryVariables>(`fragment LatencyFields on LatencyStatistics {
  count
  avg
  p50
  p90
  p95
  p99
  max
}

query PersonaStatistics($id: ID!, $from: DateTime, $to: DateTime) {
  persona(id: $id) {
    id
    statistics(from: $from, to: $to) {
      ...SessionStatisticsFields
    }
  }
}

fragment SessionStatisticsFields on AggregateSessionAnalytics {
  from
  to
  sessionCount
  sessionsWithReports
  truncated
  turnCount
  latencies {
    transcriptionLatencySeconds {
      ...LatencyFields
    }
    llmTimeToFirstOutputSeconds {
      ...LatencyFields
    }
    llmGenerationDurationSeconds {
      ...LatencyFields
    }
    ttsGenerationDurationSeconds {
      ...LatencyFields
    }
    ttsTimeToFirstAudioSeconds {
      ...LatencyFields
    }
    firstAudioLatencySeconds {
      ...LatencyFields
    }
    speakingDurationSeconds {
      ...LatencyFields
    }
    userSpeechDurationSeconds {
      ...LatencyFields
    }
  }
  counts {
    completedTurns
    interruptedTurns
    interruptedBeforeAudioTurns
    totalErrors
    totalWarnings
    sessionsWithErrors
    sessionsWithWarnings
    toolCalls {
      ...ToolCallCountsFields
    }
  }
  rates {
    interruptionRate
    interruptedBeforeAudioRate
    errorSessionRate
    warningSessionRate
    toolCallFailureRate
  }
  slowestTurns {
    sessionId
    correlationId
    metric
    valueSeconds
    sessionStartTime
    personaId
    clientLabel
  }
}

fragment ToolCallCountsFields on ToolCallCounts {
  total
  succeeded
  failed
  byName {
    name
    count
  }
}`, {"hash":"8e5605d75eb2fb94b8e511e2bb58d337e699117ca2481fe578a404f5dc912ff4","resources":{"Persona":["persona"]}});

/** Returns a session by id, or null if no session has it. */
export const SessionDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionQuery, Types.SessionQueryVariables>(`query Session($id: ID!) {
  session(id: $id) {
    id
    ...SessionFields
    engineHost
    engineProtocol
    engineVersion
    clientMetadata
    apiKeyId
    organizationId
    createdAt
    updatedAt
    persona {
      id
      name
    }
  }
}

fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}`, {"hash":"cc2402a2fb6d56dd553fefb29cfd7ab896f36e9008f93ca612ec2a61df7db8e1","resources":{"Session":["session"],"Persona":["session.persona"]}});

/** Returns a session by id, or null if no session has it. */
export const SessionToolCallsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionToolCallsQuery, Types.SessionToolCallsQueryVariables>(`query SessionToolCalls($id: ID!) {
  session(id: $id) {
    id
    toolCalls {
      turnIndex
      correlationId
      toolCallId
      toolName
      toolType
      toolSubtype
      status
      startedAt
      completedAt
      durationSeconds
      errorMessage
      arguments
      result
      documentsAccessed
    }
  }
}`, {"hash":"957b7f899b81c1225f5f60091b594e99fd671491e595beac89afb89733440108","resources":{"Session":["session"]}});

/** Returns a session by id, or null if no session has it. */
export const SessionTranscriptDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionTranscriptQuery, Types.SessionTranscriptQueryVariables>(`query SessionTranscript($id: ID!) {
  session(id: $id) {
    id
    isLive
    endTime
    transcript {
      sessionId
      personaName
      startTime
      endTime
      durationMs
      totalMessages
      transcriptsEnabled
      messages {
        role
        message
        timestamp
        speakingDurationSeconds
        wasInterrupted
      }
    }
  }
}`, {"hash":"6615b68e7fcaeb5e93c63e3fadae337ece30702301dd0324a6563141dffda1d8","resources":{"Session":["session"]}});

/** Returns a session by id, or null if no session has it. */
export const SessionRecordingDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionRecordingQuery, Types.SessionRecordingQueryVariables>(`query SessionRecording($id: ID!) {
  session(id: $id) {
    id
    isLive
    recordingUrl
  }
}`, {"hash":"ea406d5c963f4d790fe3449b861be21b37a074e8f08ec1b152a2170d6fd3b42c","resources":{"Session":["session"]}});

/** Returns a session by id, or null if no session has it. */
export const SessionTurnsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionTurnsQuery, Types.SessionTurnsQueryVariables>(`query SessionTurns($id: ID!, $includeMessages: Boolean = false) {
  session(id: $id) {
    id
    isLive
    analytics(includeMessages: $includeMessages) {
      sessionId
      durationSeconds
      sessionType
      config {
        llmProvider
        llmModel
        ttsProvider
        ttsVoice
        avatarKey
        personaName
        languageCode
        transcriptsEnabled
      }
      summary {
        totalTurns
        completedTurns
        interruptedTurns
        interruptionRate
        totalUserSpeechDurationSeconds
        totalUserWords
        totalAssistantWords
        totalWarnings
        totalErrors
        toolCalls {
          ...ToolCallCountsFields
        }
        averageLatencies {
          transcriptionLatencySeconds
          llmTimeToFirstOutputSeconds
          ttsGenerationDurationSeconds
          firstAudioLatencySeconds
        }
      }
      turns {
        turnIndex
        correlationId
        userSpeechStartTime
        userSpeechEndTime
        userSpeechDurationSeconds
        userTranscriptionTime
        transcriptionLatencySeconds
        llmFirstOutputTime
        llmFinalOutputTime
        llmTimeToFirstOutputSeconds
        llmGenerationDurationSeconds
        ttsStartTime
        ttsEndTime
        ttsGenerationDurationSeconds
        ttsTimeToFirstAudioSeconds
        personaStartSpeakingTime
        personaStopSpeakingTime
        firstAudioLatencySeconds
        speakingDurationSeconds
        finishReason
        wasInterrupted
        interruptedStage
        toolCalls {
          toolCallId
          toolName
          toolType
          status
          startedAt
          completedAt
          durationSeconds
          errorMessage
        }
        userMessage
        assistantMessage
      }
    }
  }
}

fragment ToolCallCountsFields on ToolCallCounts {
  total
  succeeded
  failed
  byName {
    name
    count
  }
}`, {"hash":"22a3a89831ed653443f7066f9a21c8f34ec997715c2e7db0fddf46d73067a5d2","resources":{"Session":["session"]}});

/** Returns how many sessions run, and whether another one can start. */
export const SessionConcurrencyDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionConcurrencyQuery, Types.SessionConcurrencyQueryVariables>(`query SessionConcurrency {
  sessionConcurrency {
    limit
    active
    canStartSession
    estimatedWaitSeconds
  }
}`, {"hash":"69e46a13ef21032dcb91f1b71680bcb839656ecfbed33a8c7e5bffee8eff024d"});

/** Returns the analytics of all sessions in a time range. */
export const SessionAnalyticsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionAnalyticsQuery, Types.SessionAnalyticsQueryVariables>(`fragment LatencyFields on LatencyStatistics {
  count
  avg
  p50
  p90
  p95
  p99
  max
}

query SessionAnalytics($from: DateTime, $to: DateTime, $personaId: ID, $apiKeyId: ID, $clientLabel: String, $sessionType: SessionType) {
  sessionAnalytics(
    from: $from
    to: $to
    personaId: $personaId
    apiKeyId: $apiKeyId
    clientLabel: $clientLabel
    sessionType: $sessionType
  ) {
    ...SessionStatisticsFields
  }
}

fragment SessionStatisticsFields on AggregateSessionAnalytics {
  from
  to
  sessionCount
  sessionsWithReports
  truncated
  turnCount
  latencies {
    transcriptionLatencySeconds {
      ...LatencyFields
    }
    llmTimeToFirstOutputSeconds {
      ...LatencyFields
    }
    llmGenerationDurationSeconds {
      ...LatencyFields
    }
    ttsGenerationDurationSeconds {
      ...LatencyFields
    }
    ttsTimeToFirstAudioSeconds {
      ...LatencyFields
    }
    firstAudioLatencySeconds {
      ...LatencyFields
    }
    speakingDurationSeconds {
      ...LatencyFields
    }
    userSpeechDurationSeconds {
      ...LatencyFields
    }
  }
  counts {
    completedTurns
    interruptedTurns
    interruptedBeforeAudioTurns
    totalErrors
    totalWarnings
    sessionsWithErrors
    sessionsWithWarnings
    toolCalls {
      ...ToolCallCountsFields
    }
  }
  rates {
    interruptionRate
    interruptedBeforeAudioRate
    errorSessionRate
    warningSessionRate
    toolCallFailureRate
  }
  slowestTurns {
    sessionId
    correlationId
    metric
    valueSeconds
    sessionStartTime
    personaId
    clientLabel
  }
}

fragment ToolCallCountsFields on ToolCallCounts {
  total
  succeeded
  failed
  byName {
    name
    count
  }
}`, {"hash":"3b41cf6ca17f953fcc0da16658cc964ece4284e6151876c638018aae8eca88b5"});

/** Stops a session. It ends soon afterwards: read its `endTime` to know when. */
export const StopSessionDocument = /*#__PURE__*/ new TypedDocumentString<Types.StopSessionMutation, Types.StopSessionMutationVariables>(`mutation StopSession($id: ID!) {
  stopSession(id: $id) {
    stoppedId
  }
}`, {"hash":"b357acf41fd4cb6bf9a2cd4209f8954c1a490b3083c9dc294570040550cb4160"});

/** Returns sessions by id, in the order of `ids`; null for each id that no session has. */
export const SessionsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionsByIdsQuery, Types.SessionsByIdsQueryVariables>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startTime
  endTime
  sessionLengthMs
  exitStatus
  isLive
}

query SessionsByIds($ids: [ID!]!) {
  sessionsByIds(ids: $ids) {
    id
    ...SessionFields
  }
}`, {"hash":"64cd695d421954bd29c005e46e5c45c6b5e1af4ca43244dd64c8ad498701752c","resources":{"Session":["sessionsByIds"]}});

/** Returns a page of share links. */
export const ShareLinksDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinksQuery, Types.ShareLinksQueryVariables>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}

query ShareLinks($page: Int = 1, $perPage: Int = 20, $search: String, $personaId: ID) {
  shareLinks(
    page: $page
    perPage: $perPage
    search: $search
    personaId: $personaId
  ) {
    total
    page
    perPage
    lastPage
    nextPage
    previousPage
    items {
      id
      ...ShareLinkFields
    }
  }
}`, {"hash":"afe9c374ad183ff0540ddea2ab1925d64c6f2e9115900dbfe0c2e6981cf6ee5c","resources":{"ShareLink":["shareLinks.items"]}});

/** Returns share links as a cursor connection, for infinite scrolling. */
export const ShareLinksConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinksConnectionQuery, Types.ShareLinksConnectionQueryVariables>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}

query ShareLinksConnection($first: Int = 20, $after: String, $search: String, $personaId: ID) {
  shareLinksConnection(
    first: $first
    after: $after
    search: $search
    personaId: $personaId
  ) {
    totalCount
    edges {
      cursor
      node {
        id
        ...ShareLinkFields
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"ba13a66e523a3bea65408def7b55c0f464b53242ba8dc63887b172e403ed1605","resources":{"ShareLink":["shareLinksConnection.edges.node"]}});

/** Returns a share link by id, or null if no share link has it. */
export const ShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkQuery, Types.ShareLinkQueryVariables>(`query ShareLink($id: ID!) {
  shareLink(id: $id) {
    id
    ...ShareLinkFields
    isPrimary
    allowedOrigins
    allowAllOrigins
    removeWatermark
    organizationId
    persona {
      id
      name
    }
  }
}

fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`, {"hash":"4a2b2359dd2384a7e1286688e7f719c2e9641314f427c985b020ae6bdab8de00","resources":{"ShareLink":["shareLink"],"Persona":["shareLink.persona"]}});

/** Returns a persona by id, or null if no persona has it. */
export const PersonaShareLinksDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaShareLinksQuery, Types.PersonaShareLinksQueryVariables>(`query PersonaShareLinks($id: ID!) {
  persona(id: $id) {
    id
    shareLinks {
      id
      ...ShareLinkFields
    }
  }
}

fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`, {"hash":"ff59be59f0cd35126b66fa668bfe9b942952a42ba9875247348e0ff7ad381892","resources":{"Persona":["persona"],"ShareLink":["persona.shareLinks"]}});

/** Creates a share link of a persona. */
export const CreateShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateShareLinkMutation, Types.CreateShareLinkMutationVariables>(`mutation CreateShareLink($input: CreateShareLinkInput!) {
  createShareLink(input: $input) {
    token
    shareLink {
      id
      ...ShareLinkFields
    }
  }
}

fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`, {"hash":"432db309997f60902d17eca4abbb2d9d63bcb1f04953c9d91ea28f6fd1b120a2"});

/** Updates a share link. */
export const UpdateShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateShareLinkMutation, Types.UpdateShareLinkMutationVariables>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}

mutation UpdateShareLink($id: ID!, $input: UpdateShareLinkInput!) {
  updateShareLink(id: $id, input: $input) {
    shareLink {
      id
      ...ShareLinkFields
    }
  }
}`, {"hash":"2a0d45d6d0100764b7822f1e8b082421e3ba25263f77fecd93126008eac71bff"});

/** Deletes a share link. It no longer opens the persona. */
export const DeleteShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteShareLinkMutation, Types.DeleteShareLinkMutationVariables>(`mutation DeleteShareLink($id: ID!) {
  deleteShareLink(id: $id) {
    deletedId
  }
}`, {"hash":"6cce6b6e0148f6baf98d510f73b22f8600f327bedcdc91bf84d7e50b8dac1dd6"});

/** Returns share links by id, in the order of `ids`; null for each id that no share link has. */
export const ShareLinksByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinksByIdsQuery, Types.ShareLinksByIdsQueryVariables>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  enabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}

query ShareLinksByIds($ids: [ID!]!) {
  shareLinksByIds(ids: $ids) {
    id
    ...ShareLinkFields
  }
}`, {"hash":"bb10f0edeef65d269259d19f5ad1f23fcc3ab24dd39295ad4f1c176703743cd2","resources":{"ShareLink":["shareLinksByIds"]}});

/** Returns a tool by id, or null if no tool has it. */
export const ToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolQuery, Types.ToolQueryVariables>(`query Tool($id: ID!) {
  tool(id: $id) {
    id
    ...ToolFields
    config
  }
}

fragment ToolFields on Tool {
  id
  name
  description
  type
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`, {"hash":"6b6e23d34e8b263e8826208f394977f255620e476e65f2a5ac8da8790df05c1e","resources":{"Tool":["tool"]}});

/** Returns a page of tools. */
export const ToolsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsQuery, Types.ToolsQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
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
}`, {"hash":"df707b77acb011c08c6c0a880cd481ca020fc11059d83c688aa0cb65ceb19294","resources":{"Tool":["tools.items"]}});

/** Returns tools as a cursor connection, for infinite scrolling. */
export const ToolsConnectionDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsConnectionQuery, Types.ToolsConnectionQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}

query ToolsConnection($first: Int = 20, $after: String, $search: String) {
  toolsConnection(first: $first, after: $after, search: $search) {
    totalCount
    edges {
      cursor
      node {
        id
        ...ToolFields
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"0d2e35324940ac71590a421ec592d92d4ffb5b7f337830aa1c29d9f9255d2fe2","resources":{"Tool":["toolsConnection.edges.node"]}});

/** Returns tools by id, in the order of `ids`; null for each id that no tool has. */
export const ToolsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
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
}`, {"hash":"e45f3aeeb4c827d6018f61128727284bd07d9beee29f0d78a8539df45b3036b0","resources":{"Tool":["toolsByIds"]}});

/** Creates a tool. Attach it to a persona by toolIds. */
export const CreateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateToolMutation, Types.CreateToolMutationVariables>(`mutation CreateTool($input: CreateToolInput!) {
  createTool(input: $input) {
    tool {
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
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`, {"hash":"9d92a742af7c723ff9f94b4f4fbc8ed81b1f197f6553925bc3a00611b06baf15"});

/** Updates a tool. */
export const UpdateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateToolMutation, Types.UpdateToolMutationVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}

mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    tool {
      id
      ...ToolFields
      config
    }
  }
}`, {"hash":"0a82850a3b3cd7e8d15635d7457f579be6d00d8a7b6af2188df5b31b41ea1a33"});

/** Deletes a tool. */
export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(`mutation DeleteTool($id: ID!) {
  deleteTool(id: $id) {
    deletedId
  }
}`, {"hash":"dffb2e2a5ed953878cf3208d8d1ad9bfa4ff963ad9c973d0e694d42374d582b9"});

/** Returns the caller and what it may do, or null if it is anonymous. The response is never cached. */
export const ViewerDocument = /*#__PURE__*/ new TypedDocumentString<Types.ViewerQuery, Types.ViewerQueryVariables>(`query Viewer {
  viewer {
    id
    issuer
    tenant
    role
    scopes
    mint {
      allowed
      reason
      retryAfterSeconds
      maxSessionLengthSeconds
      limits {
        unit
        per
        max
        remaining
        resetsAt
      }
      running
    }
  }
}`, {"hash":"2c26eaa0b5a29d4f9959848796e7ea04dcedbb7527c06dcef7f14cc1e76ebaae","resources":{"Viewer":["viewer"]}});

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
    edges {
      cursor
      node {
        id
        ...VoiceFields
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}`, {"hash":"4df5e46c8a3ae6fc633cf599eb2cb382f29621bcaa255a3a45124eedc031e1bb","resources":{"Voice":["voicesConnection.edges.node"]}});

/** Returns a voice by id, or null if no voice has it. */
export const VoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoiceQuery, Types.VoiceQueryVariables>(`query Voice($id: ID!) {
  voice(id: $id) {
    id
    ...VoiceFields
    providerVoiceId
    providerModelId
    displayTags
    isZdr
    isBuiltIn
    createdAt
    updatedAt
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
}`, {"hash":"ac852e46eee3f38838f96bf4f2c6237ce56ce2f71936abb04a0cb81ca4e303c0","resources":{"Voice":["voice"]}});

/** Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes. */
export const CreateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateVoiceMutation, Types.CreateVoiceMutationVariables>(`mutation CreateVoice($input: CreateVoiceInput!) {
  createVoice(input: $input) {
    voice {
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
}`, {"hash":"1d60eb65d7b8198ac618f32d8827ebf2198a45bd396fd7a9addeb475bd7c982b"});

/** Updates a voice. */
export const UpdateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables>(`mutation UpdateVoice($id: ID!, $input: UpdateVoiceInput!) {
  updateVoice(id: $id, input: $input) {
    voice {
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
}`, {"hash":"fe2ae8415a9e1cc94721f6e0c67a9af3f3497d824145c9c06eea340b04057cd7"});

/** Deletes a voice. Personas that use it keep the id. */
export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(`mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id) {
    deletedId
  }
}`, {"hash":"9f772cf51094cee030e245ce5f1abafe23209df4de4e79a5ca6f7870f38fd1c9"});

/** Creates a URL to which a recording of up to 50 MB is sent by PUT, with the same Content-Type. Afterwards, createVoice takes its key. */
export const CreateVoiceUploadDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateVoiceUploadMutation, Types.CreateVoiceUploadMutationVariables>(`mutation CreateVoiceUpload($input: CreateVoiceUploadInput!) {
  createVoiceUpload(input: $input) {
    uploadUrl
    audioKey
  }
}`, {"hash":"179f5b6bb987abd1d5c0a5ecebe9aac4c1f6cc6795c65762f02247d4666173c2"});

/** Returns voices by id, in the order of `ids`; null for each id that no voice has. */
export const VoicesByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesByIdsQuery, Types.VoicesByIdsQueryVariables>(`fragment VoiceFields on Voice {
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

query VoicesByIds($ids: [ID!]!) {
  voicesByIds(ids: $ids) {
    id
    ...VoiceFields
  }
}`, {"hash":"e8e53bc0f389e612c07ea74b9133eaf75c5dab3631e3a220e3e8975cc1f4aee2","resources":{"Voice":["voicesByIds"]}});