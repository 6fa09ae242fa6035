import { Link } from 'wouter';
import {
  MeetingInviteDocument,
  type MeetingInviteQuery,
  useCancelMeetingInviteMutation,
  useMeetingInvitePolling,
  useMeetingInviteRecordQuery,
} from '../../hooks/index.ts';
import { meetingInvitePolling } from '../../hooks/pollings.ts';
import { ConfirmButton } from '../shell/dialog.tsx';
import type { Setting } from '../shell/display.tsx';
import { DateTime, formatValue } from '../shell/format.tsx';
import { getRecordPath, useRefresh } from '../shell/query.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { getTone } from './meeting-entry.tsx';

type MeetingInvite = NonNullable<MeetingInviteQuery['meetingInvite']>;

/** The fields with a place of their own, and those that only the raw JSON shows. */
type Elsewhere = 'id' | 'displayName';

function CancelInvite({ id }: { readonly id: string }) {
  const refresh = useRefresh();
  const { mutate, error, isPending } = useCancelMeetingInviteMutation({
    onSuccess: () => refresh('MeetingInvite'),
  });
  return (
    <ConfirmButton
      label="Cancel invite"
      question="Cancel the invite?"
      warning="A persona that has joined leaves the meeting. This cannot be undone."
      confirm="Cancel invite"
      dismiss="Keep it"
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    />
  );
}

function showInvite(invite: MeetingInvite) {
  const { id, status, statusReason, joinState, meetingUrl, sessionId, groupCall } = invite;
  const isFinal = meetingInvitePolling.isFinal({ meetingInvite: invite });
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
    region: { label: 'Region', value: invite.region ? formatValue(invite.region) : 'any' },
    createdAt: { label: 'Invited', value: <DateTime at={invite.createdAt} /> },
  };
  return {
    title: invite.displayName,
    lead: 'The invite of this persona to a video meeting.',
    settings,
    actions: !isFinal && <CancelInvite id={id} />,
  };
}

/** The page of one invite. Its state is current until it is final. */
export const MeetingPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="invite"
    parent={{ href: '/meetings', name: 'Meetings' }}
    document={MeetingInviteDocument}
    useRecord={useMeetingInvitePolling}
    useRawJson={useMeetingInviteRecordQuery}
    read={({ meetingInvite }) => meetingInvite}
    show={showInvite}
  />
);
