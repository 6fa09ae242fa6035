import { z } from 'zod';
import { flag, number, text } from './fields.ts';
import { onlyOneLlmName, sessionPersona, zeroDataRetention } from './persona.ts';
import { Egress, VoiceDetectionOptions, VoiceGenerationOptions } from './persona-settings.ts';
import { createReader } from './read-response.ts';
import { Id, Json, nullish, withRecord } from './record.ts';
import { endpoint } from './resource.ts';
import { addNote, beyondSpecification, enumOf, optionsOf, withDefault } from './schema-meta.ts';

/** What a session configuration can have besides a persona. */
export const sessionSettings = {
  maxSessionLengthSeconds: z.number().positive().describe('Maximum session length in seconds.'),
  languageCode: text('Language, for example en.'),
  voiceDetectionOptions: VoiceDetectionOptions.describe('Speech detection options.'),
  voiceGenerationOptions: VoiceGenerationOptions.describe('Voice generation options.'),
  ...beyondSpecification({
    enableAudioPassthrough: flag('Whether the persona speaks audio from the client.'),
  }),
};

const personaKeys = Object.keys(sessionPersona);

/**
 * Specification, "Session configuration". Unknown keys are accepted.
 * @assumed `personaId` cannot be combined with the persona's fields ("used instead of spelling out the persona fields"),
 * and one of the two is required.
 */
export const PersonaConfig = z
  .looseObject({
    personaId: Id.describe("Id of an existing persona, instead of the persona's fields."),
    ...addNote(sessionPersona, 'Cannot be combined with personaId.'),
    ...addNote(sessionSettings, 'Can be combined with personaId.'),
  })
  .partial()
  .superRefine((config, context) => {
    const given = personaKeys.filter((key) => config[key] !== undefined);
    if (config.personaId !== undefined)
      for (const key of given) {
        const message = `personaId cannot be combined with ${key}.`;
        context.addIssue({ code: 'custom', path: [key], message });
      }
    else if (given.length === 0) {
      const message = "Either personaId or the persona's own fields are required.";
      context.addIssue({ code: 'custom', path: ['personaId'], message });
    }
  })
  .superRefine(onlyOneLlmName)
  .meta({
    id: 'PersonaConfig',
    description:
      'The persona of the session: either personaId, or the fields of a persona. Each field says whether it can be combined with personaId.',
    oneOf: [
      { required: ['personaId'] },
      { anyOf: personaKeys.map((key) => ({ required: [key] })) },
    ],
  });

/** The resources whose ids the fields of a session configuration have. */
export const REFERENCES = {
  personaId: 'persona',
  avatarId: 'avatar',
  voiceId: 'voice',
  llmId: 'llm',
  brainType: 'llm',
  toolIds: 'tool',
} as const satisfies { readonly [Name in keyof typeof PersonaConfig.shape]?: string };

const { brainType: _, ...spelledOut } = sessionPersona;

/**
 * Configuration of a persona in a meeting, which always defines the persona. Unknown keys are accepted.
 * @assumed Live services have the settings that are not in session tokens only in meetings.
 */
export const MeetingPersonaConfig = z
  .looseObject({
    ...spelledOut,
    ...sessionSettings,
    ...beyondSpecification({ zeroDataRetention }),
    voiceSpeed: number('Speaking rate; 1 is normal.'),
    personality: text('Personality, for the LLM.'),
    personaPreset: z.string().min(1).max(100).describe('Preset on which the persona is based.'),
    metadata: Json.describe('Custom metadata of the session.'),
  })
  .partial()
  .superRefine((config, context) => {
    if (personaKeys.some((key) => config[key] !== undefined)) return;
    context.addIssue({ code: 'custom', message: 'The fields of a persona are required.' });
  })
  .meta({
    id: 'MeetingPersonaConfig',
    description: 'The persona of the meeting, which is not saved.',
  });

/** The fields of all session configurations. */
export const configFields = { ...PersonaConfig.shape, ...MeetingPersonaConfig.shape };

const SessionReplay = optionsOf('SessionReplay', 'Session replay options.', {
  // Live services have this default.
  enableSessionReplay: withDefault(z.boolean(), true, 'Enables session replay.'),
});

