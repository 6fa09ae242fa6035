import { z } from 'zod';
import { Avatar, AvatarModel } from './avatar.ts';
import { firstOf, flag, number, TIMESTAMPS, text } from './fields.ts';
import { pageQuery, type UpstreamPage } from './page.ts';
import {
  DirectorNotes,
  SessionTool,
  VoiceDetectionOptions,
  VoiceGenerationOptions,
  WidgetConfig,
} from './persona-settings.ts';
import { Id, Json, nullish, record } from './record.ts';
import { defineResource } from './resource.ts';
import { asResponse, beyondSpecification } from './schema-meta.ts';
import { ShareLink } from './share-link.ts';
import { Tool } from './tool.ts';
import { Voice } from './voice.ts';

/** Maximum number of tools of a persona. @assumed */
export const MAX_PERSONA_TOOLS = 100;

const toolIds = z.array(Id).max(MAX_PERSONA_TOOLS);

/** What creations, updates and session configurations share. */
const settings = {
  name: z.string().min(1).describe('Name of the persona.'),
  avatarId: Id.describe('Avatar to use.'),
  voiceId: Id.describe('Voice to use.'),
  llmId: Id.describe(
    'LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.',
  ),
  systemPrompt: text('System prompt for the LLM.'),
  skipGreeting: flag('Whether to skip the greeting.'),
  ...beyondSpecification({
    uninterruptibleGreeting: flag('If true, the user cannot interrupt the greeting.'),
  }),
};

const brainType = Id.meta({
  description: 'Former name of llmId. Use llmId; both together are invalid.',
  deprecated: true,
});

export const zeroDataRetention = flag(
  'If true, no data of sessions is stored. Voice and LLM must support it.',
);

/**
 * What creations and updates share. In an update, what is omitted stays, and null clears what is nullable here; elsewhere it
 * is an error. @assumed Live services do so.
 */
const saved = {
  ...settings,
  avatarModel: AvatarModel.nullable().describe(
    "Avatar model, for example cara-3, one of those that the avatar supports. If null, the avatar's default applies.",
  ),
  description: text("Description of the persona. Does not affect the persona's behavior."),
  ...beyondSpecification({
    initialMessage: z.string().nullable().describe('First message of a session. Null removes it.'),
    languageCode: z.string().min(1).max(35).describe('Language of the sessions, for example en.'),
    toolIds: toolIds.describe('Ids of the tools. An update replaces the saved list.'),
    voiceDetectionOptions: VoiceDetectionOptions.describe(
      'Speech detection options. An update replaces the saved object.',
    ),
    voiceGenerationOptions: VoiceGenerationOptions.describe(
      'Voice generation options. An update replaces the saved object; without them, a new voice resets it.',
    ),
    zeroDataRetention,
  }),
};

/** What describes a persona in a session token, instead of the id of a saved one. */
export const sessionPersona = {
  ...settings,
  avatarModel: AvatarModel.describe('Avatar model, for example cara-3.'),
  brainType,
  ...beyondSpecification({
    initialMessage: text('First message of the session.'),
    toolIds: toolIds.describe('Ids of the tools.'),
    directorNotes: DirectorNotes.describe('How the avatar acts.'),
    tools: z.array(SessionTool).max(MAX_PERSONA_TOOLS).describe('Tools for this session only.'),
  }),
};

/**
 * A persona in responses. `record` adds the id and the raw JSON, and makes all other fields nullish: an invalid value is read
 * as null.
 * @assumed "Response fields of a persona: not shown": the request fields, either flat or nested as in live services.
 */
