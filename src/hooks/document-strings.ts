// Generated from schema/operations by `npm run generate`; not to be edited.
import type * as Types from './types.ts';
import { TypedDocumentString } from './typed-document.ts';

export const PageInfoFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PageInfoFieldsFragment, unknown>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`);

export const KnowledgeSearchResultFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeSearchResultFieldsFragment, unknown>(`fragment KnowledgeSearchResultFields on KnowledgeSearchResult {
  documentId
  filename
  content
  score
  chunkIndex
  metadata
}`);

export const LlmUrlFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.LlmUrlFieldsFragment, unknown>(`fragment LlmUrlFields on LlmUrl {
  url
  region
}`);

export const VoiceDetectionOptionsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.VoiceDetectionOptionsFieldsFragment, unknown>(`fragment VoiceDetectionOptionsFields on VoiceDetectionOptions {
  endOfSpeechSensitivity
  silenceBeforeSkipTurnSeconds
  silenceBeforeSessionEndSeconds
  silenceBeforeAutoEndTurnSeconds
  speechEnhancementLevel
}`);

export const VoiceGenerationOptionsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.VoiceGenerationOptionsFieldsFragment, unknown>(`fragment VoiceGenerationOptionsFields on VoiceGenerationOptions {
  stability
  similarityBoost
  speed
  style
  useSpeakerBoost
  model
  volume
  emotion
}`);

export const WidgetConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.WidgetConfigFieldsFragment, unknown>(`fragment WidgetConfigFields on WidgetConfig {
  callToAction
  allowedOrigins
  allowEverywhere
  layout
  initialState
  position
  showTextInput
  showMuteButton
  showTranscript
}`);

export const DirectorNotesFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.DirectorNotesFieldsFragment, unknown>(`fragment DirectorNotesFields on DirectorNotes {
  presetStyle
  customStylePrompt
  expressivity
}`);

export const SessionStatisticsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionStatisticsFieldsFragment, unknown>(`fragment SessionStatisticsFields on SessionStatistics {
  sessionCount
  from
  to
  analyzedSessionCount
  isTruncated
  turnCount
  latencies {
    ...StageStatisticsFields
  }
  counts {
    ...SessionCountsFields
  }
  rates {
    ...SessionRatesFields
  }
  slowestTurns {
    ...SlowTurnFields
  }
}
fragment StageStatisticsFields on StageStatistics {
  transcriptionLatencySeconds {
    ...LatencyStatisticsFields
  }
  llmTimeToFirstOutputSeconds {
    ...LatencyStatisticsFields
  }
  llmGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsTimeToFirstAudioSeconds {
    ...LatencyStatisticsFields
  }
  firstAudioLatencySeconds {
    ...LatencyStatisticsFields
  }
  personaSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
  userSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
}
fragment SessionCountsFields on SessionCounts {
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptedBeforeAudioTurnCount
  errorSessionCount
  warningSessionCount
  toolCalls {
    ...ToolCallCountsFields
  }
}
fragment SessionRatesFields on SessionRates {
  interruptionRate
  interruptedBeforeAudioRate
  errorSessionRate
  warningSessionRate
  toolCallFailureRate
}
fragment SlowTurnFields on SlowTurn {
  sessionId
  correlationId
  metric
  valueSeconds
  sessionStartedAt
  personaId
  clientLabel
}
fragment LatencyStatisticsFields on LatencyStatistics {
  turnCount
  avg
  p50
  p90
  p95
  p99
  max
}
fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}
fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}`);

export const SessionToolCallFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionToolCallFieldsFragment, unknown>(`fragment SessionToolCallFields on SessionToolCall {
  turnIndex
  correlationId
  toolCallId
  toolName
  toolType
  status
  startedAt
  endedAt
  durationSeconds
  errorMessage
  toolSubtype
  arguments
  result
  documentsAccessed
}`);

export const TranscriptFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.TranscriptFieldsFragment, unknown>(`fragment TranscriptFields on Transcript {
  sessionId
  personaName
  startedAt
  endedAt
  messageCount
  transcriptsEnabled
  messages {
    ...TranscriptMessageFields
  }
  durationSeconds
}
fragment TranscriptMessageFields on TranscriptMessage {
  role
  message
  saidAt
  durationSeconds
  wasInterrupted
}`);

export const SessionAnalyticsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionAnalyticsFieldsFragment, unknown>(`fragment SessionAnalyticsFields on SessionAnalytics {
  sessionId
  startedAt
  endedAt
  durationSeconds
  sessionType
  config {
    ...SessionConfigFields
  }
  summary {
    ...SessionSummaryFields
  }
  turns {
    ...SessionTurnFields
  }
}
fragment SessionConfigFields on SessionConfig {
  llmProvider
  llmModel
  ttsProvider
  ttsVoice
  avatarKey
  personaName
  languageCode
  transcriptsEnabled
}
fragment SessionSummaryFields on SessionSummary {
  turnCount
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptionRate
  userSpeechDurationSeconds
  userWordCount
  personaWordCount
  toolCalls {
    ...ToolCallCountsFields
  }
  averageLatencies {
    ...AverageLatenciesFields
  }
}
fragment SessionTurnFields on SessionTurn {
  turnIndex
  correlationId
  userSpeechStartedAt
  userSpeechEndedAt
  userSpeechTranscribedAt
  llmFirstOutputAt
  llmFinalOutputAt
  ttsStartedAt
  ttsEndedAt
  personaSpeechStartedAt
  personaSpeechEndedAt
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  llmGenerationDurationSeconds
  ttsGenerationDurationSeconds
  ttsTimeToFirstAudioSeconds
  firstAudioLatencySeconds
  personaSpeechDurationSeconds
  userSpeechDurationSeconds
  finishReason
  wasInterrupted
  interruptedStage
  toolCalls {
    ...TurnToolCallFields
  }
  userMessage
  personaMessage
}
fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}
fragment AverageLatenciesFields on AverageLatencies {
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  ttsGenerationDurationSeconds
  firstAudioLatencySeconds
}
fragment TurnToolCallFields on TurnToolCall {
  toolCallId
  toolName
  toolType
  status
  startedAt
  endedAt
  durationSeconds
  errorMessage
}
fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}`);

export const SessionConcurrencyFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionConcurrencyFieldsFragment, unknown>(`fragment SessionConcurrencyFields on SessionConcurrency {
  activeCount
  limit
  canStartSession
  estimatedWaitSeconds
}`);

export const ToolConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolConfigFieldsFragment, unknown>(`fragment ToolConfigFields on ToolConfig {
  client {
    ...ClientToolConfigFields
  }
  knowledge {
    ...KnowledgeToolConfigFields
  }
  system {
    ...SystemToolConfigFields
  }
  webhook {
    ...WebhookToolConfigFields
  }
}
fragment ClientToolConfigFields on ClientToolConfig {
  parameters
  awaitResult
  toolTimeoutSeconds
  extra
}
fragment KnowledgeToolConfigFields on KnowledgeToolConfig {
  knowledgeGroupIds
  extra
}
fragment SystemToolConfigFields on SystemToolConfig {
  action
  extra
}
fragment WebhookToolConfigFields on WebhookToolConfig {
  url
  method
  headers
  parameters
  bodyTemplate
  extra
}`);

export const ViewerFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ViewerFieldsFragment, unknown>(`fragment ViewerFields on Viewer {
  subject
  issuer
  tenant
  role
  scopes
  mint {
    ...ViewerMintFields
  }
}
fragment ViewerMintFields on ViewerMint {
  allowed
  reason
  retryAfterSeconds
  maxSessionLengthSeconds
  limits {
    ...ViewerLimitFields
  }
  runningCount
}
fragment ViewerLimitFields on ViewerLimit {
  unit
  per
  max
  remaining
  reserved
  used
  resetsAt
}`);

export const StageStatisticsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.StageStatisticsFieldsFragment, unknown>(`fragment StageStatisticsFields on StageStatistics {
  transcriptionLatencySeconds {
    ...LatencyStatisticsFields
  }
  llmTimeToFirstOutputSeconds {
    ...LatencyStatisticsFields
  }
  llmGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsTimeToFirstAudioSeconds {
    ...LatencyStatisticsFields
  }
  firstAudioLatencySeconds {
    ...LatencyStatisticsFields
  }
  personaSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
  userSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
}
fragment LatencyStatisticsFields on LatencyStatistics {
  turnCount
  avg
  p50
  p90
  p95
  p99
  max
}`);

export const SessionCountsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionCountsFieldsFragment, unknown>(`fragment SessionCountsFields on SessionCounts {
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptedBeforeAudioTurnCount
  errorSessionCount
  warningSessionCount
  toolCalls {
    ...ToolCallCountsFields
  }
}
fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}
fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}`);

export const SessionRatesFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionRatesFieldsFragment, unknown>(`fragment SessionRatesFields on SessionRates {
  interruptionRate
  interruptedBeforeAudioRate
  errorSessionRate
  warningSessionRate
  toolCallFailureRate
}`);

export const SlowTurnFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SlowTurnFieldsFragment, unknown>(`fragment SlowTurnFields on SlowTurn {
  sessionId
  correlationId
  metric
  valueSeconds
  sessionStartedAt
  personaId
  clientLabel
}`);

export const TranscriptMessageFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.TranscriptMessageFieldsFragment, unknown>(`fragment TranscriptMessageFields on TranscriptMessage {
  role
  message
  saidAt
  durationSeconds
  wasInterrupted
}`);

export const SessionConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionConfigFieldsFragment, unknown>(`fragment SessionConfigFields on SessionConfig {
  llmProvider
  llmModel
  ttsProvider
  ttsVoice
  avatarKey
  personaName
  languageCode
  transcriptsEnabled
}`);

export const SessionSummaryFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionSummaryFieldsFragment, unknown>(`fragment SessionSummaryFields on SessionSummary {
  turnCount
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptionRate
  userSpeechDurationSeconds
  userWordCount
  personaWordCount
  toolCalls {
    ...ToolCallCountsFields
  }
  averageLatencies {
    ...AverageLatenciesFields
  }
}
fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}
fragment AverageLatenciesFields on AverageLatencies {
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  ttsGenerationDurationSeconds
  firstAudioLatencySeconds
}
fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}`);

export const SessionTurnFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionTurnFieldsFragment, unknown>(`fragment SessionTurnFields on SessionTurn {
  turnIndex
  correlationId
  userSpeechStartedAt
  userSpeechEndedAt
  userSpeechTranscribedAt
  llmFirstOutputAt
  llmFinalOutputAt
  ttsStartedAt
  ttsEndedAt
  personaSpeechStartedAt
  personaSpeechEndedAt
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  llmGenerationDurationSeconds
  ttsGenerationDurationSeconds
  ttsTimeToFirstAudioSeconds
  firstAudioLatencySeconds
  personaSpeechDurationSeconds
  userSpeechDurationSeconds
  finishReason
  wasInterrupted
  interruptedStage
  toolCalls {
    ...TurnToolCallFields
  }
  userMessage
  personaMessage
}
fragment TurnToolCallFields on TurnToolCall {
  toolCallId
  toolName
  toolType
  status
  startedAt
  endedAt
  durationSeconds
  errorMessage
}`);

export const ClientToolConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ClientToolConfigFieldsFragment, unknown>(`fragment ClientToolConfigFields on ClientToolConfig {
  parameters
  awaitResult
  toolTimeoutSeconds
  extra
}`);

export const KnowledgeToolConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeToolConfigFieldsFragment, unknown>(`fragment KnowledgeToolConfigFields on KnowledgeToolConfig {
  knowledgeGroupIds
  extra
}`);

export const SystemToolConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SystemToolConfigFieldsFragment, unknown>(`fragment SystemToolConfigFields on SystemToolConfig {
  action
  extra
}`);

export const WebhookToolConfigFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.WebhookToolConfigFieldsFragment, unknown>(`fragment WebhookToolConfigFields on WebhookToolConfig {
  url
  method
  headers
  parameters
  bodyTemplate
  extra
}`);

export const ViewerMintFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ViewerMintFieldsFragment, unknown>(`fragment ViewerMintFields on ViewerMint {
  allowed
  reason
  retryAfterSeconds
  maxSessionLengthSeconds
  limits {
    ...ViewerLimitFields
  }
  runningCount
}
fragment ViewerLimitFields on ViewerLimit {
  unit
  per
  max
  remaining
  reserved
  used
  resetsAt
}`);

export const LatencyStatisticsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.LatencyStatisticsFieldsFragment, unknown>(`fragment LatencyStatisticsFields on LatencyStatistics {
  turnCount
  avg
  p50
  p90
  p95
  p99
  max
}`);

export const ToolCallCountsFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolCallCountsFieldsFragment, unknown>(`fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}
fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}`);

export const AverageLatenciesFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.AverageLatenciesFieldsFragment, unknown>(`fragment AverageLatenciesFields on AverageLatencies {
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  ttsGenerationDurationSeconds
  firstAudioLatencySeconds
}`);

export const TurnToolCallFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.TurnToolCallFieldsFragment, unknown>(`fragment TurnToolCallFields on TurnToolCall {
  toolCallId
  toolName
  toolType
  status
  startedAt
  endedAt
  durationSeconds
  errorMessage
}`);

export const ViewerLimitFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ViewerLimitFieldsFragment, unknown>(`fragment ViewerLimitFields on ViewerLimit {
  unit
  per
  max
  remaining
  reserved
  used
  resetsAt
}`);

export const ToolCallCountFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolCallCountFieldsFragment, unknown>(`fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}`);

export const AvatarFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.AvatarFieldsFragment, unknown>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const AvatarItemFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.AvatarItemFragment, unknown>(`fragment AvatarItem on Avatar {
  variantName
  displayTags
  organizationId
  createdAt
}`);

export const AvatarDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.AvatarDetailsFragment, unknown>(`fragment AvatarDetails on Avatar {
  variantName
  description
  availableModels
  defaultModel
  displayTags
  renderStyle
  landscapeImageUrl
  portraitImageUrl
  videoUrl
  idleVideoUrl
  organizationId
  isBuiltIn
  createdAt
  updatedAt
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
  groupId
  filename
  contentType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}`);

export const KnowledgeDocumentDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentDetailsFragment, unknown>(`fragment KnowledgeDocumentDetails on KnowledgeDocument {
  group {
    id
    name
  }
}`);

export const LlmFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.LlmFieldsFragment, unknown>(`fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);

