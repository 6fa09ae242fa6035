import { z } from 'zod';
import { flag, link, text, time } from './fields.ts';
import { pageParameters } from './page.ts';
import { ForeignId, Id, optional, record } from './record.ts';
import { defineResource, VOLATILE } from './resource.ts';
import { enumOf, withDefault } from './schema-meta.ts';
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
export const FINAL_MEETING_STATUSES: MeetingInviteStatus[] = ['cancelled', 'ended', 'failed'];

const MeetingProvider = enumOf('MeetingProvider', 'Service that hosts a meeting.', [
  'google_meet',
  'zoom',
  'microsoft_teams',
]);
export type MeetingProvider = z.output<typeof MeetingProvider>;

const MeetingRegion = enumOf('MeetingRegion', 'Region of a session in a meeting.', {
  eu: 'Europe.',
  'us-east': 'Eastern United States.',
  'us-west': 'Western United States.',
});

const MeetingRegionPolicy = enumOf('MeetingRegionPolicy', 'Whether other regions may be used.', {
  preferred: 'Another region is used if this one is full. The default.',
  strict: 'No other region is used. Requires a region.',
});

export const MeetingInvite = record({
  provider: MeetingProvider.describe('Service that hosts the meeting.'),
  meetingUrl: link('URL of the meeting.'),
  displayName: text('Name of the persona in the meeting.'),
  status: MeetingInviteStatus.describe('Status of the invite.'),
  joinState: text('Progress of joining, such as in_call; null before the persona joins.'),
  statusReason: text('Reason for the status.'),
  sessionId: ForeignId.describe('Id of the session in the meeting; null until it starts.'),
  joinAt: time('When the persona joins; null if it joins immediately.'),
  groupCall: flag('Whether the meeting has several participants.'),
  region: MeetingRegion.describe('Region of the session; null for any.'),
  createdAt: time('When the invite was created.'),
}).meta({ id: 'MeetingInvite', description: 'A meeting invite.' });
export type MeetingInvite = z.output<typeof MeetingInvite>;

type Choices = Partial<Record<'personaId' | 'personaConfig' | 'region' | 'regionPolicy', unknown>>;

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
    meetingUrl: z.url({ protocol: /^https$/ }).describe('URL of the meeting. It must use https.'),
    ...optional({
      displayName: z.string().min(1).max(100).describe('Name of the persona in the meeting.'),
      joinAt: time('When the persona joins. Default: immediately.'),
      groupCall: withDefault(z.boolean(), true, 'Whether the meeting has several participants.'),
      region: MeetingRegion.describe('Region of the session. Default: any.'),
      regionPolicy: withDefault(
        MeetingRegionPolicy,
        'preferred',
        'Whether another region may replace a full one.',
      ),
      clientLabel: z.string().max(128).describe('Label of the session, at most 128 characters.'),
      sessionOptions: SessionOptions.describe('Options of the session.'),
      personaId: Id.describe('Id of the persona that joins.'),
      personaConfig: MeetingPersonaConfig.describe('The persona, instead of personaId.'),
    }),
  })
  .superRefine(checkInvite);

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
    cancelMeetingInvite: remove({
      status: 204,
      summary: 'Cancels a meeting invite. A persona that has joined leaves.',
    }),
  }),
);
