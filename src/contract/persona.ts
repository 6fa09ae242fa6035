import { z } from 'zod';
import { Avatar } from './avatar.ts';
import { brainType, onlyOneLlmName } from './brain-type.ts';
import {
  configurable,
  type FieldFacets,
  forSession,
  nullable,
  optional,
  read,
  readList,
  shapeIn,
  timestamps,
  tolerantObject,
} from './field.ts';
import { page, pageQuery } from './page.ts';
import {
  DirectorNotes,
  SessionTool,
  VoiceDetectionOptions,
  VoiceGenerationOptions,
  WidgetConfig,
} from './persona-settings.ts';
import { Id, record, tolerant } from './record.ts';
import { defineResource } from './resource.ts';
import { ShareLink } from './share-link.ts';
import { Tool } from './tool.ts';
import { Voice } from './voice.ts';

/** Specification, "Persona": avatar model versions. */
export const AvatarModel = z.enum(['cara-2', 'cara-3']);
export type AvatarModel = z.output<typeof AvatarModel>;

const LLM_ID =
  'LLM to use: a built-in LLM id, a custom LLM id, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.';

/** Maximum number of tools of a persona. @assumed */
export const MAX_PERSONA_TOOLS = 100;

/** Whoever adds a field of responses decides both. */
type SavedFacets = FieldFacets & Required<Pick<FieldFacets, 'inSummary' | 'inSession'>>;

const saved = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  facets: SavedFacets,
) => read(schema, description, facets);

const savedList = <Item extends z.ZodType>(
  item: Item,
  maxItems: number,
  description: string,
  facets: SavedFacets,
) => readList(item, maxItems, description, facets);

const TAKEN = { inSummary: 'never', inSession: 'taken' } as const;
const REJECTED = { inSummary: 'never', inSession: 'rejected' } as const;
const UNUSED = { inSummary: 'never', inSession: 'unused' } as const;

/** Maximum number of entries that are read of a list without pages. @assumed */
const MAX_ENTRIES = 100;

const toolIds = z.array(Id).max(MAX_PERSONA_TOOLS);