export const LlmDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.LlmDetailsFragment, unknown>(`fragment LlmDetails on Llm {
  llmFormat
  urls {
    ...LlmUrlFields
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
  zeroDataRetention
  organizationId
  createdAt
  updatedAt
}
fragment LlmUrlFields on LlmUrl {
  url
  region
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

export const MeetingInviteDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteDetailsFragment, unknown>(`fragment MeetingInviteDetails on MeetingInvite {
  groupCall
  region
  sessionId
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

export const PersonaSettingsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PersonaSettingsFragment, unknown>(`fragment PersonaSettings on Persona {
  id
  skipGreeting
  uninterruptibleGreeting
  zeroDataRetention
  languageCode
  toolIds
  voiceDetectionOptions {
    ...VoiceDetectionOptionsFields
  }
  voiceGenerationOptions {
    ...VoiceGenerationOptionsFields
  }
  widgetConfig {
    ...WidgetConfigFields
  }
}
fragment VoiceDetectionOptionsFields on VoiceDetectionOptions {
  endOfSpeechSensitivity
  silenceBeforeSkipTurnSeconds
  silenceBeforeSessionEndSeconds
  silenceBeforeAutoEndTurnSeconds
  speechEnhancementLevel
}
fragment VoiceGenerationOptionsFields on VoiceGenerationOptions {
  stability
  similarityBoost
  speed
  style
  useSpeakerBoost
  model
  volume
  emotion
}
fragment WidgetConfigFields on WidgetConfig {
  callToAction
  allowedOrigins
  allowEverywhere
  layout
  initialState
  position
  showTextInput
  showMuteButton
  showTranscript
}`);

export const PersonaItemFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PersonaItemFragment, unknown>(`fragment PersonaItem on Persona {
  isDefault
}`);

export const PersonaDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.PersonaDetailsFragment, unknown>(`fragment PersonaDetails on Persona {
  ...PersonaSettings
  enableAudioPassthrough
  voiceSpeed
  llm {
    id
    ...LlmFields
  }
}
fragment PersonaSettings on Persona {
  id
  skipGreeting
  uninterruptibleGreeting
  zeroDataRetention
  languageCode
  toolIds
  voiceDetectionOptions {
    ...VoiceDetectionOptionsFields
  }
  voiceGenerationOptions {
    ...VoiceGenerationOptionsFields
  }
  widgetConfig {
    ...WidgetConfigFields
  }
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
fragment VoiceDetectionOptionsFields on VoiceDetectionOptions {
  endOfSpeechSensitivity
  silenceBeforeSkipTurnSeconds
  silenceBeforeSessionEndSeconds
  silenceBeforeAutoEndTurnSeconds
  speechEnhancementLevel
}
fragment VoiceGenerationOptionsFields on VoiceGenerationOptions {
  stability
  similarityBoost
  speed
  style
  useSpeakerBoost
  model
  volume
  emotion
}
fragment WidgetConfigFields on WidgetConfig {
  callToAction
  allowedOrigins
  allowEverywhere
  layout
  initialState
  position
  showTextInput
  showMuteButton
  showTranscript
}`);

export const SessionFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionFieldsFragment, unknown>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}`);

export const SessionItemFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionItemFragment, unknown>(`fragment SessionItem on Session {
  persona {
    id
    name
  }
}`);

export const SessionDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.SessionDetailsFragment, unknown>(`fragment SessionDetails on Session {
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
}`);

export const ShareLinkFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkFieldsFragment, unknown>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  isEnabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`);