export const Persona = record({
  name: text('Name of the persona.'),
  avatarId: Id.describe('Id of the avatar.'),
  avatarModel: text("Avatar model that the avatar supports; null for the avatar's default."),
  voiceId: Id.describe('Id of the voice.'),
  llmId: Id.describe('Id of the LLM.'),
  systemPrompt: text('System prompt for the LLM.'),
  skipGreeting: flag('Whether the greeting is skipped.'),
  brainType: Id.describe('Former name of llmId, in older services.'),
  description: text('Description of the persona.'),
  toolIds: firstOf(MAX_PERSONA_TOOLS, Id, 'Ids of the tools, if known.'),
  languageCode: text('Language of the sessions.'),
  initialMessage: text('First message of a session.'),
  uninterruptibleGreeting: flag('Whether the user cannot interrupt the greeting.'),
  zeroDataRetention: flag('Whether the service stores no data of sessions.'),
  voiceDetectionOptions: asResponse(VoiceDetectionOptions).describe('Speech detection options.'),
  voiceGenerationOptions: asResponse(VoiceGenerationOptions).describe('Voice generation options.'),
  directorNotes: asResponse(DirectorNotes).describe('How the avatar acts.'),
  enableAudioPassthrough: flag('Whether the persona speaks audio from the client.'),
  voiceSpeed: number('Speaking rate; 1 is normal.'),
  personality: text('Personality, for the LLM.'),
  knowledge: firstOf(100, Json, 'Knowledge entries for the LLM, as raw JSON.'),
  widgetConfig: asResponse(WidgetConfig).describe('The widget that embeds the persona in a page.'),
  shareLinks: firstOf(100, ShareLink, 'The share links, if the upstream embeds them.'),
  isDefaultPersona: flag('Whether it is the default persona. Only in some lists.', 'isDefault'),
  avatar: Avatar.describe('The avatar, if the upstream embeds it.'),
  voice: Voice.describe('The voice, if the upstream embeds it.'),
  tools: firstOf(MAX_PERSONA_TOOLS, Tool, 'The tools, if the upstream embeds them.'),
  brain: z
    .object(nullish({ systemPrompt: z.string(), personality: z.string() }))
    .describe('The system prompt and the personality, if the upstream nests them.'),
  ...TIMESTAMPS,
}).meta({ id: 'Persona', description: 'A persona.' });
export type Persona = z.output<typeof Persona>;
export type PersonaPage = UpstreamPage<Persona>;

/** Rejects a body with both llmId and brainType. @assumed The specification only says that llmId replaces brainType. */
export const onlyOneLlmName = (
  body: { llmId?: string | undefined; brainType?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (body.llmId === undefined || body.brainType === undefined) return;
  const message = 'brainType is the former name of llmId. Set only one of them.';
  context.addIssue({ code: 'custom', path: ['brainType'], message });
};

/** @assumed "Required fields: not shown": no field is required, but a name has at least one character. */
export const CreatePersona = z
  .strictObject({ ...saved, brainType })
  .partial()
  .superRefine(onlyOneLlmName);
export type CreatePersona = z.output<typeof CreatePersona>;

const widgetConfig = WidgetConfig.meta({
  description: 'The widget in a page. Omitted fields inside it keep their value.',
  onUpdate: 'merge',
});

/** Omitted fields are not changed. */
export const UpdatePersona = z
  .strictObject({ ...saved, ...beyondSpecification({ widgetConfig }) })
  .partial();
export type UpdatePersona = z.output<typeof UpdatePersona>;

/** The contract of personas. Specification, "POST /v1/personas" and "GET /v1/personas"; the others are extensions. */
export const personaContract = defineResource(
  {
    collection: 'personas',
    noun: 'persona',
    description: 'An avatar with a voice, a language model and a system prompt.',
    record: Persona,
    specified: ['create', 'list'],
    // They tell how the persona is made: only callers with the scope prompts:read can read them.
    needPromptsRead: ['systemPrompt', 'initialMessage', 'directorNotes', 'personality'],
    searched: ['name'],
    // If an item of a list lacks another field, the persona is read by its id.
    listItemsHave: [
      'name',
      'avatarId',
      'voiceId',
      'description',
      'languageCode',
      'voiceSpeed',
      'isDefaultPersona',
      'avatar',
      'voice',
      'createdAt',
      'updatedAt',
    ],
  },
  ({ list, get, create, update, remove }) => ({
    createPersona: create({ json: CreatePersona }),
    // @assumed The specification describes the parameters without naming them.
    personas: list(pageQuery('Returns only personas whose name contains this text.')),
    persona: get(),
    updatePersona: update(UpdatePersona),
    deletePersona: remove(),
  }),
);
