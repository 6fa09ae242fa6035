import { z } from 'zod';
import {
  CreateMeetingInvite,
  checkInvite,
  type MeetingInvite as MeetingInviteRecord,
} from '../contract/meeting-invite.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { MeetingPersonaConfig } from '../contract/session-token.ts';
import { builder } from './builder.ts';
import { addExtra, createExtra, mergeExtra } from './extra.ts';
import { createFields, createInputFields } from './fields.ts';
import { addResourceFields } from './resource-fields.ts';
import { Session } from './session.ts';
import { configChanges, sessionOptions } from './session-token-input.ts';

const MeetingInvite = builder.objectRef<MeetingInviteRecord>('MeetingInvite').implement({
  description: 'An invitation of a persona to a video meeting.',
  fields: (t) => ({
    ...createFields('meetingInvite'),
    session: t.field({
      type: Session,
      description: 'The session; null until it starts, or if it no longer exists.',
      scopes: ['sessions:read'],
      resolve: ({ sessionId }, _, { loaders }) =>
        sessionId ? loaders.load('session', sessionId) : null,
    }),
  }),
});

const MeetingPersona = MeetingPersonaConfig.safeExtend({
  ...configChanges,
  extra: createExtra(MeetingPersonaConfig.shape, 'the configuration'),
});

const MeetingPersonaConfigInput = builder.inputType('MeetingPersonaConfigInput', {
  description: 'The persona of one meeting, which is not saved.',
  fields: () => createInputFields(MeetingPersona.shape),
});

const { personaConfig, joinAt, ...createShape } = CreateMeetingInvite.shape;

addResourceFields({
  resource: 'meetingInvite',
  type: MeetingInvite,
  create: {
    description: 'Invites a persona to a video meeting.',
    schema: z
      .strictObject({
        ...createShape,
        sessionOptions,
        personaConfig: MeetingPersona.describe(getDescription(personaConfig)).optional(),
        joinAt: z
          .date()
          .transform((time) => time.toISOString())
          .describe(getDescription(joinAt))
          .optional(),
      })
      .superRefine(checkInvite),
    types: { joinAt: 'DateTime', personaConfig: MeetingPersonaConfigInput },
    // The policy decides about the request of the caller, before it is merged.
    run: ({ extra, ...invite }, { rest }) =>
      rest.createMeetingInvite({ body: { ...invite, extra } }, () => ({
        body: addExtra(
          {
            ...invite,
            ...(invite.personaConfig && { personaConfig: mergeExtra(invite.personaConfig) }),
            ...(invite.sessionOptions && { sessionOptions: mergeExtra(invite.sessionOptions) }),
          },
          extra,
        ),
      })),
  },
  end: { verb: 'cancel', note: 'A joined persona leaves.' },
});