export const ShareLinkDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkDetailsFragment, unknown>(`fragment ShareLinkDetails on ShareLink {
  isPrimary
  allowedOrigins
  allowEverywhere
  removeWatermark
  organizationId
  persona {
    id
    name
  }
}`);

export const ToolFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.ToolFieldsFragment, unknown>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  subtype
  disableInterruptions
  personaCount
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
  organizationId
}`);

export const VoiceDetailsFragmentDoc = /*#__PURE__*/ new TypedDocumentString<Types.VoiceDetailsFragment, unknown>(`fragment VoiceDetails on Voice {
  providerVoiceId
  providerModelId
  displayTags
  zeroDataRetention
  isBuiltIn
  createdAt
  updatedAt
}`);

/** Lists personas. */
export const PersonasDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonasQuery, Types.PersonasQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
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

fragment PersonaItem on Persona {
  isDefault
}

query Personas($first: Int! = 20, $after: String, $page: Int, $search: String) {
  personas(first: $first, after: $after, page: $page, search: $search) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...PersonaCard
      ...PersonaItem
    }
  }
}`, {"hash":"67b5a2ac0657ef4a8db988b6837608039a0a1def081d4d45e1512842efecdad3","resources":["Persona","Avatar"]});

/** Returns a persona by id, or null. */
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
    ...PersonaDetails
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

fragment PersonaDetails on Persona {
  ...PersonaSettings
  enableAudioPassthrough
  voiceSpeed
  llm {
    id
    ...LlmFields
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

fragment PersonaSettings on Persona {
  id
  skipGreeting
  uninterruptibleGreeting
  zeroDataRetention
  languageCode
  toolIds
  voiceDetectionOptions {
    ...VoiceDetectionOptionsFields
  }
  voiceGenerationOptions {
    ...VoiceGenerationOptionsFields
  }
  widgetConfig {
    ...WidgetConfigFields
  }
}

fragment VoiceDetectionOptionsFields on VoiceDetectionOptions {
  endOfSpeechSensitivity
  silenceBeforeSkipTurnSeconds
  silenceBeforeSessionEndSeconds
  silenceBeforeAutoEndTurnSeconds
  speechEnhancementLevel
}

fragment VoiceGenerationOptionsFields on VoiceGenerationOptions {
  stability
  similarityBoost
  speed
  style
  useSpeakerBoost
  model
  volume
  emotion
}

fragment WidgetConfigFields on WidgetConfig {
  callToAction
  allowedOrigins
  allowEverywhere
  layout
  initialState
  position
  showTextInput
  showMuteButton
  showTranscript
}`, {"hash":"ef22d1cdfc3f96eeb8db00c4dc37b5dec87b0c56024f898ca2e2054e1f715933","resources":["Persona","Avatar","Llm"]});

/** Returns at most 100 personas by id. */
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
}`, {"hash":"65bcbe86c8eab9571da47bd3a9dae55d42ae472195cf7cdeb8b3b0073352e836","resources":["Persona","Avatar"]});

/** Creates a persona. With widgetConfig, it makes two upstream calls. */
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
  voiceId
  llmId
  createdAt
  updatedAt
}`, {"hash":"c8226d93e605015edfd43263d76c638400086e750dfeab30aa909bb3191844e7"});

/** Updates a persona. Extension: personas. */
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
}`, {"hash":"1ab5104ca13833840839d656adcacd32eba6e2011544f417934441dc0a9bc5b0"});

/** Deletes a persona. Extension: personas. */
export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(`mutation DeletePersona($id: ID!) {
  deletePersona(id: $id) {
    deletedId
  }
}`, {"hash":"5f97584738c5ec1d8adf1ec280fe61aaa727187295dcba265d40999efb0b6940"});

/** Lists avatars. Extension: avatars. */
export const AvatarsDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarsQuery, Types.AvatarsQueryVariables>(`fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}

fragment AvatarItem on Avatar {
  variantName
  displayTags
  organizationId
  createdAt
}

query Avatars($first: Int! = 20, $after: String, $page: Int, $search: String, $tags: [String!], $renderStyle: AvatarRenderStyle, $onlyOneShot: Boolean! = false) {
  avatars(
    first: $first
    after: $after
    page: $page
    search: $search
    tags: $tags
    renderStyle: $renderStyle
    onlyOneShot: $onlyOneShot
  ) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...AvatarFields
      ...AvatarItem
    }
  }
}

fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"hash":"33e29be53255109884e76fb44271b1507ec4a7c6ea7de9d93f5a2efd7d7ef8f1","resources":["Avatar"]});

/** Returns an avatar by id, or null. */
export const AvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarQuery, Types.AvatarQueryVariables>(`query Avatar($id: ID!) {
  avatar(id: $id) {
    id
    ...AvatarFields
    ...AvatarDetails
  }
}

fragment AvatarDetails on Avatar {
  variantName
  description
  availableModels
  defaultModel
  displayTags
  renderStyle
  landscapeImageUrl
  portraitImageUrl
  videoUrl
  idleVideoUrl
  organizationId
  isBuiltIn
  createdAt
  updatedAt
}

fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`, {"hash":"8e3fd00b464a58dafea6873081ed188138e1ffc8ff1a5f9fe011f23346eab41f","resources":["Avatar"]});

/** Returns at most 100 avatars by id. */
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
}`, {"hash":"3ad1bc67b42059113081869bddb9df7b3e17a4f2d0cf56bf962861e9854c2749","resources":["Avatar"]});

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

/** Renames an avatar. Extension: avatars. */
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

/** Deletes an avatar. Personas keep its id. Extension: avatars. */
export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(`mutation DeleteAvatar($id: ID!, $permanently: Boolean! = false) {
  deleteAvatar(id: $id, permanently: $permanently) {
    deletedId
  }
}`, {"hash":"83ba1fd0b0df8d374b5233d668d7b48de34c66313437ae6d90d0c8523307058a"});

/** Returns the raw JSON that the upstream returns for an avatar. Callers with a JWT need the scopes records:read and prompts:read. */
export const AvatarRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.AvatarRecordQuery, Types.AvatarRecordQueryVariables>(`query AvatarRecord($id: ID!) {
  avatar(id: $id) {
    id
    record
  }
}`, {"hash":"4699af7948a11db1c52c450ceb09439f5d97c55cd6fd6186af446995b622ad3f","resources":["Avatar"]});

/** Lists tools. Extension: tools. */
export const ToolsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsQuery, Types.ToolsQueryVariables>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}

fragment ToolFields on Tool {
  id
  name
  description
  type
  subtype
  disableInterruptions
  personaCount
  createdAt
  updatedAt
}

query Tools($first: Int! = 20, $after: String, $page: Int, $search: String) {
  tools(first: $first, after: $after, page: $page, search: $search) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...ToolFields
    }
  }
}`, {"hash":"4408a5d36daea20fe4283e3b8cd2595f19d28d9408389067c74d31796395a600","resources":["Tool"]});

/** Returns at most 100 tools by id. */
export const ToolsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(`fragment ToolFields on Tool {
  id
  name
  description
  type
  subtype
  disableInterruptions
  personaCount
  createdAt
  updatedAt
}

query ToolsByIds($ids: [ID!]!) {
  toolsByIds(ids: $ids) {
    id
    ...ToolFields
  }
}`, {"hash":"0da5681f2c19f0b6e1423b5e93966481c283d363a9d97fc8657906ef65091a78","resources":["Tool"]});

/** Creates a tool. To attach it to a persona, add its id to toolIds of the persona. Extension: tools. */
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
  subtype
  disableInterruptions
  personaCount
  createdAt
  updatedAt
}`, {"hash":"8a59110414986873d290b88566240434629c223d3ba79345bf19f6d8f7c7a602"});

