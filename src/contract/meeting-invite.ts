import { z } from 'zod';
import { VOLATILE } from './endpoint.ts';
import { ForeignId, read, shapeIn } from './field.ts';
import { page, pageNumber, perPage } from './page.ts';
import { Id, record } from './record.ts';
import { defineResource } from './resource.ts';
import { PersonaConfig } from './session-token.ts';

/** States in which an invite stays. */
export const FINAL_MEETING_STATUSES = ['cancelled', 'ended', 'failed'] as const;

/** States of an invite. Services may have further ones. */
export const MEETING_STATUSES = ['pending', 'active', ...FINAL_MEETING_STATUSES] as const;

/** Regions in which a persona can join. */
export const MEETING_REGIONS = ['eu', 'us-east', 'us-west'] as const;

const time = z.iso.datetime({ offset: true });

/** Provider, status, join state and reason are texts, because services may add values. */
const meetingInviteFields = {
  id: { read: Id },
  provider: read(
    z.string(),
    'Service of the meeting, for example google_meet, zoom or microsoft_teams.',
  ),
  meetingUrl: {
    ...read(z.string(), 'URL of the meeting.'),
    create: z.url({ protocol: /^https$/ }).describe('URL of the meeting, with https.'),
  },
  displayName: {
    ...read(z.string(), 'Name of the persona in the meeting.'),
    create: z
      .string()
      .min(1)
      .max(100)
      .describe('Name of the persona in the meeting, at most 100 characters.')
      .optional(),
  },
  status: read(z.string(), `State of the invite: ${MEETING_STATUSES.join(', ')} or a newer one.`, {
    isFilter: true,
  }),
  joinState: read(
    z.string(),
    'How far the persona has joined, for example waiting_room or in_call; null before.',
  ),
  statusReason: read(z.string(), 'Why the invite has its state.'),
  sessionId: read(ForeignId, 'Id of the session in the meeting; null until it starts.'),
  joinAt: {
    ...read(time, 'When the persona joins; null for at once.'),
    create: time.describe('When the persona joins. Default: at once.').optional(),
  },
  groupCall: {
    ...read(z.boolean(), 'Whether the meeting has several participants.'),
    create: z
      .boolean()
      .describe('Whether the meeting has several participants. Default: true.')
      .optional(),
  },
  region: {
    ...read(z.string(), 'Region of the session, for example eu; null for any.'),
    create: z.enum(MEETING_REGIONS).describe('Region of the session. Default: any.').optional(),
  },
  regionPolicy: {
    create: z
      .enum(['preferred', 'strict'])
      .describe('Whether another region may be used if this one is full. Default: preferred.')
      .optional(),
  },
  clientLabel: {
    create: z
      .string()
      .max(128)
      .describe('Label of the session, at most 128 characters.')
      .optional(),
  },
  sessionOptions: {
    create: z
      .record(z.string(), z.unknown())
      .describe('Options of the session, sent unchanged.')
      .optional(),
  },
  personaId: { create: Id.describe('Id of the persona that joins.').optional() },
  personaConfig: {
    create: PersonaConfig.describe(
      'Configuration of the persona, instead of personaId.',
    ).optional(),
  },
  createdAt: read(time, 'When the invite was created.'),
};

/** Rejects a body without a persona, or with two. */
export function requireOnePersona(
  { personaId, personaConfig }: { readonly personaId?: unknown; readonly personaConfig?: unknown },
  context: z.RefinementCtx,
): void {
  if ((personaId === undefined) !== (personaConfig === undefined)) return;
  const message = 'Exactly one of personaId and personaConfig is required.';
  context.addIssue({ code: 'custom', path: ['personaId'], message });
}

/** Body of POST /v1/meetings/invites. */
export const CreateMeetingInvite = z
  .strictObject(shapeIn('create', meetingInviteFields))
  .superRefine(requireOnePersona);
export type CreateMeetingInvite = z.output<typeof CreateMeetingInvite>;

/** Query of GET /v1/meetings/invites, which cannot be searched. */
export const MeetingInvitesQuery = z.strictObject({
  page: pageNumber.describe('Page number, at least 1.').optional(),
  perPage: perPage.describe('Items per page, 1 to 100.').optional(),
  status: z.enum(MEETING_STATUSES).describe('Returns only invites in this state.').optional(),
});
export type MeetingInvitesQuery = z.output<typeof MeetingInvitesQuery>;

const meetingInviteShape = shapeIn('read', meetingInviteFields);

export const MeetingInvite = record(meetingInviteShape);
export type MeetingInvite = z.output<typeof MeetingInvite>;

export const MeetingInvitePage = page(MeetingInvite);
export type MeetingInvitePage = z.output<typeof MeetingInvitePage>;

/** The contract of meetings. All endpoints are extensions. */
export const meetingInviteContract = defineResource(
  {
    plural: 'meetingInvites',
    group: 'meetings',
    path: '/v1/meetings/invites',
    noun: 'meeting invite',
    description: 'Invites of personas to video meetings.',
    record: MeetingInvite,
    shape: meetingInviteShape,
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
    requests: { CreateMeetingInvite },
    responses: { MeetingInvite, MeetingInvitePage },
  }),
);
