import { z } from 'zod';
import { Avatar } from './avatar.ts';
import { endpoint, type ResourceContract } from './endpoint.ts';
import { EMPTY_PAGE, page, pageQuery } from './page.ts';
import { Deleted, Id, IdParams, record, Timestamps, tolerant, tolerantList } from './record.ts';
import { Tool } from './tool.ts';
import { Voice } from './voice.ts';

/** Specification, "Persona": avatar model versions. */
export const AvatarModel = z.enum(['cara-2', 'cara-3']);
export type AvatarModel = z.output<typeof AvatarModel>;

/** The fields that describe a persona, shared by POST /v1/personas and the session configuration. */
export const personaFields = {
  name: z.string().describe('Name of the persona.').optional(),
  avatarId: Id.describe('Avatar to use.').optional(),
  voiceId: Id.describe('Voice to use.').optional(),
  llmId: Id.describe(
    'LLM to use: a built-in LLM id, a custom LLM id, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.',
  ).optional(),
  systemPrompt: z.string().describe('System prompt for the LLM.').optional(),
  skipGreeting: z
    .boolean()
    .describe('When true, the greeting is skipped when a session starts.')
    .optional(),
  brainType: Id.describe(
    'Former name of llmId, with the same values. Cannot be combined with llmId.',
  )
    .meta({ deprecated: true })
    .optional(),
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

/** Maximum number of tools of a persona. @assumed */
export const MAX_PERSONA_TOOLS = 100;

const writableFields = {
  ...personaFields,
  description: z
    .string()
    .describe("Free text. Does not affect the persona's behaviour.")
    .optional(),
  avatarModel: AvatarModel.nullable()
    .describe("Avatar model version. If null, the avatar's default applies.")
    .optional(),
  toolIds: z
    .array(Id)
    .max(MAX_PERSONA_TOOLS)
    .describe(
      'Ids of the tools. An update replaces the complete list. Extension of the specification.',
    )
    .optional(),
  languageCode: z
    .string()
    .min(1)
    .max(35)
    .describe('Language of the sessions, for example en. Extension of the specification.')
    .optional(),
  initialMessage: z
    .string()
    .nullable()
    .describe('First message of a session. Null removes it. Extension of the specification.')
    .optional(),
};

/**
 * Body of POST /v1/personas. toolIds, languageCode and initialMessage are extensions of the specification.
 * @assumed "Required fields: not shown": no field is required.
 */
export const CreatePersona = z.strictObject(writableFields).superRefine(onlyOneLlmName);
export type CreatePersona = z.output<typeof CreatePersona>;

const { brainType: _, ...updatableFields } = writableFields;
const { voiceId, llmId, languageCode } = updatableFields;

/**
 * Body of PUT /v1/personas/{id}, an extension. Omitted fields are not changed.
 * @assumed Null removes a voice, an LLM or a language, as it removes avatarModel.
 */
export const UpdatePersona = z.strictObject({
  ...updatableFields,
  voiceId: voiceId.nullable(),
  llmId: llmId.nullable(),
  languageCode: languageCode.nullable(),
});
export type UpdatePersona = z.output<typeof UpdatePersona>;

/** @assumed Names of the query inputs of GET /v1/personas, which the specification describes without naming. */
export const PersonasQuery = z.strictObject(
  pageQuery('Returns only personas whose name contains this text.'),
);
export type PersonasQuery = z.output<typeof PersonasQuery>;

/** @assumed "Response fields of a persona: not shown": the request fields, either flat or nested as in live services. */
export const personaShape = {
  id: Id,
  name: tolerant(z.string()).describe('Name of the persona.'),
  description: tolerant(z.string()).describe('Free text.'),
  avatarId: tolerant(Id).describe('Avatar of the persona.'),
  avatarModel: tolerant(AvatarModel).describe(
    "Avatar model version; null means the avatar's default.",
  ),
  voiceId: tolerant(Id).describe('Voice of the persona.'),
  llmId: tolerant(Id).describe('LLM of the persona.'),
  systemPrompt: tolerant(z.string()).describe('System prompt for the LLM.'),
  skipGreeting: tolerant(z.boolean()).describe('Whether the greeting is skipped.'),
  avatar: tolerant(Avatar).describe('The avatar, if the upstream embeds it.'),
  voice: tolerant(Voice).describe('The voice, if the upstream embeds it.'),
  brain: tolerant(z.looseObject({ systemPrompt: tolerant(z.string()) })).describe(
    'The system prompt, if the upstream nests it.',
  ),
  toolIds: tolerant(z.array(Id)).describe('Ids of the tools, if the upstream returns them.'),
  tools: tolerantList(Tool).describe('The tools, if the upstream embeds them.'),
  languageCode: tolerant(z.string()).describe('Language of the sessions.'),
  initialMessage: tolerant(z.string()).describe('First message of a session.'),
  ...Timestamps,
};

export const Persona = record(personaShape);
export type Persona = z.output<typeof Persona>;

export const PersonaPage = page(Persona);
export type PersonaPage = z.output<typeof PersonaPage>;

/** Endpoints of personas. Specification, "POST /v1/personas" and "GET /v1/personas"; the others are extensions. */
export const personaEndpoints = {
  createPersona: endpoint({
    method: 'POST',
    path: '/v1/personas',
    tag: 'Personas',
    summary: 'Creates a persona.',
    body: { json: CreatePersona },
    status: 201,
    response: Persona,
    errors: [400, 401, 413, 415, 429, 500],
  }),
  personas: endpoint({
    method: 'GET',
    path: '/v1/personas',
    tag: 'Personas',
    summary: 'Returns a list of all personas, with pagination.',
    query: PersonasQuery,
    status: 200,
    response: PersonaPage,
    errors: [400, 401, 429, 500],
    emptyResponse: EMPTY_PAGE,
  }),
  persona: endpoint({
    method: 'GET',
    path: '/v1/personas/{id}',
    tag: 'Personas',
    summary: 'Returns a persona by id.',
    extension: 'personas',
    params: IdParams,
    status: 200,
    response: Persona,
    errors: [400, 401, 404, 429, 500],
  }),
  updatePersona: endpoint({
    method: 'PUT',
    path: '/v1/personas/{id}',
    tag: 'Personas',
    summary: 'Updates a persona.',
    extension: 'personas',
    params: IdParams,
    body: { json: UpdatePersona },
    status: 200,
    response: Persona,
    errors: [400, 401, 404, 413, 415, 429, 500],
  }),
  deletePersona: endpoint({
    method: 'DELETE',
    path: '/v1/personas/{id}',
    tag: 'Personas',
    summary: 'Deletes a persona.',
    extension: 'personas',
    params: IdParams,
    status: 200,
    response: Deleted,
    errors: [400, 401, 404, 429, 500],
  }),
};

/** The contract of personas. */
export const personaContract = {
  tag: 'Personas',
  description: 'An avatar with a voice, a language model and a system prompt.',
  endpoints: personaEndpoints,
  requests: { CreatePersona, UpdatePersona },
  responses: { Persona, PersonaPage },
} satisfies ResourceContract;