/** Deletes a tool. */
export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(`mutation DeleteTool($id: ID!) {
  deleteTool(id: $id) {
    deletedId
  }
}`, {"hash":"dffb2e2a5ed953878cf3208d8d1ad9bfa4ff963ad9c973d0e694d42374d582b9"});

/** Returns the raw JSON that the upstream returns for a tool. Callers with a JWT need the scopes records:read and prompts:read. */
export const ToolRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolRecordQuery, Types.ToolRecordQueryVariables>(`query ToolRecord($id: ID!) {
  tool(id: $id) {
    id
    record
  }
}`, {"hash":"532fd2985bbba1a9b4e2bf7e4fe76bc6ed97cf8943af3d256882b9439b194d00","resources":["Tool"]});

/** Lists voices. Extension: voices. */
export const VoicesDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesQuery, Types.VoicesQueryVariables>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
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
  organizationId
}

query Voices($first: Int! = 20, $after: String, $page: Int, $search: String) {
  voices(first: $first, after: $after, page: $page, search: $search) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...VoiceFields
    }
  }
}`, {"hash":"0b4efb23eae279ce9d7edc909ebda5815df4cef63201953f1c3eeda5422def9e","resources":["Voice"]});

/** Returns a voice by id, or null. Extension: voices. */
export const VoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoiceQuery, Types.VoiceQueryVariables>(`query Voice($id: ID!) {
  voice(id: $id) {
    id
    ...VoiceFields
    ...VoiceDetails
  }
}

fragment VoiceDetails on Voice {
  providerVoiceId
  providerModelId
  displayTags
  zeroDataRetention
  isBuiltIn
  createdAt
  updatedAt
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
  organizationId
}`, {"hash":"0eab458e737cabe15209f46405bb59b8b18871de8c84b65c2959e2a9ef460bd6","resources":["Voice"]});

/** Returns at most 100 voices by id. Extension: voices. */
export const VoicesByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoicesByIdsQuery, Types.VoicesByIdsQueryVariables>(`fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  organizationId
}

query VoicesByIds($ids: [ID!]!) {
  voicesByIds(ids: $ids) {
    id
    ...VoiceFields
  }
}`, {"hash":"9765c61539d2bc4e1fbc824de1cd8d9713a0e81d9007bec9f8307371cf28b954","resources":["Voice"]});

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
  organizationId
}`, {"hash":"4669b79ba997aebe3a21a3d6735a91c57c1a984634033a79cb8cf92bfaeeceec"});

/** Deletes a voice. Personas keep its id. Extension: voices. */
export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(`mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id) {
    deletedId
  }
}`, {"hash":"9f772cf51094cee030e245ce5f1abafe23209df4de4e79a5ca6f7870f38fd1c9"});

/** Returns the raw JSON that the upstream returns for a voice. Callers with a JWT need the scopes records:read and prompts:read. */
export const VoiceRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.VoiceRecordQuery, Types.VoiceRecordQueryVariables>(`query VoiceRecord($id: ID!) {
  voice(id: $id) {
    id
    record
  }
}`, {"hash":"c816e5312290c892789da69b5f2d45db8375741adbe3235df25ad69293210db7","resources":["Voice"]});

/** Lists LLMs. Extension: llms, except for built-in ones. */
export const LlmsDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmsQuery, Types.LlmsQueryVariables>(`fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

query Llms($first: Int! = 20, $after: String, $page: Int, $search: String, $includeBuiltIn: Boolean! = true) {
  llms(
    first: $first
    after: $after
    page: $page
    search: $search
    includeBuiltIn: $includeBuiltIn
  ) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...LlmFields
    }
  }
}

fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"hash":"d6b01908dd713bd163db44e9581aef62abd3ae7b3fb8c9411670409a8045df69","resources":["Llm"]});

/** Returns an LLM by id, or null. Extension: llms, except for built-in ones. */
export const LlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmQuery, Types.LlmQueryVariables>(`query Llm($id: ID!) {
  llm(id: $id) {
    id
    ...LlmFields
    ...LlmDetails
  }
}

fragment LlmDetails on Llm {
  llmFormat
  urls {
    ...LlmUrlFields
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
  zeroDataRetention
  organizationId
  createdAt
  updatedAt
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

fragment LlmUrlFields on LlmUrl {
  url
  region
}`, {"hash":"5616a322bde347bcd422063e7a6f9f382f0e0c832aa5174272531f4ee67a56d8","resources":["Llm"]});

/** Returns at most 100 LLMs by id. Extension: llms, except for built-in ones. */
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
}`, {"hash":"9284eb4c014ff4bb9870bfcfdb09553de5f202f39aec1af96ea21dc1eadcaa96","resources":["Llm"]});

/** Deletes an LLM. Personas keep its id. Built-in LLMs cannot be deleted. Extension: llms. */
export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(`mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id) {
    deletedId
  }
}`, {"hash":"b6d75847135781c3b449dea299ff5cfcb0a83bda01ac61bf4ef6f620a93c9dd7"});

/** Returns the raw JSON that the upstream returns for an LLM. Callers with a JWT need the scopes records:read and prompts:read. */
export const LlmRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.LlmRecordQuery, Types.LlmRecordQueryVariables>(`query LlmRecord($id: ID!) {
  llm(id: $id) {
    id
    record
  }
}`, {"hash":"85e102a7f9356346b96fa247b68d78b047027fe47f928bbf70bf314c4ca5e429","resources":["Llm"]});

/** Lists share links. Extension: share-links. */
export const ShareLinksDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinksQuery, Types.ShareLinksQueryVariables>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}

fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  isEnabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}

query ShareLinks($first: Int! = 20, $after: String, $page: Int, $search: String, $personaId: ID) {
  shareLinks(
    first: $first
    after: $after
    page: $page
    search: $search
    personaId: $personaId
  ) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...ShareLinkFields
    }
  }
}`, {"hash":"efd32fca31bcd75467b9a08ee49d9a69a40e048a7307d80aff3fb7bb5a7de246","resources":["ShareLink"]});

/** Returns a share link by id, or null. Extension: share-links. */
export const ShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkQuery, Types.ShareLinkQueryVariables>(`query ShareLink($id: ID!) {
  shareLink(id: $id) {
    id
    ...ShareLinkFields
    ...ShareLinkDetails
  }
}

fragment ShareLinkDetails on ShareLink {
  isPrimary
  allowedOrigins
  allowEverywhere
  removeWatermark
  organizationId
  persona {
    id
    name
  }
}

fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  isEnabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`, {"hash":"4b9c06fc615496da72489672e7061a74b3b1f5d115dd153c7366450b81f8e306","resources":["ShareLink","Persona"]});

/** Returns at most 100 share links by id. Extension: share-links. */
export const ShareLinksByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinksByIdsQuery, Types.ShareLinksByIdsQueryVariables>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  isEnabled
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
}`, {"hash":"de21b670646d5b7216d3e05bd0de38a8fcbfb95aeeaf9da47572c812004972e7","resources":["ShareLink"]});

/** Updates a share link. Extension: share-links. */
export const UpdateShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateShareLinkMutation, Types.UpdateShareLinkMutationVariables>(`fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  isEnabled
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
}`, {"hash":"6d633f439f06a0a172ef3346fd12d58d61f7e0692b72500697522b12c5d1b689"});

/** Deletes a share link. It can no longer be used. Extension: share-links. */
export const DeleteShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteShareLinkMutation, Types.DeleteShareLinkMutationVariables>(`mutation DeleteShareLink($id: ID!) {
  deleteShareLink(id: $id) {
    deletedId
  }
}`, {"hash":"6cce6b6e0148f6baf98d510f73b22f8600f327bedcdc91bf84d7e50b8dac1dd6"});

/** Returns the raw JSON that the upstream returns for a share link. Callers with a JWT need the scopes records:read and prompts:read. */
export const ShareLinkRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.ShareLinkRecordQuery, Types.ShareLinkRecordQueryVariables>(`query ShareLinkRecord($id: ID!) {
  shareLink(id: $id) {
    id
    record
  }
}`, {"hash":"73487b5e6f060c7d9b010660ae36ebff4d18bfbcc1320486b0fade9ce658cf3d","resources":["ShareLink"]});

/** Lists meeting invites. Extension: meetings. */
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

