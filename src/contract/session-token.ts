import { z } from 'zod';
import { endpoint, type ResourceContract } from './endpoint.ts';
import { field, inputField, shapeIn } from './field.ts';
import { onlyOneLlmName, personaFields } from './persona.ts';
import { Egress } from './persona-settings.ts';
import { Id, tolerant } from './record.ts';
import { record } from './record-schema.ts';
import { describeRequest, enumOf, objectOf } from './schema-meta.ts';

export const configFields = {
  personaId: inputField(Id, "Id of an existing persona, instead of the persona's fields.", {
    in: ['anySession'],
    refersTo: 'persona',
  }),
  maxSessionLengthSeconds: inputField(z.number().positive(), 'Maximum session length in seconds.', {
    in: ['anySession'],
  }),
  personaPreset: inputField(z.string().min(1).max(100), 'Preset on which the persona is based.', {
    in: ['meeting'],
  }),
  metadata: inputField(z.record(z.string(), z.unknown()), 'Custom metadata of the session.', {
    in: ['meeting'],
  }),
  ...personaFields,
};

/** The fields that define a persona. `personaId` replaces them. */
const personaShape = shapeIn('session', personaFields);
const personaKeys = Object.keys(personaShape);

const { personaId, ...shared } = shapeIn('anySession', configFields);

/**
 * Specification, "Session configuration". Unknown keys are accepted.
 * @assumed `personaId` cannot be combined with the persona's fields ("used instead of spelling out the persona fields"),
 * and one of the two is required.
 */
export const PersonaConfig = z
  .looseObject({
    personaId,
    ...personaShape,
    ...shared,
  })
  .superRefine((config, context) => {
    const given = personaKeys.filter((key) => config[key] !== undefined);
    if (config.personaId === undefined && given.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['personaId'],
        message: "Either personaId or the persona's own fields are required.",
      });
    }
    for (const key of config.personaId === undefined ? [] : given) {
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `personaId cannot be combined with ${key}.`,
      });
    }
  })
  .superRefine(onlyOneLlmName)
  .meta({
    description: 'The persona of the session: either personaId, or the fields of a persona.',
    keepsOf: 'personaId',
    oneOf: [
      { required: ['personaId'] },
      { anyOf: personaKeys.map((key) => ({ required: [key] })) },
    ],
  });

const { brainType: _, ...spelledOut } = personaShape;

/**
 * Configuration of a persona in a meeting, which always defines the persona. Unknown keys are accepted.
 * @assumed Live services have the settings that are not in session tokens only in meetings.
 */
export const MeetingPersonaConfig = z
  .looseObject({ ...spelledOut, ...shared, ...shapeIn('meeting', configFields) })
  .superRefine((config, context) => {
    if (personaKeys.some((key) => config[key] !== undefined)) return;
    context.addIssue({ code: 'custom', message: 'The fields of a persona are required.' });
  })
  .describe('The persona of the meeting, which is not saved.');

const SessionReplay = objectOf('SessionReplay', 'Session replay options.', {
  // Live services have this default.
  enableSessionReplay: describeRequest(z.boolean(), {
    text: 'Enables session replay.',
    default: true,
  }).optional(),
});

const VideoQuality = enumOf('VideoQuality', 'Quality of the video of a session.', {
  high: 'Always high.',
  auto: 'Depends on the connection.',
});

const pixels = (text: string) =>
  describeRequest(z.int32().positive(), { text, isExtension: true }).optional();

/** Specification, "Session options". Unknown keys are accepted. */
export const SessionOptions = objectOf(
  'SessionOptions',
  'Options of the session other than the persona.',
  {
    sessionReplay: SessionReplay.describe('Session replay options.').optional(),
    videoQuality: describeRequest(VideoQuality, {
      text: 'Quality of the video.',
      isExtension: true,
    }).optional(),
    videoWidth: pixels(
      'Width of the video in pixels. Requires videoHeight. The available sizes depend on the avatar model.',
    ),
    videoHeight: pixels('Height of the video in pixels. Requires videoWidth.'),
    egress: describeRequest(Egress, {
      text: 'Another place that receives the session, besides the client.',
      isExtension: true,
    }).optional(),
  },
).refine(
  ({ videoWidth, videoHeight }) => (videoWidth === undefined) === (videoHeight === undefined),
  { error: 'videoWidth and videoHeight must be set together.', path: ['videoHeight'] },
);

/**
 * Body of POST /v1/auth/session-token. Unknown keys are accepted.
 * @assumed "Which request fields are required: not shown"; `personaConfig` is, because "the persona configuration must
 * be sent from the server side in this body".
 */
export const CreateSessionToken = z.looseObject({
  clientLabel: z.string().describe('Label that identifies the session.').optional(),
  personaConfig: PersonaConfig,
  sessionOptions: SessionOptions.describe(
    'Options of the session other than the persona.',
  ).optional(),
});
export type CreateSessionToken = z.output<typeof CreateSessionToken>;

const tokenFields = {
  sessionToken: field(z.string().min(1), 'The session token, which initializes the client.', {
    required: 'response',
  }),
};

/** Response of both session-token endpoints. Specification, "Session token". */
export const SessionToken = record(tokenFields);
export type SessionToken = z.output<typeof SessionToken>;

export const SessionTokenType = enumOf('SessionTokenType', 'Type of a session token.', {
  ephemeral: 'For a persona that is defined in the request.',
  stateful: 'For a saved persona.',
  legacy: 'Without a persona: the client chooses it. Current clients reject such tokens.',
});

/**
 * Claims of a session token that is a JWT. They are read without verification.
 * @assumed "Token issuance, lifetime and scope: not shown".
 */
export const SessionTokenClaims = z.object({
  // Clients compare it without regard to case.
  type: tolerant(z.string().toLowerCase().pipe(SessionTokenType)),
  exp: tolerant(z.number()).describe('Expiry as a Unix timestamp in seconds.'),
});

/** Endpoints of session tokens. Specification, "POST" and "GET /v1/auth/session-token". */
const sessionTokenEndpoints = {
  createSessionToken: endpoint({
    method: 'POST',
    path: '/v1/auth/session-token',
    tag: 'Session tokens',
    summary: 'Creates a session token, which initializes the client.',
    body: { json: CreateSessionToken },
    status: 200,
    response: SessionToken,
    errors: [403, 404],
  }),
  createLegacySessionToken: endpoint({
    method: 'GET',
    path: '/v1/auth/session-token',
    tag: 'Session tokens',
    summary: 'Creates a session token without a persona; the client chooses the persona.',
    deprecated: 'Replaced by POST /v1/auth/session-token, which takes personaConfig in its body.',
    isSafe: false,
    status: 200,
    response: SessionToken,
    errors: [403],
  }),
};

export const sessionTokenContract = {
  tag: 'Session tokens',
  feature: 'tokens',
  description: 'Short-lived credentials that initialize a client.',
  record: SessionToken,
  fields: tokenFields,
  endpoints: sessionTokenEndpoints,
  requests: { CreateSessionToken, PersonaConfig, SessionOptions },
  responses: { SessionToken },
} satisfies ResourceContract;
