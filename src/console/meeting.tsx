import { Link } from 'wouter';
import {
  MeetingInviteDocument,
  type MeetingInviteQuery,
  type MeetingInviteStatus,
  MeetingInvitesDocument,
  type MeetingRegion,
  type MeetingRegionPolicy,
  useCancelMeetingInviteMutation,
  useCreateMeetingInviteMutation,
  useMeetingInviteQuery,
  useMeetingInviteRecordQuery,
  useMeetingInvitesQuery,
} from '../hooks/index.ts';
import { FINAL_MEETING_STATUSES, MEETING_STATUSES } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { PERSONA_OF_PAGE, usePersonaOfPage } from './persona/persona-field.tsx';
import { SelectField } from './shell/controls.tsx';
import { ActionButton } from './shell/dialog.tsx';
import { Entry, type Setting } from './shell/display.tsx';
import { createFields } from './shell/fields.ts';
import { DateTime, formatValue } from './shell/format.tsx';
import { ListPage } from './shell/list-page.tsx';
import { getRecordPath, type Kind, type ListOptions, type ListVariables } from './shell/query.ts';
import { NewPage } from './shell/record-forms.tsx';
import { RecordPage } from './shell/record-page.tsx';
import { isBuiltIn } from './shell/server.ts';

const MEETING: Kind = {
  noun: 'invite',
  type: 'MeetingInvite',
  parent: { href: '/meetings', name: 'Meetings' },
};

const REGIONS: Readonly<Record<MeetingRegion | '', string>> = {
  '': 'Any',
  EU: 'Europe',
  US_EAST: 'Eastern United States',
  US_WEST: 'Western United States',
};

/** What happens if the region is full. */
const POLICIES: Readonly<Record<MeetingRegionPolicy, string>> = {
  PREFERRED: 'Use another region',
  STRICT: 'Do not join',
};

const NEW = createFields(FIELDS.CreateMeetingInviteInput, {
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
  sessionOptions: createFields(
    {},
    {
      'sessionReplay.enableSessionReplay': {
        label: 'Enable session replay',
        kind: 'boolean',
        initial: true,
      },
    },
  ),
});

/** Returns the color of a status; undefined for one that is neither good nor bad. */
const getTone = (status: MeetingInviteStatus | null): 'good' | 'bad' | undefined =>
  status === 'ACTIVE' ? 'good' : status === 'FAILED' ? 'bad' : undefined;

const STATES = {
  '': 'All',
  ...Object.fromEntries(MEETING_STATUSES.map((status) => [status, formatValue(status)])),
};

/** The hook of the list. A state in the URL that there is not filters nothing. */
const useInvites = (
  { status, ...variables }: ListVariables & { readonly status: string | null },
  options: ListOptions,
) =>
  useMeetingInvitesQuery(
    { ...variables, status: MEETING_STATUSES.find((known) => known === status) ?? null },
    options,
  );

/** Lists invites of personas to meetings. */
export const MeetingsPage = () => (
  <ListPage
    {...MEETING}
    lead="Video meetings that your personas are invited to."
    searchLabel={null}
    document={MeetingInvitesDocument}
    useList={useInvites}
    filters={['status']}
    renderFilters={(field) => (
      <div className="range">
        <SelectField label="State" choices={STATES} {...field('status')} />
      </div>
    )}
    renderItem={({ id, displayName, provider, status, joinState, joinAt, createdAt }) => (
      <Entry
        section="meetings"
        id={id}
        name={displayName}
        badge={formatValue(status)}
        tone={getTone(status)}
        description={
          <>
            {formatValue(provider)} · {joinAt ? 'joins ' : 'invited '}
            <DateTime at={joinAt ?? createdAt} />
            {joinState && ` · ${formatValue(joinState)}`}
          </>
        }
      />
    )}
  />
);

/** A form that invites a persona to a meeting. The persona's id may be in the URL. */
export function NewMeetingPage() {
  const personaId = usePersonaOfPage();
  return (
    <NewPage
      {...MEETING}
      title="Invite to a meeting"
      lead={
        isBuiltIn
          ? 'The built-in avatar service cannot join a meeting: it only stores the invite. Connect the API to your own service to invite a persona.'
          : 'The persona joins a video meeting as a participant.'
      }
      words={{ submit: 'Invite persona', pending: 'Inviting…' }}
      fields={NEW}
      values={{ personaId }}
      useCreate={useCreateMeetingInviteMutation}
    />
  );
}

type MeetingInvite = NonNullable<MeetingInviteQuery['meetingInvite']>;

/** The wait between two looks at an invite, in milliseconds. */
const INTERVAL = 5_000;

/** Whether the state of an invite does not change any more. */
const isFinal = ({ status }: MeetingInvite) =>
  FINAL_MEETING_STATUSES.some((final) => final === status);

const useInvite = (variables: { readonly id: string }) =>
  useMeetingInviteQuery(variables, {
    refetchInterval: ({ state: { data, error } }) =>
      !error && data?.meetingInvite && !isFinal(data.meetingInvite) ? INTERVAL : false,
  });

/** The fields that are shown elsewhere on the page. */
type Elsewhere = 'id' | 'displayName';

function showInvite(invite: MeetingInvite) {
  const { id, status, statusReason, joinState, meetingUrl, sessionId, groupCall } = invite;
  const settings: Readonly<Record<Exclude<keyof MeetingInvite, Elsewhere>, Setting | false>> = {
    status: {
      label: 'State',
      value: <span className={`badge ${getTone(status) ?? ''}`}>{formatValue(status)}</span>,
    },
    statusReason: statusReason !== null && { label: 'Reason', value: statusReason },
    joinState: joinState !== null && { label: 'Joining', value: formatValue(joinState) },
    provider: { label: 'Service', value: formatValue(invite.provider) },
    meetingUrl: {
      label: 'Meeting',
      value: meetingUrl?.startsWith('https://') ? (
        <a href={meetingUrl} rel="noreferrer">
          {meetingUrl}
        </a>
      ) : (
        meetingUrl
      ),
    },
    sessionId: {
      label: 'Session',
      value: sessionId ? (
        <Link href={getRecordPath('sessions', sessionId)}>Show the session</Link>
      ) : (
        'not started'
      ),
    },
    joinAt: { label: 'Joins', value: invite.joinAt ? <DateTime at={invite.joinAt} /> : 'at once' },
    groupCall: groupCall !== null && {
      label: 'Participants',
      value: groupCall ? 'several' : 'one',
    },
    region: { label: 'Region', value: invite.region ? REGIONS[invite.region] : 'any' },
    createdAt: { label: 'Invited', value: <DateTime at={invite.createdAt} /> },
  };
  return {
    title: invite.displayName,
    lead: "This persona's invite to a video meeting.",
    settings,
    actions: !isFinal(invite) && (
      <ActionButton
        id={id}
        type="MeetingInvite"
        label="Cancel invite"
        question="Cancel the invite?"
        warning="A persona that has joined leaves the meeting. This cannot be undone."
        confirm="Cancel invite"
        dismiss="Keep it"
        useAction={useCancelMeetingInviteMutation}
      />
    ),
  };
}

/** The page of one invite. Its state is current until it is final. */
export const MeetingPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...MEETING}
    id={id}
    document={MeetingInviteDocument}
    useRecord={useInvite}
    useRawJson={useMeetingInviteRecordQuery}
    show={showInvite}
  />
);