query MeetingInvites($first: Int! = 20, $after: String, $page: Int, $status: MeetingInviteStatus) {
  meetingInvites(first: $first, after: $after, page: $page, status: $status) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...MeetingInviteFields
    }
  }
}

fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"hash":"7ee247c0594c66cf95fcfee3836cdd23d33f3e94ed95777bbc5aa0f2fa35a34d","resources":["MeetingInvite"]});

/** Returns a meeting invite by id, or null. Extension: meetings. */
export const MeetingInviteDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteQuery, Types.MeetingInviteQueryVariables>(`query MeetingInvite($id: ID!) {
  meetingInvite(id: $id) {
    id
    ...MeetingInviteFields
    ...MeetingInviteDetails
  }
}

fragment MeetingInviteDetails on MeetingInvite {
  groupCall
  region
  sessionId
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
}`, {"hash":"6c98f3e92f5c653b775aa3b7507ee7ea6f7b72e5f2e71918a44bafa417207fa8","resources":["MeetingInvite"]});

/** Returns at most 100 meeting invites by id. Extension: meetings. */
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
}`, {"hash":"4cb28af88f4a85ac431ddf94c036a073039994740bb741d90597a9ca2e63e526","resources":["MeetingInvite"]});

/** Invites a persona to a video meeting. Extension: meetings. */
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

/** Returns the raw JSON that the upstream returns for a meeting invite. Callers with a JWT need the scopes records:read and prompts:read. */
export const MeetingInviteRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.MeetingInviteRecordQuery, Types.MeetingInviteRecordQueryVariables>(`query MeetingInviteRecord($id: ID!) {
  meetingInvite(id: $id) {
    id
    record
  }
}`, {"hash":"cc41f764e8cd05b0c71716c7a45d064e4d4426d2e567be0eee0094d9b2eebecf","resources":["MeetingInvite"]});

/** Lists sessions. Extension: sessions. */
export const SessionsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionsQuery, Types.SessionsQueryVariables>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}

fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}

fragment SessionItem on Session {
  persona {
    id
    name
  }
}

query Sessions($first: Int! = 20, $after: String, $page: Int, $search: String, $personaId: ID, $apiKeyId: ID) {
  sessions(
    first: $first
    after: $after
    page: $page
    search: $search
    personaId: $personaId
    apiKeyId: $apiKeyId
  ) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...SessionFields
      ...SessionItem
    }
  }
}`, {"hash":"483fa2467a619b9f3bee4f554b7b0fb5c45553931a2aadb77b1dc80245a6de8e","resources":["Session","Persona"]});

/** Returns a session by id, or null. Extension: sessions. */
export const SessionDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionQuery, Types.SessionQueryVariables>(`query Session($id: ID!) {
  session(id: $id) {
    id
    ...SessionFields
    ...SessionDetails
  }
}

fragment SessionDetails on Session {
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

fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}`, {"hash":"40cd86c27419ba94cf36d07ad811f2167d72898a00d834f2a5858a08540f807b","resources":["Session","Persona"]});

/** Returns at most 100 sessions by id. Extension: sessions. */
export const SessionsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionsByIdsQuery, Types.SessionsByIdsQueryVariables>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}

query SessionsByIds($ids: [ID!]!) {
  sessionsByIds(ids: $ids) {
    id
    ...SessionFields
  }
}`, {"hash":"bcd8ae9f67ad1098eff312d6ae9151c2bdf2693bd754c710d56582f256044e8d","resources":["Session"]});

/** Lists knowledge groups. Extension: knowledge. */
export const KnowledgeGroupsDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupsQuery, Types.KnowledgeGroupsQueryVariables>(`fragment KnowledgeGroupFields on KnowledgeGroup {
  id
  name
  description
  documentCount
  createdAt
  updatedAt
}

query KnowledgeGroups($first: Int! = 20, $after: String, $page: Int, $search: String) {
  knowledgeGroups(first: $first, after: $after, page: $page, search: $search) {
    totalCount
    pageInfo {
      ...PageInfoFields
    }
    nodes {
      id
      ...KnowledgeGroupFields
    }
  }
}

fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"hash":"3b4daf94a2e4be892bab7d84a41710ea64d88e34320c87cb0f370cabc910a082","resources":["KnowledgeGroup"]});

/** Returns at most 100 knowledge groups by id. Extension: knowledge. */
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
}`, {"hash":"ded1ef8eec93121b1979f7dd2007a7457d6b135a2974c75ac65f857cc5657aca","resources":["KnowledgeGroup"]});

/** Creates a knowledge group. Extension: knowledge. */
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

/** Updates a knowledge group. Extension: knowledge. */
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

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep the id. Extension: knowledge. */
export const DeleteKnowledgeGroupDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteKnowledgeGroupMutation, Types.DeleteKnowledgeGroupMutationVariables>(`mutation DeleteKnowledgeGroup($id: ID!) {
  deleteKnowledgeGroup(id: $id) {
    deletedId
  }
}`, {"hash":"367ebafdf9f3fa691d8e5d7aedca012a26979107ba8da83095fe0d8d13819f84"});

/** Returns the raw JSON that the upstream returns for a knowledge group. Callers with a JWT need the scopes records:read and prompts:read. */
export const KnowledgeGroupRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupRecordQuery, Types.KnowledgeGroupRecordQueryVariables>(`query KnowledgeGroupRecord($id: ID!) {
  knowledgeGroup(id: $id) {
    id
    record
  }
}`, {"hash":"fa1b5c2edf50e27d1565b8ad0f2d067f6805b74291c1da8a49fc398276c5e40c","resources":["KnowledgeGroup"]});

/** Returns a knowledge document by id, or null. Extension: knowledge. */
export const KnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentQuery, Types.KnowledgeDocumentQueryVariables>(`query KnowledgeDocument($id: ID!) {
  knowledgeDocument(id: $id) {
    id
    ...KnowledgeDocumentFields
    ...KnowledgeDocumentDetails
  }
}

fragment KnowledgeDocumentDetails on KnowledgeDocument {
  group {
    id
    name
  }
}

fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  groupId
  filename
  contentType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}`, {"hash":"92f9956eaf09b9e92e5cd5f5ef9307a53ce4a694edd249b7a500ea828394bd21","resources":["KnowledgeDocument","KnowledgeGroup"]});

/** Returns at most 100 knowledge documents by id. Extension: knowledge. */
export const KnowledgeDocumentsByIdsDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentsByIdsQuery, Types.KnowledgeDocumentsByIdsQueryVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  groupId
  filename
  contentType
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
}`, {"hash":"3025440d03585d49f42b95dad36bd45cd9ee572b70c12e0b93baa4c16082d241","resources":["KnowledgeDocument"]});

/** Adds a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED. */
export const CreateKnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateKnowledgeDocumentMutation, Types.CreateKnowledgeDocumentMutationVariables>(`mutation CreateKnowledgeDocument($input: CreateKnowledgeDocumentInput!) {
  createKnowledgeDocument(input: $input) {
    knowledgeDocument {
      id
      ...KnowledgeDocumentFields
    }
  }
}

fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  groupId
  filename
  contentType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}`, {"hash":"90bc7764d1c6b85222be68a9de2c571ff7098ec248fd6e9b732e6cb9c3da5a71"});

/** Renames a knowledge document. Extension: knowledge. */
export const UpdateKnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateKnowledgeDocumentMutation, Types.UpdateKnowledgeDocumentMutationVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  groupId
  filename
  contentType
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
}`, {"hash":"14f89c7d1e816ef8255782e2f8f6ee5b80d2de0df0b8c60a14fa5ad6226e692e"});

/** Deletes a knowledge document. Extension: knowledge. */
export const DeleteKnowledgeDocumentDocument = /*#__PURE__*/ new TypedDocumentString<Types.DeleteKnowledgeDocumentMutation, Types.DeleteKnowledgeDocumentMutationVariables>(`mutation DeleteKnowledgeDocument($id: ID!) {
  deleteKnowledgeDocument(id: $id) {
    deletedId
  }
}`, {"hash":"be887cebb99eea737ff079dbeea9ec176d1391a301ba0bbb625b7b242abc8f4b"});

/** Returns the raw JSON that the upstream returns for a knowledge document. Callers with a JWT need the scopes records:read and prompts:read. */
export const KnowledgeDocumentRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDocumentRecordQuery, Types.KnowledgeDocumentRecordQueryVariables>(`query KnowledgeDocumentRecord($id: ID!) {
  knowledgeDocument(id: $id) {
    id
    record
  }
}`, {"hash":"b143be971d13d3b0b8cd0869b21a74db502df268a41b1c542c80e93fa43c164f","resources":["KnowledgeDocument"]});

/** Creates a token for a visitor without a login, which the page keeps. An operation can have this field once. It makes no upstream call, and fails with NOT_SUPPORTED if the policy has no guests. */
export const CreateGuestTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateGuestTokenMutation, Types.CreateGuestTokenMutationVariables>(`mutation CreateGuestToken($input: CreateGuestTokenInput!) {
  createGuestToken(input: $input) {
    token
    expiresAt
  }
}`, {"hash":"27e706a4e091d4b27142c17e66b1fb88ba88286f7c8f72c5bdd414345d621172"});

/** Returns a knowledge group by id, or null. Extension: knowledge. */
export const KnowledgeGroupDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeGroupQuery, Types.KnowledgeGroupQueryVariables>(`fragment KnowledgeDocumentFields on KnowledgeDocument {
  id
  groupId
  filename
  contentType
  fileSize
  status
  errorMessage
  createdAt
  updatedAt
}