/** @assumed "Response fields of a persona: not shown": the request fields, either flat or nested as in live services. */
export const personaFields = {
  id: { read: Id },
  name: {
    ...saved(z.string(), 'Name of the persona.', {
      inSummary: 'always',
      inSession: 'taken',
      isSearched: true,
    }),
    ...configurable(z.string(), 'Name of the persona.'),
  },
  avatarId: {
    ...saved(Id, 'Avatar of the persona.', { inSummary: 'always', inSession: 'taken' }),
    ...configurable(Id, 'Avatar to use.', { refersTo: 'avatar' }),
  },
  avatarModel: {
    // Services have newer models than the specification.
    ...saved(z.string(), "Avatar model version; null means the avatar's default.", TAKEN),
    ...nullable(AvatarModel, "Avatar model version. If null, the avatar's default applies."),
    ...forSession(AvatarModel, 'Avatar model version.'),
  },
  voiceId: {
    ...saved(Id, 'Voice of the persona.', { inSummary: 'always', inSession: 'taken' }),
    ...configurable(Id, 'Voice to use.', { refersTo: 'voice' }),
  },
  llmId: {
    ...saved(Id, 'LLM of the persona.', TAKEN),
    ...optional(Id, LLM_ID, { forNone: 'Use CUSTOMER_CLIENT_V1 for no LLM.' }),
    ...forSession(Id, LLM_ID, { refersTo: 'llm' }),
  },
  systemPrompt: {
    ...saved(z.string(), 'System prompt for the LLM.', TAKEN),
    ...configurable(z.string(), 'System prompt for the LLM.'),
  },
  skipGreeting: {
    ...saved(z.boolean(), 'Whether the greeting is skipped.', TAKEN),
    ...configurable(z.boolean(), 'When true, the greeting is skipped when a session starts.'),
  },
  brainType: {
    ...saved(Id, 'Former name of llmId, in older services.', UNUSED),
    create: brainType,
    session: brainType,
  },
  description: {
    ...saved(z.string(), 'Free text.', { inSummary: 'always', inSession: 'unused' }),
    ...optional(z.string(), "Free text. Does not affect the persona's behavior."),
  },
  toolIds: {
    ...savedList(
      Id,
      MAX_PERSONA_TOOLS,
      `Ids of the first ${MAX_PERSONA_TOOLS} tools, if the upstream returns them.`,
      TAKEN,
    ),
    ...optional(
      toolIds,
      'Ids of the tools. An update replaces the complete list. Extension of the specification.',
    ),
    ...forSession(toolIds, 'Ids of the tools. Extension of the specification.', {
      refersTo: 'tool',
    }),
  },
  languageCode: {
    ...saved(z.string(), 'Language of the sessions.', {
      inSummary: 'sometimes',
      inSession: 'taken',
    }),
    ...optional(
      z.string().min(1).max(35),
      'Language of the sessions, for example en. Extension of the specification.',
    ),
  },
  initialMessage: {
    ...saved(z.string(), 'First message of a session.', TAKEN),
    ...nullable(
      z.string(),
      'First message of a session. Null removes it. Extension of the specification.',
    ),
    ...forSession(z.string(), 'First message of the session. Extension of the specification.'),
  },
  uninterruptibleGreeting: {
    ...saved(z.boolean(), 'Whether the user cannot interrupt the greeting.', TAKEN),
    ...configurable(
      z.boolean(),
      'When true, the user cannot interrupt the greeting. Extension of the specification.',
    ),
  },
  zeroDataRetention: {
    ...saved(z.boolean(), 'Whether nothing of a session is stored.', REJECTED),
    ...optional(
      z.boolean(),
      'When true, nothing of a session is stored. The voice and the LLM have to support it. Extension of the specification.',
    ),
  },
  voiceDetectionOptions: {
    ...saved(tolerantObject(VoiceDetectionOptions), 'Speech detection options.', TAKEN),
    ...optional(
      VoiceDetectionOptions,
      'Speech detection options of the sessions. Extension of the specification.',
    ),
  },
  voiceGenerationOptions: {
    ...saved(tolerantObject(VoiceGenerationOptions), 'Voice generation options.', TAKEN),
    ...optional(
      VoiceGenerationOptions,
      'Voice generation options. A new voice may reset them. Extension of the specification.',
    ),
  },
  directorNotes: {
    ...saved(tolerantObject(DirectorNotes), 'How the avatar acts.', TAKEN),
    ...forSession(DirectorNotes, 'How the avatar acts. Extension of the specification.'),
  },
  enableAudioPassthrough: saved(
    z.boolean(),
    'Whether the persona speaks audio that the client sends.',
    TAKEN,
  ),
  voiceSpeed: saved(z.number(), 'Speaking rate; 1 is normal.', {
    inSummary: 'always',
    inSession: 'rejected',
    neutral: 1,
  }),
  personality: saved(z.string(), 'Personality, for the LLM.', REJECTED),
  knowledge: savedList(
    z.record(z.string(), z.unknown()),
    MAX_ENTRIES,
    `The first ${MAX_ENTRIES} entries of knowledge that the LLM can use, as raw JSON.`,
    REJECTED,
  ),
  widgetConfig: {
    ...saved(tolerantObject(WidgetConfig), 'The widget that embeds the persona in a page.', UNUSED),
    update: WidgetConfig.describe(
      'The widget that embeds the persona in a page. Omitted fields keep their value. Extension of the specification.',
    ).optional(),
  },
  shareLinks: savedList(
    ShareLink,
    MAX_ENTRIES,
    `The first ${MAX_ENTRIES} share links, if the upstream embeds them.`,
    { ...UNUSED, embeds: 'shareLink' },
  ),
  isDefaultPersona: saved(
    z.boolean(),
    'Whether it is the default persona of the account, in lists of upstreams that return it.',
    { inSummary: 'always', inSession: 'unused' },
  ),
  // Session configurations have the ids of embedded records.
  avatar: saved(Avatar, 'The avatar, if the upstream embeds it.', {
    embeds: 'avatar',
    inSummary: 'always',
    inSession: 'unused',
  }),
  voice: saved(Voice, 'The voice, if the upstream embeds it.', {
    embeds: 'voice',
    inSummary: 'always',
    inSession: 'unused',
  }),
  tools: {
    ...savedList(
      Tool,
      MAX_PERSONA_TOOLS,
      `The first ${MAX_PERSONA_TOOLS} tools, if the upstream embeds them.`,
      { ...UNUSED, embeds: 'tool' },
    ),
    ...forSession(
      z.array(SessionTool).max(MAX_PERSONA_TOOLS),
      'Tools that only this session has, besides those of toolIds. Extension of the specification.',
    ),
  },
  brain: saved(
    z.looseObject({ systemPrompt: tolerant(z.string()), personality: tolerant(z.string()) }),
    'The system prompt and the personality, if the upstream nests them.',
    UNUSED,
  ),
  ...timestamps({ inSession: 'unused' }),
};

/**
 * Body of POST /v1/personas. The fields that their descriptions call extensions are not in the specification.
 * @assumed "Required fields: not shown": no field is required.
 */
export const CreatePersona = z
  .strictObject(shapeIn('create', personaFields))
  .superRefine(onlyOneLlmName);
export type CreatePersona = z.output<typeof CreatePersona>;

/**
 * Body of PUT /v1/personas/{id}, an extension. Omitted fields are not changed.
 * @assumed Besides avatarModel, null clears only initialMessage, as in live services.
 */
export const UpdatePersona = z.strictObject(shapeIn('update', personaFields));
export type UpdatePersona = z.output<typeof UpdatePersona>;

/** @assumed Names of the query inputs of GET /v1/personas, which the specification describes without naming. */
export const PersonasQuery = z.strictObject(
  pageQuery('Returns only personas whose name contains this text.'),
);
export type PersonasQuery = z.output<typeof PersonasQuery>;

const personaShape = shapeIn('read', personaFields);

export const Persona = record(personaShape);
export type Persona = z.output<typeof Persona>;

export const PersonaPage = page(Persona);
export type PersonaPage = z.output<typeof PersonaPage>;

/** The contract of personas. Specification, "POST /v1/personas" and "GET /v1/personas"; the others are extensions. */
export const personaContract = defineResource(
  {
    plural: 'personas',
    noun: 'persona',
    description: 'An avatar with a voice, a language model and a system prompt.',
    record: Persona,
    shape: personaShape,
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
