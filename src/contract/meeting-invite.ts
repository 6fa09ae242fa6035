import { z } from 'zod';
import { VOLATILE } from './endpoint.ts';
import { field, ID, inputField, shapeIn } from './field.ts';
import { page, pageParameters } from './page.ts';
import { ForeignId, Id, Timestamp } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { enumOf } from './schema-meta.ts';
import { MeetingPersonaConfig, SessionOptions } from './session-token.ts';

export const MeetingInviteStatus = enumOf('MeetingInviteStatus', 'Status of a meeting invite.', {
  pending: 'The persona has not joined yet.',
  active: 'The persona is joining or is in the meeting.',
  cancelled: 'The invite was cancelled.',
  ended: 'The meeting has ended.',
  failed: 'The persona could not join.',
});
type MeetingInviteStatus = z.output<typeof MeetingInviteStatus>;

/** States in which an invite stays. */
export const FINAL_MEETING_STATUSES = [
  'cancelled',
  'ended',
  'failed',
] as const satisfies MeetingInviteStatus[];

const MeetingProvider = enumOf('MeetingProvider', 'Service that hosts a meeting.', {
  google_meet: 'Google Meet.',
  zoom: 'Zoom.',
  microsoft_teams: 'Microsoft Teams.',
});
export type MeetingProvider = z.output<typeof MeetingProvider>;

const MeetingRegion = enumOf('MeetingRegion', 'Region of a session in a meeting.', {
  eu: 'Europe.',
  'us-east': 'Eastern United States.',
  'us-west': 'Western United States.',
});

const MeetingRegionPolicy = enumOf(
  'MeetingRegionPolicy',
  'Whether a session may run in another region.',
  {
    preferred: 'Another region is used if this one is full. The default.',
    strict: 'No other region is used. Requires a region.',
  },
);

/** Join state and reason are texts, because services add values. */
const meetingInviteFields = {
  id: ID,
  provider: field(MeetingProvider, 'Service that hosts the meeting.'),
  meetingUrl: field(z.url(), 'URL of the meeting.', {
    in: ['create'],
    input: [z.url({ protocol: /^https$/ }), 'URL of the meeting, which must use https.'],
    required: 'create',
  }),
  displayName: field(z.string(), 'Name of the persona in the meeting.', {
    in: ['create'],
    input: [
      z.string().min(1).max(100),
      'Name of the persona in the meeting, at most 100 characters.',
    ],
  }),
  status: field(MeetingInviteStatus, 'Status of the invite.', { isFilter: true }),
  joinState: field(
    z.string(),
    'Progress of joining, for example waiting_room or in_call; null before the persona joins.',
  ),
  statusReason: field(z.string(), 'Reason for the status.'),
  sessionId: field(ForeignId, 'Id of the session in the meeting; null until it starts.'),
  joinAt: field(Timestamp, 'When the persona joins; null if it joins immediately.', {
    in: ['create'],
    input: [Timestamp, 'When the persona joins. Default: immediately.'],
  }),
  groupCall: field(z.boolean(), 'Whether the meeting has several participants.', {
    in: ['create'],
    default: true,
  }),
  region: field(MeetingRegion, 'Region of the session; null for any.', {
    in: ['create'],
    input: 'Region of the session. Default: any.',
  }),
  regionPolicy: inputField(
    MeetingRegionPolicy,
    'Whether another region can be used if this one is full.',
    { in: ['create'], default: 'preferred' },
  ),
  clientLabel: inputField(z.string().max(128), 'Label of the session, at most 128 characters.', {
    in: ['create'],
  }),
  sessionOptions: inputField(SessionOptions, 'Options of the session.', { in: ['create'] }),
  personaId: inputField(Id, 'Id of the persona that joins.', { in: ['create'] }),
  personaConfig: inputField(
    MeetingPersonaConfig,
    'Configuration of the persona, instead of personaId.',
    { in: ['create'] },
  ),
  createdAt: field(Timestamp, 'When the invite was created.'),
};

interface Choices {
  readonly personaId?: unknown;
  readonly personaConfig?: unknown;
  readonly region?: unknown;
  readonly regionPolicy?: unknown;
}

/** Rejects a body without a persona, with two, or with the policy of a region that it does not have. */
export function checkInvite(
  { personaId, personaConfig, region, regionPolicy }: Choices,
  context: z.RefinementCtx,
): void {
  if ((personaId === undefined) === (personaConfig === undefined)) {
    const message = 'Exactly one of personaId and personaConfig is required.';
    context.addIssue({ code: 'custom', path: ['personaId'], message });
  }
  if (regionPolicy === 'strict' && region === undefined) {
    const message = 'The strict region policy requires a region.';
    context.addIssue({ code: 'custom', path: ['region'], message });
  }
}

/** Body of POST /v1/meetings/invites. */
export const CreateMeetingInvite = z
  .strictObject(shapeIn('create', meetingInviteFields))
  .superRefine(checkInvite);
export type CreateMeetingInvite = z.output<typeof CreateMeetingInvite>;

/** Query of GET /v1/meetings/invites, which cannot be searched. */
const MeetingInvitesQuery = z.strictObject({
  ...pageParameters,
  status: MeetingInviteStatus.describe('Returns only invites with this status.').optional(),
});

export const MeetingInvite = record(meetingInviteFields);
export type MeetingInvite = z.output<typeof MeetingInvite>;

const MeetingInvitePage = page(MeetingInvite);

/** The contract of meetings. All endpoints are extensions. */
export const meetingInviteContract = defineResource(
  {
    collection: 'meetingInvites',
    feature: 'meetings',
    path: '/v1/meetings/invites',
    noun: 'meeting invite',
    description: 'Invites of personas to video meetings.',
    record: MeetingInvite,
    fields: meetingInviteFields,
  },
  ({ list, get, create, remove }) => ({
    endpoints: {
      meetingInvites: list(
        { query: MeetingInvitesQuery, page: MeetingInvitePage },
        { isExtension: true, maxAge: VOLATILE },
      ),
      createMeetingInvite: create(
        { json: CreateMeetingInvite },
        { isExtension: true, errors: [422] },
      ),
      meetingInvite: get({ isExtension: true, maxAge: VOLATILE }),
      cancelMeetingInvite: remove(204, {
        isExtension: true,
        summary: 'Cancels a meeting invite. A persona that has joined leaves.',
      }),
    },
    requests: { CreateMeetingInvite, MeetingPersonaConfig },
    responses: { MeetingInvite, MeetingInvitePage },
  }),
);