query KnowledgeGroup($id: ID!, $first: Int! = 100, $after: String, $page: Int) {
  knowledgeGroup(id: $id) {
    id
    ...KnowledgeGroupFields
    documents(first: $first, after: $after, page: $page) {
      totalCount
      pageInfo {
        ...PageInfoFields
      }
      nodes {
        id
        ...KnowledgeDocumentFields
      }
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
}

fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"hash":"cd53f693c111ec6242a92c03cc72fd4dbfca4b1d06eb25395e633a74a2dc5bdb","resources":["KnowledgeGroup","KnowledgeDocument"]});

/** Searches the documents of a knowledge group, best match first. Null if the group does not exist. */
export const SearchKnowledgeDocument = /*#__PURE__*/ new TypedDocumentString<Types.SearchKnowledgeQuery, Types.SearchKnowledgeQueryVariables>(`fragment KnowledgeSearchResultFields on KnowledgeSearchResult {
  documentId
  filename
  content
  score
  chunkIndex
  metadata
}

query SearchKnowledge($groupId: ID!, $query: String!, $first: Int! = 5) {
  knowledgeGroup(id: $groupId) {
    id
    search(query: $query, first: $first) {
      ...KnowledgeSearchResultFields
    }
  }
}`, {"hash":"eb7be1d13ba935a3b6b6e5d265273ca3fb1d86b25ed3d54e7a6a292566f3532e","resources":["KnowledgeGroup"]});

/** Returns the file name of a knowledge document and a URL to download it, which is valid for a short time. */
export const KnowledgeDownloadDocument = /*#__PURE__*/ new TypedDocumentString<Types.KnowledgeDownloadQuery, Types.KnowledgeDownloadQueryVariables>(`query KnowledgeDownload($id: ID!) {
  knowledgeDocument(id: $id) {
    id
    filename
    downloadUrl
  }
}`, {"hash":"1a1be638ed999284bf13cecd126ac8d6397940c3321c027f3b5fcae904fe3818","resources":["KnowledgeDocument"]});

/** Returns the knowledge groups that the tools of a persona search. Callers with a JWT need the scope prompts:read. */
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
}`, {"hash":"8949478cd23a795d24a4413e963bb3c8d1f25e52fc7bf9e7739b3d4325342880","resources":["Persona","KnowledgeGroup"]});

/** Returns the knowledge groups that a tool searches. */
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
}`, {"hash":"cbe952eec7c06ea2c4e7f53d67b502495aff2f12e7eeca4be341065a4bdc5d0b","resources":["Tool","KnowledgeGroup"]});

/** Creates a custom LLM. No response has its API key. Extension: llms. */
export const CreateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLlmMutation, Types.CreateLlmMutationVariables>(`mutation CreateLlm($input: CreateLlmInput!) {
  createLlm(input: $input) {
    llm {
      id
      ...LlmFields
      ...LlmDetails
    }
  }
}

fragment LlmDetails on Llm {
  llmFormat
  urls {
    ...LlmUrlFields
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
  zeroDataRetention
  organizationId
  createdAt
  updatedAt
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

fragment LlmUrlFields on LlmUrl {
  url
  region
}`, {"hash":"0f09292d483f811fbccdf752253e344d48d3d6aca640b925e512d322ee75bf21"});

/** Updates a custom LLM, not a built-in one. Extension: llms. */
export const UpdateLlmDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables>(`fragment LlmDetails on Llm {
  llmFormat
  urls {
    ...LlmUrlFields
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
  zeroDataRetention
  organizationId
  createdAt
  updatedAt
}

fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}

fragment LlmUrlFields on LlmUrl {
  url
  region
}

mutation UpdateLlm($id: ID!, $input: UpdateLlmInput!) {
  updateLlm(id: $id, input: $input) {
    llm {
      id
      ...LlmFields
      ...LlmDetails
    }
  }
}`, {"hash":"83a059fe80009a85142f0dff62e9b152d79c644e521c71c2178a03683701c679"});

/** Cancels a meeting invite. A joined persona leaves. Extension: meetings. */
export const CancelMeetingInviteDocument = /*#__PURE__*/ new TypedDocumentString<Types.CancelMeetingInviteMutation, Types.CancelMeetingInviteMutationVariables>(`mutation CancelMeetingInvite($id: ID!) {
  cancelMeetingInvite(id: $id) {
    cancelledId
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
}`, {"hash":"3abced3d8b59e3d61d9739fc396b0705393a9dd3e41984188fa140d35594a81d"});

/** Returns the session of a meeting invite, once it has started. */
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
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}`, {"hash":"c5cda3ae393d78f05eb79914d638a69bfbcfbdcc5b653747342493d474cb1f75","resources":["MeetingInvite","Session"]});

/** Returns how a persona is made: system prompt, first message and personality. Callers with a JWT need the scope prompts:read. */
export const PersonaPromptsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaPromptsQuery, Types.PersonaPromptsQueryVariables>(`fragment DirectorNotesFields on DirectorNotes {
  presetStyle
  customStylePrompt
  expressivity
}

query PersonaPrompts($id: ID!) {
  persona(id: $id) {
    id
    systemPrompt
    personality
    initialMessage
    directorNotes {
      ...DirectorNotesFields
    }
  }
}`, {"hash":"0c7a6501c2021943e081e00dd00dfcc663f9a2c9ac1201e46ebff6177c301a8e","resources":["Persona"]});

/** Returns the voice and the tools of a persona. */
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
      subtype
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
  organizationId
}`, {"hash":"51dc87efe50a2a0a3cb617b639a318b83a3265be97ffd179e15d8a1e0301c3d0","resources":["Persona","Voice","Tool"]});

/** Returns the raw JSON that the upstream returns for a persona. Callers with a JWT need the scopes records:read and prompts:read. */
export const PersonaRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaRecordQuery, Types.PersonaRecordQueryVariables>(`query PersonaRecord($id: ID!) {
  persona(id: $id) {
    id
    knowledge
    record
  }
}`, {"hash":"6e0b0e98232cd58471b2d61f6961d40dbdddd110a7e19bbcf9436b9d6ec8a4ee","resources":["Persona"]});

/** Returns the raw JSON that the upstream returns for a session. Callers with a JWT need the scopes records:read and prompts:read. */
export const SessionRecordDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionRecordQuery, Types.SessionRecordQueryVariables>(`query SessionRecord($id: ID!) {
  session(id: $id) {
    id
    personaConfig
    record
  }
}`, {"hash":"7dad83b895d1155396b7367bc3eb12dc3d1361ccb3646b3f97436e112b792ce5","resources":["Session"]});

/** Creates a session token. The API key stays on the server. */
export const CreateSessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables>(`mutation CreateSessionToken($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) {
    token {
      sessionToken
      type
      expiresAt
    }
  }
}`, {"hash":"e75ff6edaab7401d100d6f95aa8788e384cbbf0f01e1d8bab036f917181e92e8"});

/** Creates a session token whose persona the client chooses. @deprecated Use createSessionToken, which sets the persona on the server. */
export const CreateLegacySessionTokenDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables>(`mutation CreateLegacySessionToken {
  createLegacySessionToken {
    token {
      sessionToken
      type
      expiresAt
    }
  }
}`, {"hash":"936daf038ca5438b26a2654eb267e617a6012b71663067a30e6204a9b402cbb7"});

/** Returns the sessions of a persona, latest first. */
export const PersonaSessionsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaSessionsQuery, Types.PersonaSessionsQueryVariables>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}

