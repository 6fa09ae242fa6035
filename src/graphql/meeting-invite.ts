import { z } from 'zod';
import {
  CreateMeetingInvite,
  type MeetingInvite as MeetingInviteRecord,
  requireOnePersona,
} from '../contract/meeting-invite.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { builder } from './builder.ts';
import { createInput } from './create-input.ts';
import { createFields } from './fields.ts';
import { withLlmId } from './input.ts';
import { addCreateField, addEndField } from './mutation-fields.ts';
import { addResourceFields } from './resource-fields.ts';
import { Session } from './session.ts';
import { PersonaConfigInput } from './session-token-input.ts';

const MeetingInvite = builder.objectRef<MeetingInviteRecord>('MeetingInvite').implement({
  description: 'The invite of a persona to a video meeting.',
  fields: (t) => ({
    ...createFields('meetingInvite'),
    session: t.field({
      type: Session,
      description: 'The session in the meeting; null until it starts, and if it no longer exists.',
      scopes: ['sessions:read'],
      resolve: ({ sessionId }, _, { loaders }) =>
        sessionId ? loaders.load('session', sessionId) : null,
    }),
  }),
});

const meetingInvite = { resource: 'meetingInvite', type: MeetingInvite } as const;

addResourceFields({ ...meetingInvite, except: ['create', 'delete'] });
addEndField({
  ...meetingInvite,
  verb: 'cancel',
  note: 'A persona that has joined leaves.',
  end: (request, { rest }) => rest.cancelMeetingInvite(request),
});

const { joinAt, ...createShape } = CreateMeetingInvite.shape;

addCreateField({
  ...meetingInvite,
  description: 'Invites a persona to a video meeting.',
  input: createInput({
    name: 'CreateMeetingInviteInput',
    description: 'Input of createMeetingInvite.',
    schema: z
      .strictObject({
        ...createShape,
        joinAt: z
          .date()
          .transform((time) => time.toISOString())
          .describe(getDescription(joinAt))
          .optional(),
      })
      .superRefine(requireOnePersona),
    types: {
      joinAt: 'DateTime',
      personaConfig: PersonaConfigInput,
    },
  }),
  create: ({ personaConfig, ...body }, { rest }) =>
    rest.createMeetingInvite({
      body: {
        ...body,
        ...(personaConfig && { personaConfig: withLlmId(personaConfig) }),
      },
    }),
});
