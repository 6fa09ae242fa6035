import { z } from 'zod';
import { pageParameters } from './page.ts';
import { ForeignId, Id, record, Timestamp } from './record.ts';
import { defineResource, VOLATILE } from './resource.ts';
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
export const MeetingInvite = record({
  provider: MeetingProvider.describe('Service that hosts the meeting.'),
  meetingUrl: z.url().describe('URL of the meeting.'),
  displayName: z.string().describe('Name of the persona in the meeting.'),
  status: MeetingInviteStatus.describe('Status of the invite.'),
  joinState: z
    .string()
    .describe('Progress, for example waiting_room or in_call; null before it joins.'),
  statusReason: z.string().describe('Reason for the status.'),
  sessionId: ForeignId.describe('Id of the session in the meeting; null until it starts.'),
  joinAt: Timestamp.describe('When the persona joins; null if it joins immediately.'),
  groupCall: z.boolean().describe('Whether the meeting has several participants.'),
  region: MeetingRegion.describe('Region of the session; null for any.'),
  createdAt: Timestamp.describe('When the invite was created.'),
}).meta({ id: 'MeetingInvite', description: 'A meeting invite.' });
export type MeetingInvite = z.output<typeof MeetingInvite>;

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

export const CreateMeetingInvite = z
  .strictObject({
    meetingUrl: z
      .url({ protocol: /^https$/ })
      .describe('URL of the meeting, which must use https.'),
    displayName: z
      .string()
      .min(1)
      .max(100)
      .describe('Name of the persona in the meeting, at most 100 characters.')
      .optional(),
    joinAt: Timestamp.describe('When the persona joins. Default: immediately.').optional(),
    groupCall: z
      .boolean()
      .meta({
        description: 'Whether the meeting has several participants. Default: true.',
        default: true,
      })
      .optional(),
    region: MeetingRegion.describe('Region of the session. Default: any.').optional(),
    regionPolicy: MeetingRegionPolicy.meta({
      description: 'Whether a full region is replaced by another. Default: PREFERRED.',
      default: 'preferred',
    }).optional(),
    clientLabel: z
      .string()
      .max(128)
      .describe('Label of the session, at most 128 characters.')
      .optional(),
    sessionOptions: SessionOptions.describe('Options of the session.').optional(),
    personaId: Id.describe('Id of the persona that joins.').optional(),
    personaConfig: MeetingPersonaConfig.describe(
      'Configuration of the persona, instead of personaId.',
    ).optional(),
  })
  .superRefine(checkInvite);
export type CreateMeetingInvite = z.output<typeof CreateMeetingInvite>;

/** The contract of meetings. All endpoints are extensions. */
export const meetingInviteContract = defineResource(
  {
    collection: 'meetingInvites',
    feature: 'meetings',
    path: '/v1/meetings/invites',
    noun: 'meeting invite',
    description: 'Invites of personas to video meetings.',
    record: MeetingInvite,
    filters: ['status'],
  },
  ({ list, get, create, remove }) => ({
    meetingInvites: list(
      {
        ...pageParameters,
        status: MeetingInviteStatus.describe('Returns only invites with this status.'),
      },
      { maxAge: VOLATILE },
    ),
    createMeetingInvite: create({ json: CreateMeetingInvite }, { errors: [422] }),
    meetingInvite: get({ maxAge: VOLATILE }),
    cancelMeetingInvite: remove(204, {
      summary: 'Cancels a meeting invite. A joined persona leaves.',
    }),
  }),
);