query PersonaSessions($id: ID!, $first: Int! = 20, $after: String, $page: Int) {
  persona(id: $id) {
    id
    sessions(first: $first, after: $after, page: $page) {
      totalCount
      pageInfo {
        ...PageInfoFields
      }
      nodes {
        id
        ...SessionFields
      }
    }
  }
}

fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}`, {"hash":"3fe3d127b2c4b933ace61b6c956d9552dc7b815007b56feba6b96a8ecb21c561","resources":["Persona","Session"]});

/** Returns statistics of the sessions of a persona. */
export const PersonaStatisticsDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaStatisticsQuery, Types.PersonaStatisticsQueryVariables>(`fragment LatencyStatisticsFields on LatencyStatistics {
  turnCount
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

fragment SessionCountsFields on SessionCounts {
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptedBeforeAudioTurnCount
  errorSessionCount
  warningSessionCount
  toolCalls {
    ...ToolCallCountsFields
  }
}

fragment SessionRatesFields on SessionRates {
  interruptionRate
  interruptedBeforeAudioRate
  errorSessionRate
  warningSessionRate
  toolCallFailureRate
}

fragment SessionStatisticsFields on SessionStatistics {
  sessionCount
  from
  to
  analyzedSessionCount
  isTruncated
  turnCount
  latencies {
    ...StageStatisticsFields
  }
  counts {
    ...SessionCountsFields
  }
  rates {
    ...SessionRatesFields
  }
  slowestTurns {
    ...SlowTurnFields
  }
}

fragment SlowTurnFields on SlowTurn {
  sessionId
  correlationId
  metric
  valueSeconds
  sessionStartedAt
  personaId
  clientLabel
}

fragment StageStatisticsFields on StageStatistics {
  transcriptionLatencySeconds {
    ...LatencyStatisticsFields
  }
  llmTimeToFirstOutputSeconds {
    ...LatencyStatisticsFields
  }
  llmGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsTimeToFirstAudioSeconds {
    ...LatencyStatisticsFields
  }
  firstAudioLatencySeconds {
    ...LatencyStatisticsFields
  }
  personaSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
  userSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
}

fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}

fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}`, {"hash":"eb4dc3c3b61ff43010cf5af655c6743abe8082779084a69e0ba40b89a5f1afe0","resources":["Persona"]});

/** Returns the tool calls of a session. */
export const SessionToolCallsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionToolCallsQuery, Types.SessionToolCallsQueryVariables>(`fragment SessionToolCallFields on SessionToolCall {
  turnIndex
  correlationId
  toolCallId
  toolName
  toolType
  status
  startedAt
  endedAt
  durationSeconds
  errorMessage
  toolSubtype
  arguments
  result
  documentsAccessed
}

query SessionToolCalls($id: ID!) {
  session(id: $id) {
    id
    toolCalls {
      ...SessionToolCallFields
    }
  }
}`, {"hash":"1f990d4955cbafe0d59004b478eb637a61840347fc148cb78a7dbfb9542f7cfb","resources":["Session"]});

/** Returns the transcript of a session, and whether the session is live. */
export const SessionTranscriptDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionTranscriptQuery, Types.SessionTranscriptQueryVariables>(`query SessionTranscript($id: ID!) {
  session(id: $id) {
    id
    isLive
    endedAt
    transcript {
      ...TranscriptFields
    }
  }
}

fragment TranscriptFields on Transcript {
  sessionId
  personaName
  startedAt
  endedAt
  messageCount
  transcriptsEnabled
  messages {
    ...TranscriptMessageFields
  }
  durationSeconds
}

fragment TranscriptMessageFields on TranscriptMessage {
  role
  message
  saidAt
  durationSeconds
  wasInterrupted
}`, {"hash":"e37b5d9358973e34b39ee73333b2dc926888ae48ed268dea8a457242b49640cc","resources":["Session"]});

/** Returns the recording of a session. */
export const SessionRecordingDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionRecordingQuery, Types.SessionRecordingQueryVariables>(`query SessionRecording($id: ID!) {
  session(id: $id) {
    id
    isLive
    recordingUrl
  }
}`, {"hash":"ea406d5c963f4d790fe3449b861be21b37a074e8f08ec1b152a2170d6fd3b42c","resources":["Session"]});

/** Returns the turns of a session with their durations. */
export const SessionTurnsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionTurnsQuery, Types.SessionTurnsQueryVariables>(`fragment AverageLatenciesFields on AverageLatencies {
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  ttsGenerationDurationSeconds
  firstAudioLatencySeconds
}

fragment SessionAnalyticsFields on SessionAnalytics {
  sessionId
  startedAt
  endedAt
  durationSeconds
  sessionType
  config {
    ...SessionConfigFields
  }
  summary {
    ...SessionSummaryFields
  }
  turns {
    ...SessionTurnFields
  }
}

fragment SessionConfigFields on SessionConfig {
  llmProvider
  llmModel
  ttsProvider
  ttsVoice
  avatarKey
  personaName
  languageCode
  transcriptsEnabled
}

fragment SessionSummaryFields on SessionSummary {
  turnCount
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptionRate
  userSpeechDurationSeconds
  userWordCount
  personaWordCount
  toolCalls {
    ...ToolCallCountsFields
  }
  averageLatencies {
    ...AverageLatenciesFields
  }
}

fragment SessionTurnFields on SessionTurn {
  turnIndex
  correlationId
  userSpeechStartedAt
  userSpeechEndedAt
  userSpeechTranscribedAt
  llmFirstOutputAt
  llmFinalOutputAt
  ttsStartedAt
  ttsEndedAt
  personaSpeechStartedAt
  personaSpeechEndedAt
  transcriptionLatencySeconds
  llmTimeToFirstOutputSeconds
  llmGenerationDurationSeconds
  ttsGenerationDurationSeconds
  ttsTimeToFirstAudioSeconds
  firstAudioLatencySeconds
  personaSpeechDurationSeconds
  userSpeechDurationSeconds
  finishReason
  wasInterrupted
  interruptedStage
  toolCalls {
    ...TurnToolCallFields
  }
  userMessage
  personaMessage
}

query SessionTurns($id: ID!, $includeMessages: Boolean! = false) {
  session(id: $id) {
    id
    isLive
    analytics(includeMessages: $includeMessages) {
      ...SessionAnalyticsFields
    }
  }
}

fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}

fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}

fragment TurnToolCallFields on TurnToolCall {
  toolCallId
  toolName
  toolType
  status
  startedAt
  endedAt
  durationSeconds
  errorMessage
}`, {"hash":"d30b8997416f637c6be0c07bdc2e919f7914241cb5f3526c363b8968574403ce","resources":["Session"]});

/** Returns how many sessions run, and how many can. Extension: sessions. */
export const SessionConcurrencyDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionConcurrencyQuery, Types.SessionConcurrencyQueryVariables>(`query SessionConcurrency {
  sessionConcurrency {
    ...SessionConcurrencyFields
  }
}

fragment SessionConcurrencyFields on SessionConcurrency {
  activeCount
  limit
  canStartSession
  estimatedWaitSeconds
}`, {"hash":"aa86d5846bd058a8842ce3730d4f298090b2241f010ed8f8dc00cdb306e07b8b"});

/** Stops a session. It ends shortly afterwards, so it can still be live in the result. Poll `endedAt` to see when it has ended. Extension: sessions. */
export const StopSessionDocument = /*#__PURE__*/ new TypedDocumentString<Types.StopSessionMutation, Types.StopSessionMutationVariables>(`fragment SessionFields on Session {
  id
  personaId
  clientLabel
  startedAt
  endedAt
  durationSeconds
  exitStatus
  isLive
}

mutation StopSession($id: ID!) {
  stopSession(id: $id) {
    stoppedId
    session {
      id
      ...SessionFields
    }
  }
}`, {"hash":"3f89500d5d7dfdcfc07794b6c06105a6b473b694aef6735b9ca5f1aafd1d4d02"});

/** Returns the numbers of turns of sessions; null for a session without analytics. */
export const SessionTurnCountsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionTurnCountsQuery, Types.SessionTurnCountsQueryVariables>(`query SessionTurnCounts($ids: [ID!]!) {
  sessionsByIds(ids: $ids) {
    id
    analytics {
      summary {
        turnCount
      }
    }
  }
}`, {"hash":"9d90975971fb74397fb01f9c675bcbaad567fb932a497690eb1cb8e1f26bc021","resources":["Session"]});

/** Returns latencies, errors and other statistics of all sessions in a time range. Extension: sessions. */
export const SessionStatisticsDocument = /*#__PURE__*/ new TypedDocumentString<Types.SessionStatisticsQuery, Types.SessionStatisticsQueryVariables>(`fragment LatencyStatisticsFields on LatencyStatistics {
  turnCount
  avg
  p50
  p90
  p95
  p99
  max
}

