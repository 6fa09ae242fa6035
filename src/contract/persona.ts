import { z } from 'zod';
import { Avatar, AvatarModel } from './avatar.ts';
import { field, ID, shapeIn, TIMESTAMPS } from './field.ts';
import { page, pageQuery } from './page.ts';
import {
  DirectorNotes,
  SessionTool,
  VoiceDetectionOptions,
  VoiceGenerationOptions,
  WidgetConfig,
} from './persona-settings.ts';
import { Id, tolerant } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { tolerantObject } from './schema-meta.ts';
import { ShareLink } from './share-link.ts';
import { Tool } from './tool.ts';
import { Voice } from './voice.ts';

/** Maximum number of tools of a persona. @assumed */
export const MAX_PERSONA_TOOLS = 100;

/** Maximum number of entries that are read of a list without pages. @assumed */
const MAX_ENTRIES = 100;

const toolIds = z.array(Id).max(MAX_PERSONA_TOOLS);

/** @assumed "Response fields of a persona: not shown": the request fields, either flat or nested as in live services. */
export const personaFields = {
  id: ID,
  name: field(z.string(), 'Name of the persona.', {
    in: ['create', 'update', 'session'],
    input: z.string().min(1),
    isSearched: true,
  }),
  avatarId: field(Id, 'Id of the avatar.', {
    in: ['create', 'update', 'session'],
    input: 'Avatar to use.',
    refersTo: 'avatar',
  }),
  avatarModel: field(
    z.string(),
    "Avatar model, one of those that the avatar supports; null means the avatar's default.",
    {
      in: ['create', 'update', 'session'],
      input: [
        AvatarModel.nullable(),
        "Avatar model, for example cara-3, one of those that the avatar supports. If null, the avatar's default applies.",
      ],
      session: [AvatarModel, "Avatar model, for example cara-3. By default, the avatar's."],
    },
  ),
  voiceId: field(Id, 'Id of the voice.', {
    in: ['create', 'update', 'session'],
    input: 'Voice to use.',
    refersTo: 'voice',
  }),
  llmId: field(Id, 'Id of the LLM.', {
    in: ['create', 'update', 'session'],
    input:
      'LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.',
    refersTo: 'llm',
  }),
  systemPrompt: field(z.string(), 'System prompt for the LLM.', {
    in: ['create', 'update', 'session'],
    isPrompt: true,
  }),
  skipGreeting: field(z.boolean(), 'Whether the greeting is skipped.', {
    in: ['create', 'update', 'session'],
    input: 'If true, sessions start without the greeting.',
  }),
  brainType: field(Id, 'Former name of llmId, in older services.', {
    in: ['create', 'session'],
    input: 'Former name of llmId, with the same values. Cannot be combined with llmId.',
    deprecated: 'Use llmId.',
    refersTo: 'llm',
  }),
  description: field(z.string(), 'Description of the persona.', {
    in: ['create', 'update'],
    input: "Description of the persona. Does not affect the persona's behavior.",
  }),
  toolIds: field(
    z.array(Id),
    `Ids of the first ${MAX_PERSONA_TOOLS} tools, if the upstream returns them.`,
    {
      maxItems: MAX_PERSONA_TOOLS,
      in: ['create', 'update', 'session'],
      input: [toolIds, 'Ids of the tools.'],
      isExtension: true,
      refersTo: 'tool',
    },
  ),
  languageCode: field(z.string(), 'Language of the sessions.', {
    in: ['create', 'update', 'anySession'],
    input: [z.string().min(1).max(35), 'Language of the sessions, for example en.'],
    anySession: 'Language of the session, for example en.',
    isExtension: ['create', 'update'],
  }),
  initialMessage: field(z.string(), 'First message of a session.', {
    in: ['create', 'update', 'session'],
    input: [z.string().nullable(), 'First message of a session. Null removes it.'],
    session: 'First message of the session.',
    isExtension: true,
    isPrompt: true,
  }),
  uninterruptibleGreeting: field(z.boolean(), 'Whether the user cannot interrupt the greeting.', {
    in: ['create', 'update', 'session'],
    input: 'If true, the user cannot interrupt the greeting.',
    isExtension: true,
  }),
  zeroDataRetention: field(z.boolean(), 'Whether the service stores no data of sessions.', {
    in: ['create', 'update', 'meeting'],
    input:
      'If true, the service stores no data of sessions. The voice and the LLM must support this.',
    isExtension: true,
  }),
  voiceDetectionOptions: field(tolerantObject(VoiceDetectionOptions), 'Speech detection options.', {
    in: ['create', 'update', 'anySession'],
    input: [VoiceDetectionOptions, 'Speech detection options of the sessions.'],
    anySession: VoiceDetectionOptions,
    isExtension: ['create', 'update'],
  }),
  voiceGenerationOptions: field(
    tolerantObject(VoiceGenerationOptions),
    'Voice generation options.',
    {
      in: ['create', 'update', 'anySession'],
      input: VoiceGenerationOptions,
      update: [
        VoiceGenerationOptions,
        'Voice generation options. A new voice resets them, unless they are in the same update.',
      ],
      isExtension: ['create', 'update'],
    },
  ),
  directorNotes: field(tolerantObject(DirectorNotes), 'How the avatar acts.', {
    in: ['session'],
    input: DirectorNotes,
    isExtension: true,
    isPrompt: true,
  }),
  enableAudioPassthrough: field(z.boolean(), 'Whether the persona speaks audio from the client.', {
    in: ['anySession'],
    input: 'Whether the persona speaks audio from the client instead of the output of its LLM.',
    isExtension: true,
  }),
  voiceSpeed: field(z.number(), 'Speaking rate; 1 is normal.', { in: ['meeting'] }),
  personality: field(z.string(), 'Personality, for the LLM.', { in: ['meeting'], isPrompt: true }),
  knowledge: field(
    z.array(z.record(z.string(), z.unknown())),
    `The first ${MAX_ENTRIES} knowledge entries for the LLM, as raw JSON.`,
    { maxItems: MAX_ENTRIES },
  ),
  widgetConfig: field(
    tolerantObject(WidgetConfig),
    'The widget that embeds the persona in a page.',
    {
      in: ['update'],
      input: WidgetConfig,
      isMerged: true,
      isExtension: true,
    },
  ),
  shareLinks: field(
    z.array(ShareLink),
    `The first ${MAX_ENTRIES} share links, if the upstream embeds them.`,
    { maxItems: MAX_ENTRIES, embeds: 'shareLink' },
  ),
  isDefaultPersona: field(
    z.boolean(),
    'Whether the persona is the default one of the account. Only some upstreams return it, and only in lists.',
    { alias: 'isDefault' },
  ),
  // Session configurations have the ids of embedded records.
  avatar: field(Avatar, 'The avatar, if the upstream embeds it.', { embeds: 'avatar' }),
  voice: field(Voice, 'The voice, if the upstream embeds it.', { embeds: 'voice' }),
  tools: field(
    z.array(Tool),
    `The first ${MAX_PERSONA_TOOLS} tools, if the upstream embeds them.`,
    {
      maxItems: MAX_PERSONA_TOOLS,
      in: ['session'],
      input: [
        z.array(SessionTool).max(MAX_PERSONA_TOOLS),
        'Additional tools for this session only.',
      ],
      isExtension: true,
      embeds: 'tool',
    },
  ),
  brain: field(
    z.looseObject({ systemPrompt: tolerant(z.string()), personality: tolerant(z.string()) }),
    'The system prompt and the personality, if the upstream nests them.',
  ),
  ...TIMESTAMPS,
};

