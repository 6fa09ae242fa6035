import { z } from 'zod';
import { Avatar } from './avatar.ts';
import {
  type FieldFacets,
  forSession,
  nullable,
  optional,
  read,
  readList,
  shapeIn,
  timestamps,
  withFacets,
} from './field.ts';
import { page, pageQuery } from './page.ts';
import { Id, record, tolerant } from './record.ts';
import { defineResource } from './resource.ts';
import { Tool } from './tool.ts';
import { Voice } from './voice.ts';

/** Specification, "Persona": avatar model versions. */
export const AvatarModel = z.enum(['cara-2', 'cara-3']);
export type AvatarModel = z.output<typeof AvatarModel>;

/** The former name of llmId. Specification, "Versioning". */
const brainType = withFacets(
  Id.describe('Former name of llmId, with the same values. Cannot be combined with llmId.'),
  { deprecated: 'Use llmId.' },
).optional();

const LLM_ID =
  'LLM to use: a built-in LLM id, a custom LLM id, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.';

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

/** Maximum number of tools of a persona. @assumed */
export const MAX_PERSONA_TOOLS = 100;

/** A field of responses. Whoever adds one decides both facets. */
const saved = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  facets: FieldFacets & Required<Pick<FieldFacets, 'inSummary' | 'inSession'>>,
) => read(schema, description, facets);

/** @assumed "Response fields of a persona: not shown": the request fields, either flat or nested as in live services. */
export const personaFields = {
  id: { read: Id },
  name: {
    ...saved(z.string(), 'Name of the persona.', {
      inSummary: 'always',
      inSession: true,
      isSearched: true,
    }),
    ...optional(z.string(), 'Name of the persona.'),
    ...forSession(z.string(), 'Name of the persona.'),
  },
  avatarId: {
    ...saved(Id, 'Avatar of the persona.', { inSummary: 'always', inSession: true }),
    ...optional(Id, 'Avatar to use.'),
    ...forSession(Id, 'Avatar to use.'),
  },
  avatarModel: {
    // Services have newer models than the specification.
    ...saved(z.string(), "Avatar model version; null means the avatar's default.", {
      inSummary: 'never',
      inSession: true,
    }),
    ...nullable(AvatarModel, "Avatar model version. If null, the avatar's default applies."),
    ...forSession(AvatarModel, 'Avatar model version.'),
  },
  voiceId: {
    ...saved(Id, 'Voice of the persona.', { inSummary: 'always', inSession: true }),
    ...optional(Id, 'Voice to use.'),
    ...forSession(Id, 'Voice to use.'),
  },
  llmId: {
    ...saved(Id, 'LLM of the persona.', { inSummary: 'never', inSession: true }),
    ...optional(Id, LLM_ID, { forNone: 'Use CUSTOMER_CLIENT_V1 for no LLM.' }),
    ...forSession(Id, LLM_ID),
  },
  systemPrompt: {
    ...saved(z.string(), 'System prompt for the LLM.', { inSummary: 'never', inSession: true }),
    ...optional(z.string(), 'System prompt for the LLM.'),
    ...forSession(z.string(), 'System prompt for the LLM.'),
  },
  skipGreeting: {
    ...saved(z.boolean(), 'Whether the greeting is skipped.', {
      inSummary: 'never',
      inSession: true,
    }),
    ...optional(z.boolean(), 'When true, the greeting is skipped when a session starts.'),
    ...forSession(z.boolean(), 'When true, the greeting is skipped when a session starts.'),
  },
  brainType: {
    ...saved(Id, 'Former name of llmId, in older services.', {
      inSummary: 'never',
      inSession: false,
    }),
    create: brainType,
    session: brainType,
  },
  description: {
    ...saved(z.string(), 'Free text.', { inSummary: 'always', inSession: false }),
    ...optional(z.string(), "Free text. Does not affect the persona's behaviour."),
  },
  toolIds: {
    ...readList(
      Id,
      MAX_PERSONA_TOOLS,
      `Ids of the first ${MAX_PERSONA_TOOLS} tools, if the upstream returns them.`,
      { inSummary: 'never', inSession: true },
    ),
    ...optional(
      z.array(Id).max(MAX_PERSONA_TOOLS),
      'Ids of the tools. An update replaces the complete list. Extension of the specification.',
    ),
  },
  languageCode: {
    ...saved(z.string(), 'Language of the sessions.', {
      inSummary: 'sometimes',
      inSession: true,
    }),
    ...optional(
      z.string().min(1).max(35),
      'Language of the sessions, for example en. Extension of the specification.',
    ),
  },
  initialMessage: {
    ...saved(z.string(), 'First message of a session.', { inSummary: 'never', inSession: true }),
    ...nullable(
      z.string(),
      'First message of a session. Null removes it. Extension of the specification.',
    ),
  },
  avatar: read(Avatar, 'The avatar, if the upstream embeds it.', { embeds: 'avatar' }),
  voice: read(Voice, 'The voice, if the upstream embeds it.', { embeds: 'voice' }),
  tools: readList(
    Tool,
    MAX_PERSONA_TOOLS,
    `The first ${MAX_PERSONA_TOOLS} tools, if the upstream embeds them.`,
    { embeds: 'tool', inSummary: 'never' },
  ),
  brain: read(
    z.looseObject({ systemPrompt: tolerant(z.string()) }),
    'The system prompt, if the upstream nests it.',
    { inSummary: 'never' },
  ),
  ...timestamps(),
};

/**
 * Body of POST /v1/personas. toolIds, languageCode and initialMessage are extensions of the specification.
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
