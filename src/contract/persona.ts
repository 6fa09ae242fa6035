import { z } from 'zod';
import { Avatar } from './avatar.ts';
import { endpoint } from './endpoint.ts';
import { page, pageNumber, perPage } from './page.ts';
import { Id, IdParams, record, Timestamps, tolerant } from './record.ts';

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

/** Refuses a body that has both names of the LLM. @assumed The specification only says that llmId replaces brainType. */
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
 * Body of POST /v1/personas.
 * @assumed "Required fields: not shown": none is.
 */
export const CreatePersona = z
  .strictObject({
    ...personaFields,
    description: z
      .string()
      .describe("Free text. Does not affect the persona's behaviour.")
      .optional(),
    avatarModel: AvatarModel.nullable()
      .describe("Avatar model version. If omitted or null, the avatar's default applies.")
      .optional(),
  })
  .superRefine(onlyOneLlmName);
export type CreatePersona = z.output<typeof CreatePersona>;

/** @assumed Names of the query inputs of GET /v1/personas, which the specification describes without naming. */
export const PersonasQuery = z.strictObject({
  page: pageNumber.describe('Page number, at least 1.').optional(),
  perPage: perPage.describe('Items per page, 1 to 100.').optional(),
  search: z.string().describe('Returns only personas whose name contains this text.').optional(),
});
export type PersonasQuery = z.output<typeof PersonasQuery>;

/** @assumed "Response fields of a persona: not shown": the request's fields, flat, or nested as live services have them. */
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
  voice: tolerant(z.looseObject({ id: Id })).describe('The voice, if the upstream embeds it.'),
  brain: tolerant(z.looseObject({ systemPrompt: tolerant(z.string()) })).describe(
    'The system prompt, if the upstream nests it.',
  ),
  ...Timestamps,
};

export const Persona = record(personaShape);
export type Persona = z.output<typeof Persona>;

export const PersonaPage = page(Persona);
export type PersonaPage = z.output<typeof PersonaPage>;

/** Endpoints of personas. Specification, "POST /v1/personas" and "GET /v1/personas"; by id, an extension. */
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
    emptyResponse: { data: [], meta: { total: 0 } },
  }),
  persona: endpoint({
    method: 'GET',
    path: '/v1/personas/{id}',
    tag: 'Personas',
    summary: 'Returns a persona by id.',
    extension: true,
    params: IdParams,
    status: 200,
    response: Persona,
    errors: [400, 401, 404, 429, 500],
  }),
};
