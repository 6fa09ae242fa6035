import { readFileSync } from 'node:fs';
import type { JsonSchema } from './openapi.ts';

// What live services return, where it differs from schema/openapi.json: records inside of records, and summaries in lists.
// A name is a text; `:` is followed by another type, `[]` is a list, and `?` may be null.

const TIMES = 'createdAt:time updatedAt:time?';

const SUMMARY = `id:uuid name description personaPreset avatar:Avatar? voice:Voice? voiceSpeed:number? ${TIMES}`;

const SHAPES: Readonly<Record<string, string>> = {
  PersonaSummary: `${SUMMARY} isDefaultPersona:boolean languageCode`,
  Persona: `${SUMMARY} avatarModel? llmId? brain:Brain tools:LiveTool[] knowledge:object[] shareLinks:ShareLink[]? primaryShareLink:PrimaryLink? enableAudioPassthrough:boolean skipGreeting:boolean zeroDataRetention:boolean voiceDetectionOptions:object? voiceGenerationOptions:object? widgetConfig:object initialMessage? uninterruptibleGreeting:boolean`,
  Brain: 'personality? systemPrompt?',
  LiveTool: 'id:uuid name description type config:object',
  PrimaryLink: 'token enabled:boolean',
  Avatar: `id:uuid displayName variantName imageUrl:url landscapeImageUrl:url? portraitImageUrl:url? videoUrl:url? idleVideoUrl:url? createdByOrganizationId? availableVersions:string[] activeVersion? description? displayTags:string[] renderStyle ${TIMES}`,
  Voice: `id:uuid displayName provider providerVoiceId? providerModelId? sampleUrl:url? gender? country? description? displayTags:string[] isZdr:boolean createdByOrganizationId? ${TIMES}`,
  Llm: `id:uuid displayName description? llmFormat urls:LiveUrl[] modelName? temperature:number? maxTokens:integer? metadata:object displayTags:string[] isDefault:boolean isGlobal:boolean isZdr:boolean createdByOrganizationId? ${TIMES}`,
  LiveUrl: 'url:url region',
  Tool: `id:uuid name description type config:object disableInterruptions:boolean usageCount:integer ${TIMES}`,
  ShareLink:
    'id:uuid token type expiresAt:time? usageLimit:integer? usageCount:integer allowedOrigins:string[] allowAllOrigins:boolean removeWatermark:boolean enabled:boolean isPrimary:boolean createdAt:time personaId:uuid personaName organizationId',
  Session: `id:uuid personaId:uuid? clientLabel? startTime:time endTime:time? sessionLengthMs:integer? exitStatus? engineHost? engineProtocol? engineVersion? clientMetadata:object personaConfig:object apiKeyId:uuid? organizationId toolCalls:LiveCall[] ${TIMES}`,
  LiveCall:
    'turnIndex:integer correlationId? toolCallId? toolName? toolType? status? startedAt:time? completedAt:time? durationSeconds:number? errorMessage? arguments:object? result? documentsAccessed:string[]?',
  KnowledgeGroup: `id:uuid name description? documentCount:integer ${TIMES}`,
  KnowledgeDocument: `id:uuid knowledgeFolderId:uuid filename fileType fileSize:integer fileUrl status errorMessage? ${TIMES}`,
};

const TYPES: Readonly<Record<string, JsonSchema>> = {
  time: { type: 'string', format: 'date-time' },
  url: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
};

function toSchema(type: string): JsonSchema {
  if (type.endsWith('?')) return { anyOf: [toSchema(type.slice(0, -1)), { type: 'null' }] };
  if (type.endsWith('[]')) return { type: 'array', items: toSchema(type.slice(0, -2)) };
  const isShape = /^[A-Z]/.test(type);
  return isShape ? { $ref: `#/components/schemas/${type}` } : (TYPES[type] ?? { type });
}

function toObject(shape: string): JsonSchema {
  const properties = shape.split(' ').map((field) => {
    const [name = '', type = `string${field.endsWith('?') ? '?' : ''}`] = field.split(':');
    return [name.replace('?', ''), toSchema(type)];
  });
  // Without its id, a record is none.
  const required = shape.startsWith('id:') ? ['id'] : [];
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** An OpenAPI document, as far as responses are made from it. */
export interface ResponseDocument {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The REST contract as it is printed. */
export const printedDocument = (): ResponseDocument =>
  JSON.parse(readFileSync('schema/openapi.json', 'utf8'));

/** The same endpoints with the responses of live services. */
export function liveDocument(): ResponseDocument {
  const { components } = printedDocument();
  const shapes = Object.entries(SHAPES).map(([name, shape]) => [name, toObject(shape)]);
  const { PersonaPage, ...schemas } = components.schemas;
  const summaries = JSON.parse(
    JSON.stringify(PersonaPage).replace('schemas/Persona"', 'schemas/PersonaSummary"'),
  );
  return {
    components: { schemas: { ...schemas, PersonaPage: summaries, ...Object.fromEntries(shapes) } },
  };
}
