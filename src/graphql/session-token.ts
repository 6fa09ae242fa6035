import {
  type CreateSessionToken,
  readTokenClaims,
  type SessionToken as SessionTokenRecord,
  SessionTokenType,
} from '../contract/session-token.ts';
import { builder } from './builder.ts';
import type { GraphContext } from './context.ts';
import { mergeExtra } from './extra.ts';
import { findEnumType } from './fields.ts';
import { Persona } from './persona.ts';
import { RAW_NOTE, recordField } from './record-field.ts';
import { readAfterwards } from './resource-fields.ts';
import {
  applyOverrides,
  countCalls,
  createLegacyTokenError,
  getSessionTokenScopes,
  verifyIds,
} from './session-token-checks.ts';
import {
  type SessionTokenRequest,
  sessionTokenInput,
  toBody,
  toPolicyRequest,
} from './session-token-input.ts';

const SessionToken = builder.objectRef<SessionTokenRecord>('SessionToken').implement({
  description: 'A short-lived credential that starts a session with a persona.',
  fields: (t) => ({
    sessionToken: t.exposeString('sessionToken', {
      nullable: false,
      description: 'The session token. Give the client only this value.',
    }),
    type: t.field({
      type: findEnumType(SessionTokenType),
      description: 'Type of the session token; null if the token does not contain it.',
      resolve: (token) => readTokenClaims(token.sessionToken).type,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time; null if the session token does not contain it.',
      resolve: (token) => {
        const { exp } = readTokenClaims(token.sessionToken);
        return typeof exp === 'number' ? new Date(exp * 1000) : null;
      },
    }),
    record: t.field({
      ...recordField,
      description: `The response of the upstream without the session token, as raw JSON. ${RAW_NOTE}`,
      resolve: ({ record: { sessionToken: _, ...record } }) => record,
    }),
  }),
});

interface Minted {
  readonly token: SessionTokenRecord;
  /** The saved persona of the session; undefined if the request defines the persona itself. */
  readonly personaId?: string | undefined;
}

const token = {
  type: SessionToken,
  nullable: false,
} as const;

const CreateSessionTokenPayload = builder.objectRef<Minted>('CreateSessionTokenPayload').implement({
  fields: (t) => ({
    token: t.expose('token', token),
    persona: t.field({
      type: Persona,
      description:
        'The saved persona, without overrides, read after the call. Null if the input has no personaConfig.personaId, or if the upstream does not return the persona.',
      scopes: ['personas:read'],
      resolve: ({ personaId }, _, { loaders }) =>
        personaId === undefined ? null : readAfterwards(loaders.load('persona', personaId)),
    }),
  }),
});

/** The body of a token request that is sent. */
interface SentBody {
  body?: CreateSessionToken;
}

/** Returns the function that verifies the ids of a token request, and merges it. It is not kept during the call. */
const createCompletion =
  (
    input: SessionTokenRequest,
    request: ReturnType<typeof toPolicyRequest>,
    context: GraphContext,
    sent: SentBody,
  ) =>
  async () => {
    if (input.verify) await verifyIds({ ...input }, context);
    const config = mergeExtra(request.personaConfig);
    const { overrides } = request;
    const body = toBody(
      request,
      overrides ? await applyOverrides(config, overrides, context) : config,
    );
    sent.body = body;
    return { body };
  };

const CreateLegacySessionTokenPayload = builder
  .objectRef<Minted>('CreateLegacySessionTokenPayload')
  .implement({
    fields: (t) => ({ token: t.expose('token', token) }),
  });

builder.mutationFields((t) => ({
  createSessionToken: t.field({
    type: CreateSessionTokenPayload,
    description: 'Creates a session token. The API key stays on the server.',
    args: { input: t.arg(sessionTokenInput) },
    scopes: ({ input }) => getSessionTokenScopes({ ...input }),
    complexity: ({ input }) => countCalls({ ...input }),
    resolve: (_, args, context) => {
      // The rule of the argument has parsed it.
      const input = args.input as SessionTokenRequest;
      const request = toPolicyRequest(input);
      const sent: SentBody = {};
      // The policy decides about the request of the caller, before anything is read or merged.
      return context.rest
        .createSessionToken(
          { body: request, unusable: input.unusable },
          createCompletion(input, request, context, sent),
        )
        .then((token) => {
          const { body } = sent;
          if (body && readTokenClaims(token.sessionToken).type === 'legacy')
            throw createLegacyTokenError(body);
          return { token, personaId: input.personaConfig.personaId };
        });
    },
  }),
  createLegacySessionToken: t.field({
    type: CreateLegacySessionTokenPayload,
    description: 'Creates a session token whose persona the client chooses.',
    deprecationReason: 'Use createSessionToken, which sets the persona on the server.',
    scopes: ['tokens:mint'],
    resolve: async (_, __, { rest }) => ({ token: await rest.createLegacySessionToken() }),
  }),
}));