const VideoQuality = enumOf('VideoQuality', 'Quality of the video of a session.', {
  high: 'Always high.',
  auto: 'Depends on the connection.',
});

const pixels = z.int32().positive();

/** Specification, "Session options". Unknown keys are accepted. */
export const SessionOptions = optionsOf(
  'SessionOptions',
  'Options of the session other than the persona.',
  {
    sessionReplay: SessionReplay.describe('Session replay options.'),
    ...beyondSpecification({
      videoQuality: VideoQuality.describe('Quality of the video.'),
      videoWidth: pixels.describe(
        'Width of the video in pixels. Requires videoHeight. The available sizes depend on the avatar model.',
      ),
      videoHeight: pixels.describe('Height of the video in pixels. Requires videoWidth.'),
      egress: Egress.describe('Another place that receives the session, besides the client.'),
    }),
  },
)
  .refine(
    ({ videoWidth, videoHeight }) => (videoWidth === undefined) === (videoHeight === undefined),
    { error: 'videoWidth and videoHeight must be set together.', path: ['videoHeight'] },
  )
  .meta({ id: 'SessionOptions' });

/**
 * Body of POST /v1/auth/session-token. Unknown keys are accepted.
 * @assumed "Which request fields are required: not shown"; `personaConfig` is, because "the persona configuration must
 * be sent from the server side in this body".
 */
export const CreateSessionToken = z.looseObject({
  clientLabel: z.string().describe('Label that identifies the session.').optional(),
  personaConfig: PersonaConfig,
  sessionOptions: SessionOptions.optional(),
});
export type CreateSessionToken = z.output<typeof CreateSessionToken>;

/** Response of both session-token endpoints. Specification, "Session token". */
export const SessionToken = withRecord({
  sessionToken: z.string().min(1).describe('The session token, which initializes the client.'),
}).meta({ id: 'SessionToken', description: 'Response of POST and GET /v1/auth/session-token.' });
export type SessionToken = z.output<typeof SessionToken>;

export const SessionTokenType = enumOf('SessionTokenType', 'Type of a session token.', {
  ephemeral: 'For a persona that is defined in the request.',
  stateful: 'For a saved persona.',
  legacy: 'The client chooses the persona. Current clients reject such tokens.',
});

/** The end of the year 9999, the last that ISO 8601 has, as a Unix timestamp in seconds. */
const LAST_SECOND = 253_402_300_799;

/**
 * Claims of a session token that is a JWT.
 * @assumed "Token issuance, lifetime and scope: not shown". Tokens of live services have the id of the session that they start.
 */
const Claims = z.object(
  nullish({
    // Clients compare it without regard to case.
    type: z.string().toLowerCase().pipe(SessionTokenType),
    exp: z.number().min(0).max(LAST_SECOND).describe('Expiry as a Unix timestamp in seconds.'),
    sessionId: Id,
  }),
);

const readClaims = createReader(Claims);

/**
 * Returns the claims of a session token; none of one that is not a JWT. They are not verified, because only the service that
 * created the token can do so, and must not be used for authorization.
 */
export function readTokenClaims(sessionToken: string): z.output<typeof Claims> {
  const [, claims = ''] = sessionToken.split('.');
  try {
    const json: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    return readClaims(json).data ?? {};
  } catch {
    return {};
  }
}

const tag = 'Session tokens';

const path = '/v1/auth/session-token';
const common = { tag, path, response: SessionToken } as const;

/** The contract of session tokens. Specification, "POST" and "GET /v1/auth/session-token". */
export const sessionTokenContract = {
  tag,
  feature: 'tokens',
  description: 'Short-lived credentials that initialize a client.',
  endpoints: {
    createSessionToken: endpoint({
      ...common,
      method: 'POST',
      summary: 'Creates a session token, which initializes the client.',
      body: { json: CreateSessionToken },
      errors: [403, 404],
    }),
    createLegacySessionToken: endpoint({
      ...common,
      summary: 'Creates a session token whose persona the client chooses.',
      deprecated: 'Replaced by POST /v1/auth/session-token, which takes personaConfig in its body.',
      isSafe: false,
      errors: [403],
    }),
  },
};
