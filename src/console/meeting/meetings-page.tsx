import type { keepPreviousData } from '@tanstack/react-query';
import { MeetingInvitesDocument, useMeetingInvitesQuery } from '../../hooks/index.ts';
import { MEETING_STATUSES } from '../constants.ts';
import { SelectField } from '../shell/controls.tsx';
import { formatValue } from '../shell/format.tsx';
import { ListPage } from '../shell/list-page.tsx';
import type { ListVariables } from '../shell/query.ts';
import { MeetingEntry } from './meeting-entry.tsx';

const STATES = {
  '': 'All',
  ...Object.fromEntries(MEETING_STATUSES.map((status) => [status, formatValue(status)])),
};

type Variables = ListVariables & { readonly status: string | null };

/** The hook of the list. A state in the URL that there is not filters nothing. */
const useInvites = (
  { status, ...variables }: Variables,
  options: { readonly placeholderData: typeof keepPreviousData },
) =>
  useMeetingInvitesQuery(
    { ...variables, status: MEETING_STATUSES.find((known) => known === status) ?? null },
    options,
  );

/** Lists invites of personas to meetings. */
export const MeetingsPage = () => (
  <ListPage
    title="Meetings"
    noun="invite"
    lead="Video meetings to which you invite your personas."
    searchLabel={null}
    document={MeetingInvitesDocument}
    useList={useInvites}
    read={({ meetingInvites }) => meetingInvites}
    filters={['status']}
    renderFilters={(field) => (
      <div className="range">
        <SelectField label="State" choices={STATES} {...field('status')} />
      </div>
    )}
    renderItem={(invite) => <MeetingEntry invite={invite} />}
  />
);