fragment SessionCountsFields on SessionCounts {
  completedTurnCount
  interruptedTurnCount
  warningCount
  errorCount
  interruptedBeforeAudioTurnCount
  errorSessionCount
  warningSessionCount
  toolCalls {
    ...ToolCallCountsFields
  }
}

fragment SessionRatesFields on SessionRates {
  interruptionRate
  interruptedBeforeAudioRate
  errorSessionRate
  warningSessionRate
  toolCallFailureRate
}

query SessionStatistics($from: DateTime, $to: DateTime, $personaId: ID, $apiKeyId: ID, $clientLabel: String, $sessionType: SessionType) {
  sessionStatistics(
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

fragment SessionStatisticsFields on SessionStatistics {
  sessionCount
  from
  to
  analyzedSessionCount
  isTruncated
  turnCount
  latencies {
    ...StageStatisticsFields
  }
  counts {
    ...SessionCountsFields
  }
  rates {
    ...SessionRatesFields
  }
  slowestTurns {
    ...SlowTurnFields
  }
}

fragment SlowTurnFields on SlowTurn {
  sessionId
  correlationId
  metric
  valueSeconds
  sessionStartedAt
  personaId
  clientLabel
}

fragment StageStatisticsFields on StageStatistics {
  transcriptionLatencySeconds {
    ...LatencyStatisticsFields
  }
  llmTimeToFirstOutputSeconds {
    ...LatencyStatisticsFields
  }
  llmGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsGenerationDurationSeconds {
    ...LatencyStatisticsFields
  }
  ttsTimeToFirstAudioSeconds {
    ...LatencyStatisticsFields
  }
  firstAudioLatencySeconds {
    ...LatencyStatisticsFields
  }
  personaSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
  userSpeechDurationSeconds {
    ...LatencyStatisticsFields
  }
}

fragment ToolCallCountFields on ToolCallCount {
  name
  callCount
}

fragment ToolCallCountsFields on ToolCallCounts {
  totalCount
  succeededCount
  failedCount
  byName {
    ...ToolCallCountFields
  }
}`, {"hash":"e254f4d375221ebc7320cb8b3f95b6fa96f28e3b9fe92c108e6be2587328ac6c"});

/** Returns the share links of a persona. */
export const PersonaShareLinksDocument = /*#__PURE__*/ new TypedDocumentString<Types.PersonaShareLinksQuery, Types.PersonaShareLinksQueryVariables>(`fragment PageInfoFields on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}

query PersonaShareLinks($id: ID!, $first: Int! = 100, $after: String, $page: Int) {
  persona(id: $id) {
    id
    shareLinks(first: $first, after: $after, page: $page) {
      totalCount
      pageInfo {
        ...PageInfoFields
      }
      nodes {
        id
        ...ShareLinkFields
      }
    }
  }
}

fragment ShareLinkFields on ShareLink {
  id
  personaId
  personaName
  type
  isEnabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`, {"hash":"de1df91ef4135c63eb61e7b5ec0024276e6f08966635fdac9ea61bbbb6791784","resources":["Persona","ShareLink"]});

/** Creates a share link for a persona. Extension: share-links. */
export const CreateShareLinkDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateShareLinkMutation, Types.CreateShareLinkMutationVariables>(`mutation CreateShareLink($input: CreateShareLinkInput!) {
  createShareLink(input: $input) {
    shareToken
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
  isEnabled
  expiresAt
  usageLimit
  usageCount
  createdAt
}`, {"hash":"5d7000296d4ee579ebd10579e71d177fcd4ce7cccdaf3f791aff5c619ac6b189"});

/** Returns a tool by id, or null if it does not exist. Callers with a JWT need the scope prompts:read, as for UpdateTool. */
export const ToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.ToolQuery, Types.ToolQueryVariables>(`fragment ClientToolConfigFields on ClientToolConfig {
  parameters
  awaitResult
  toolTimeoutSeconds
  extra
}

fragment KnowledgeToolConfigFields on KnowledgeToolConfig {
  knowledgeGroupIds
  extra
}

fragment SystemToolConfigFields on SystemToolConfig {
  action
  extra
}

query Tool($id: ID!) {
  tool(id: $id) {
    id
    ...ToolFields
    config {
      ...ToolConfigFields
    }
  }
}

fragment ToolConfigFields on ToolConfig {
  client {
    ...ClientToolConfigFields
  }
  knowledge {
    ...KnowledgeToolConfigFields
  }
  system {
    ...SystemToolConfigFields
  }
  webhook {
    ...WebhookToolConfigFields
  }
}

fragment ToolFields on Tool {
  id
  name
  description
  type
  subtype
  disableInterruptions
  personaCount
  createdAt
  updatedAt
}

fragment WebhookToolConfigFields on WebhookToolConfig {
  url
  method
  headers
  parameters
  bodyTemplate
  extra
}`, {"hash":"a7924e077042c7353eb77d7de0f2666bba08c8a7ff8e0c16a40d5485bf3f9bed","resources":["Tool"]});

/** Updates a tool. */
export const UpdateToolDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateToolMutation, Types.UpdateToolMutationVariables>(`fragment ClientToolConfigFields on ClientToolConfig {
  parameters
  awaitResult
  toolTimeoutSeconds
  extra
}

fragment KnowledgeToolConfigFields on KnowledgeToolConfig {
  knowledgeGroupIds
  extra
}

fragment SystemToolConfigFields on SystemToolConfig {
  action
  extra
}

fragment ToolConfigFields on ToolConfig {
  client {
    ...ClientToolConfigFields
  }
  knowledge {
    ...KnowledgeToolConfigFields
  }
  system {
    ...SystemToolConfigFields
  }
  webhook {
    ...WebhookToolConfigFields
  }
}

fragment ToolFields on Tool {
  id
  name
  description
  type
  subtype
  disableInterruptions
  personaCount
  createdAt
  updatedAt
}

mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    tool {
      id
      ...ToolFields
      config {
        ...ToolConfigFields
      }
    }
  }
}

fragment WebhookToolConfigFields on WebhookToolConfig {
  url
  method
  headers
  parameters
  bodyTemplate
  extra
}`, {"hash":"226c1c6f1f8857203dda56d95f4c01705490494d6c40e14b0457a018944dc853"});

/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const ViewerDocument = /*#__PURE__*/ new TypedDocumentString<Types.ViewerQuery, Types.ViewerQueryVariables>(`query Viewer {
  viewer {
    ...ViewerFields
  }
}

fragment ViewerFields on Viewer {
  subject
  issuer
  tenant
  role
  scopes
  mint {
    ...ViewerMintFields
  }
}

fragment ViewerLimitFields on ViewerLimit {
  unit
  per
  max
  remaining
  reserved
  used
  resetsAt
}

fragment ViewerMintFields on ViewerMint {
  allowed
  reason
  retryAfterSeconds
  maxSessionLengthSeconds
  limits {
    ...ViewerLimitFields
  }
  runningCount
}`, {"hash":"c74e52bb656a76ed7af67fbee207a187dc676c48eb4fc57a2d42bd758559f96c"});

/** Updates a voice. Extension: voices. */
export const UpdateVoiceDocument = /*#__PURE__*/ new TypedDocumentString<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables>(`mutation UpdateVoice($id: ID!, $input: UpdateVoiceInput!) {
  updateVoice(id: $id, input: $input) {
    voice {
      id
      ...VoiceFields
      providerModelId
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
  organizationId
}`, {"hash":"bd59f09cfe4875b178129713bb081d5324a465ab8070891b36ac9825f4333a36"});

/** Creates a URL for the upload of a recording of up to 50 MB. Send the file to the URL with PUT and the same Content-Type, and then pass the key to createVoice. Extension: voices. */
export const CreateVoiceUploadDocument = /*#__PURE__*/ new TypedDocumentString<Types.CreateVoiceUploadMutation, Types.CreateVoiceUploadMutationVariables>(`mutation CreateVoiceUpload($input: CreateVoiceUploadInput!) {
  createVoiceUpload(input: $input) {
    uploadUrl
    audioKey
  }
}`, {"hash":"179f5b6bb987abd1d5c0a5ecebe9aac4c1f6cc6795c65762f02247d4666173c2"});