/** Rejects a body with both llmId and brainType. @assumed The specification only says that llmId replaces brainType. */
export const onlyOneLlmName = (
  body: { llmId?: string | undefined; brainType?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (body.llmId !== undefined && body.brainType !== undefined) {
    const message = 'brainType is the former name of llmId. Set only one of them.';
    context.addIssue({ code: 'custom', path: ['brainType'], message });
  }
};

/**
 * Body of POST /v1/personas. The fields with `isExtension` are not in the specification.
 * @assumed "Required fields: not shown": no field is required, but a name has at least one character.
 */
export const CreatePersona = z
  .strictObject(shapeIn('create', personaFields))
  .superRefine(onlyOneLlmName);
export type CreatePersona = z.output<typeof CreatePersona>;

/**
 * Body of PUT /v1/personas/{id}, an extension. Omitted fields are not changed.
 * @assumed Null clears the fields whose schema here is nullable, as in live services.
 */
export const UpdatePersona = z.strictObject(shapeIn('update', personaFields));
export type UpdatePersona = z.output<typeof UpdatePersona>;

/** @assumed Names of the query inputs of GET /v1/personas, which the specification describes without naming. */
export const PersonasQuery = z.strictObject(
  pageQuery('Returns only personas whose name contains this text.'),
);
export type PersonasQuery = z.output<typeof PersonasQuery>;

export const Persona = record(personaFields);
export type Persona = z.output<typeof Persona>;

export const PersonaPage = page(Persona);
export type PersonaPage = z.output<typeof PersonaPage>;

/** The contract of personas. Specification, "POST /v1/personas" and "GET /v1/personas"; the others are extensions. */
export const personaContract = defineResource(
  {
    collection: 'personas',
    noun: 'persona',
    description: 'An avatar with a voice, a language model and a system prompt.',
    record: Persona,
    fields: personaFields,
    summaries: {
      always: [
        'name',
        'avatarId',
        'voiceId',
        'description',
        'voiceSpeed',
        'isDefaultPersona',
        'avatar',
        'voice',
        'createdAt',
        'updatedAt',
      ],
      never: [
        'avatarModel',
        'llmId',
        'systemPrompt',
        'skipGreeting',
        'brainType',
        'toolIds',
        'initialMessage',
        'uninterruptibleGreeting',
        'zeroDataRetention',
        'voiceDetectionOptions',
        'voiceGenerationOptions',
        'directorNotes',
        'enableAudioPassthrough',
        'personality',
        'knowledge',
        'widgetConfig',
        'shareLinks',
        'tools',
        'brain',
      ],
    },
  },
  ({ list, get, create, update, remove }) => ({
    endpoints: {
      createPersona: create({ json: CreatePersona }),
      personas: list({ query: PersonasQuery, page: PersonaPage }),
      persona: get({ isExtension: true }),
      updatePersona: update(UpdatePersona, { isExtension: true }),
      deletePersona: remove(200, { isExtension: true }),
    },
    requests: { CreatePersona, UpdatePersona },
    responses: { Persona, PersonaPage },
  }),
);
