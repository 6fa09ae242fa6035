import { globSync, readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import * as hooks from '../../src/hooks/index.ts';
import * as library from '../../src/index.ts';
import * as rest from '../../src/rest.ts';
import { Settings } from '../../src/runtime/config/settings.ts';
import { getName, listSettings } from '../../src/shared/settings/setting.ts';

// What users have in their code and configuration. To remove or rename one of these is a major version, and an addition
// a minor one. The names of the schema and of the REST contract are compared with the last release by `check:schema`.

const LIBRARY = `
  ALL_SCOPES ANONYMOUS ConfigError Credential EXTENSIONS InvalidTokenError PolicyError Secret
  createJwtAuth createJwtVerifier createRateLimiter createRestClient createServer
  createSharedKeyAuth createSharedOrForwardedKeyAuth createTrustedCaller forwardedKeyAuth loadMcp
  getSchema startApi startAvatarService
`;

const REST = 'Credential createRestClient';

/** The exports of the hooks that are not made from an operation or a fragment. */
const HOOKS = `
  ApiError ClientProvider TypedDocumentString createClient
  getOperationKey getResourceKey guestToken
  operationInfiniteQuery operationMutation operationQuery queryDefaults useClient
`;

/** Each has a document, options and hooks of its name. */
const OPERATIONS = `
  Avatar AvatarRecord Avatars AvatarsByIds CancelMeetingInvite CreateAvatar CreateGuestToken
  CreateKnowledgeDocument CreateKnowledgeGroup CreateLegacySessionToken CreateLlm
  CreateMeetingInvite CreatePersona CreateSessionToken CreateShareLink CreateTool CreateVoice
  CreateVoiceUpload DeleteAvatar DeleteKnowledgeDocument DeleteKnowledgeGroup DeleteLlm
  DeletePersona DeleteShareLink DeleteTool DeleteVoice KnowledgeDocument KnowledgeDocumentRecord
  KnowledgeDocumentsByIds KnowledgeDownload KnowledgeGroup KnowledgeGroupRecord KnowledgeGroups
  KnowledgeGroupsByIds Llm LlmRecord Llms LlmsByIds MeetingInvite MeetingInviteRecord
  MeetingInviteSession MeetingInvites MeetingInvitesByIds Persona PersonaKnowledge PersonaParts
  PersonaPrompts PersonaRecord PersonaSessions PersonaShareLinks PersonaStatistics Personas
  PersonasByIds SearchKnowledge Session SessionConcurrency SessionRecord SessionRecording
  SessionStatistics SessionToolCalls SessionTranscript SessionTurnCounts SessionTurns Sessions
  SessionsByIds ShareLink ShareLinkRecord ShareLinks ShareLinksByIds StopSession Tool ToolKnowledge
  ToolRecord Tools ToolsByIds UpdateAvatar UpdateKnowledgeDocument UpdateKnowledgeGroup UpdateLlm
  UpdatePersona UpdateShareLink UpdateTool UpdateVoice Viewer Voice VoiceRecord Voices VoicesByIds
`;

const SETTINGS = `
  PORT HOST PUBLIC_URL TRUSTED_PROXIES CORS_ORIGINS DRAIN_NOTICE UPSTREAM_URL UPSTREAM_API_KEY
  UPSTREAM_API_KEY_FILE HTTPS_PROXY HTTP_PROXY NO_PROXY UPSTREAM_EXTENSIONS UPSTREAM_CONCURRENCY
  UPSTREAM_CACHE_SECONDS AUTH_JWKS_URL AUTH_SECRET AUTH_ISSUER AUTH_AUDIENCE AUTH_SCOPE_CLAIMS
  CONSOLE_CLIENT_ID POLICY NODE_ENV PERSISTED_OPERATIONS MCP CONSOLE EXPLORER FEDERATION
  MAX_OPERATION_COST RATE_LIMIT RATE_LIMIT_MINTS MAX_REQUESTS DATA_DIR DATABASE_URL
  DATABASE_CONNECTIONS STORE_SECRET STORAGE_MEGABYTES ALLOW_PRIVATE_IMAGE_URLS REDIS_URL
  REDIS_SECRET LOG_LEVEL AUDIT_SECRET METRICS_TOKEN OTEL_EXPORTER_OTLP_ENDPOINT
  OTEL_TRACES_SAMPLER_ARG
`;

const split = (names: string) => names.trim().split(/\s+/).sort();

const operations = globSync('schema/operations/*.graphql').flatMap((path) =>
  parse(readFileSync(path, 'utf8')).definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? (definition.name?.value ?? []) : [],
  ),
);

test.each([
  ['the library', Object.keys(library), LIBRARY],
  ['its REST client', Object.keys(rest), REST],
  [
    'the hooks',
    Object.keys(hooks).filter(
      (name) => !/^use(?!Client$)|(Document|Doc)$|^(?!operation).*(Query|Mutation)$/.test(name),
    ),
    HOOKS,
  ],
  ['the operations', operations, OPERATIONS],
  ['the settings', listSettings(Settings).map(getName), SETTINGS],
])('the names of %s are those of the release', (_, names, released) => {
  expect([...names].sort()).toStrictEqual(split(released));
});
