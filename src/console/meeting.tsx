import { Link } from 'wouter';
import * as api from '../hooks/index.ts';
import { FINAL_MEETING_STATUSES, MEETING_STATUSES } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { PERSONA_OF_PAGE, readPersona } from './persona/kind.ts';
import { ActionButton } from './shell/dialog.tsx';
import { createFields, defineFields, REPLAY } from './shell/fields.ts';
import { DateTime, formatValue, getTone } from './shell/format.tsx';
import { getRecordPath } from './shell/operations.ts';
import { defineResource } from './shell/resource.ts';
import { isBuiltIn } from './shell/server.ts';

const REGIONS: Readonly<Record<api.MeetingRegion | '', string>> = {
  '': 'Any',
  EU: 'Europe',
  US_EAST: 'Eastern United States',
  US_WEST: 'Western United States',
};

/** What happens if the region is full. */
const POLICIES: Readonly<Record<api.MeetingRegionPolicy, string>> = {
  PREFERRED: 'Use another region',
  STRICT: 'Do not join',
};

/** Whether the state of an invite does not change any more. */
const isFinal = ({ status }: { readonly status: api.MeetingInviteStatus | null }) =>
  FINAL_MEETING_STATUSES.some((final) => final === status);

export const MEETING = defineResource({
  noun: 'invite',
  title: 'Meetings',
  path: 'meetings',
  lead: 'Video meetings that your personas are invited to.',
  list: api.MeetingInvitesDocument,
  searchLabel: null,
  filters: defineFields({
    status: {
      label: 'State',
      kind: 'enum',
      isRequired: true,
      values: {
        '': 'All',
        ...Object.fromEntries(MEETING_STATUSES.map((status) => [status, formatValue(status)])),
      },
    },
  }),
  summarize: ({ displayName: name, provider, status, joinState, joinAt, createdAt }) => ({
    name,
    badge: formatValue(status),
    tone: getTone(status),
    description: (
      <>
        {formatValue(provider)} · {joinAt ? 'joins ' : 'invited '}
        <DateTime at={joinAt ?? createdAt} />
        {joinState && ` · ${formatValue(joinState)}`}
      </>
    ),
  }),
  create: {
    document: api.CreateMeetingInviteDocument,
    lead: isBuiltIn
      ? 'The built-in avatar service cannot join a meeting: it only stores the invite. Connect the API to your own service to invite a persona.'
      : 'The persona joins a video meeting as a participant.',
    getValues: readPersona,
    fields: createFields(FIELDS.CreateMeetingInviteInput, {
      personaId: PERSONA_OF_PAGE,
      // A saved persona is invited.
      personaConfig: { isShown: () => false },
      meetingUrl: { hint: 'https URL of a Google Meet, Zoom or Microsoft Teams meeting.' },
      displayName: {
        label: 'Name in the meeting',
        hint: `${FIELDS.CreateMeetingInviteInput.displayName.hint} Leave empty to use the persona's name.`,
      },
      joinAt: { label: 'Joins at', hint: 'In your local time. Leave empty to join immediately.' },
      groupCall: { label: 'The meeting has several participants', hint: '', initial: true },
      region: { hint: '', values: REGIONS },
      regionPolicy: {
        label: 'If the region is full',
        hint: '',
        isRequired: true,
        values: POLICIES,
        initial: 'PREFERRED',
        isShown: ({ region }) => region !== '',
      },
      clientLabel: { label: 'Label' },
      sessionOptions: REPLAY,
    }),
  },
  record: api.MeetingInviteDocument,
  raw: api.MeetingInviteRecordDocument,
  getInterval: (invite) => !isFinal(invite) && 5_000,
  show: ({ id, status, meetingUrl, sessionId, groupCall, joinState, ...invite }) => ({
    title: invite.displayName,
    lead: "This persona's invite to a video meeting.",
    settings: {
      State: <span className={`badge ${getTone(status)}`}>{formatValue(status)}</span>,
      Reason: invite.statusReason,
      Joining: joinState && formatValue(joinState),
      Service: formatValue(invite.provider),
      Meeting: meetingUrl?.startsWith('https://') ? (
        <a href={meetingUrl} rel="noreferrer">
          {meetingUrl}
        </a>
      ) : (
        meetingUrl
      ),
      Session: sessionId ? (
        <Link href={getRecordPath('sessions', sessionId)}>Show the session</Link>
      ) : (
        'not started'
      ),
      Joins: invite.joinAt ? <DateTime at={invite.joinAt} /> : 'at once',
      Participants: groupCall !== null && (groupCall ? 'several' : 'one'),
      Region: invite.region ? REGIONS[invite.region] : 'any',
      Invited: <DateTime at={invite.createdAt} />,
    },
    actions: !isFinal({ status }) && (
      <ActionButton
        id={id}
        document={api.CancelMeetingInviteDocument}
        label="Cancel invite"
        question="Cancel the invite?"
        warning="A persona that has joined leaves the meeting."
        confirm="Cancel invite"
      />
    ),
  }),
});
