import { z } from 'zod';
import { MAX_PERSONA_TOOLS, sessionPersona } from '../contract/persona.ts';
import { SessionTool } from '../contract/persona-settings.ts';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import { getDescription, getMeta, getObject, objectOf } from '../contract/schema-meta.ts';
import {
  CreateSessionToken,
  PersonaConfig,
  SessionOptions,
  sessionSettings,
} from '../contract/session-token.ts';
import { builder } from './builder.ts';
import { GROUP_IDS } from './errors.ts';
import { createExtra, mergeExtra } from './extra.ts';
import { createInputFields, createObjectInput, describeInput } from './fields.ts';
import { createInput } from './inputs.ts';
import { withLlmId } from './persona-names.ts';

/** Maximum length of a session token in characters. @assumed */
const MAX_TOKEN = 16_384;

const { documentFolderIds, ...shape } = SessionTool.shape;
const { name, description } = getObject(SessionTool);
const Renamed = objectOf(name, description, { ...shape, [GROUP_IDS]: documentFolderIds });

createObjectInput(Renamed);

/** The tools of one session, which are converted to those of the REST API. */
const SessionTools = z.array(
  Renamed.transform(({ [GROUP_IDS]: ids, ...tool }) =>
    ids === undefined ? tool : { ...tool, documentFolderIds: ids },
  ),
);

/** Fields of persona configurations that have another form in the graph than in the REST API. */
export const configChanges = {
  tools: SessionTools.max(MAX_PERSONA_TOOLS)
    .describe(getDescription(sessionPersona.tools))
    .meta({ 'x-extension': true })
    .optional(),
};

const { id, ...meta } = getMeta(PersonaConfig);

const PersonaRequest = PersonaConfig.safeExtend({
  tools: configChanges.tools.describe(getDescription(PersonaConfig.shape.tools)),
  extra: createExtra(PersonaConfig.shape, 'the configuration'),
}).meta(meta);

const PersonaConfigInput = builder.inputType('PersonaConfigInput', {
  description: describeInput(getDescription(PersonaConfig), PersonaRequest.shape),
  fields: () => createInputFields(PersonaRequest.shape),
});

const { brainType: _, ...overridable } = {
  ...sessionPersona,
  ...sessionSettings,
  ...configChanges,
};

/** Null removes any setting: the API creates the configuration, and omits the setting. */
const Overrides = z.strictObject(
  Object.fromEntries(
    Object.entries<z.ZodType>(overridable).map(([field, schema]) => [field, schema.nullish()]),
  ),
);

const OverridesInput = builder.inputType('PersonaOverridesInput', {
  description:
    'Changes to a saved persona for one session, with the fields of PersonaConfigInput. Omitted fields keep the saved value. Null removes the value for this session. An object replaces the saved one.',
  fields: () => createInputFields(Overrides.shape, {}, false),
});

const requirePersonaId = (input: JsonObject, context: z.RefinementCtx) => {
  const { overrides, personaConfig } = input;
  if (!overrides || (isJsonObject(personaConfig) && personaConfig.personaId !== undefined)) return;
  context.addIssue({
    code: 'custom',
    path: ['personaConfig', 'personaId'],
    message: 'overrides requires personaConfig.personaId.',
  });
};

const OptionsRequest = SessionOptions.safeExtend({
  extra: createExtra(SessionOptions.shape, 'the options'),
}).meta({ object: getObject(SessionOptions) });

createObjectInput(OptionsRequest);

/** Options of a session, with `extra`. */
export const sessionOptions = OptionsRequest.describe(getDescription(SessionOptions)).optional();

/** The input of createSessionToken. Its fields have the names of the body of POST /v1/auth/session-token. */
export const sessionTokenInput = createInput('createSessionToken', {
  schema: z
    .strictObject({
      ...CreateSessionToken.shape,
      sessionOptions,
      personaConfig: PersonaRequest.describe('The persona of the session.'),
      overrides: Overrides.describe(
        'Changes to the persona of personaConfig.personaId for this session. The API reads the persona, applies the changes, and sends the resulting fields to the upstream. Fails if the persona has a setting that a session configuration cannot have.',
      ).optional(),
      verify: z
        .boolean()
        .describe(
          'Whether to check the ids in the input first, at most 100: of personas, avatars and tools, and of voices and custom LLMs if the upstream supports them. An unknown id then fails here, with its path, instead of later in the client. Requires the read scope of each resource.',
        )
        .default(false),
      unusable: z
        .string()
        .max(MAX_TOKEN)
        .describe(
          'A session token that the service has refused, and that must not be returned again. With a policy, equal requests return the same session token until its session has started.',
        )
        .optional(),
    })
    .superRefine(requirePersonaId),
  types: { personaConfig: PersonaConfigInput, overrides: OverridesInput },
});
export type SessionTokenRequest = z.output<typeof sessionTokenInput.validate.schema>;

/**
 * Returns the input of createSessionToken with the names of the contract, for the policy: before the saved persona, its
 * overrides and `extra` are merged.
 */
export function toPolicyRequest(input: SessionTokenRequest) {
  const { personaConfig, overrides, verify: _, unusable: __, ...others } = input;
  return {
    ...others,
    personaConfig: withLlmId(personaConfig),
    ...(overrides && { overrides: { ...overrides } }),
  };
}

/** Returns the body of a request with a configuration of the persona, with the keys of `extra` at their levels. */
export function toBody(
  { overrides: _, sessionOptions, ...request }: ReturnType<typeof toPolicyRequest>,
  personaConfig: JsonObject,
) {
  return {
    ...mergeExtra(request),
    ...(sessionOptions && { sessionOptions: mergeExtra(sessionOptions) }),
    personaConfig,
  };
}
