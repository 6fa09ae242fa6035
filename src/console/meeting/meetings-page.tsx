import { MeetingInvitesDocument, useMeetingInvitesQuery } from '../../hooks/index.ts';
import { MEETING_STATUSES } from '../constants.ts';
import { ListPage } from '../shell/list-page.tsx';
import { SelectField } from '../shell/select-field.tsx';
import { MeetingEntry } from './meeting-entry.tsx';

/** Lists invites of personas to meetings. */
export const MeetingsPage = () => (
  <ListPage
    title="Meetings"
    noun="invite"
    lead="Video meetings to which you invite your personas."
    searchLabel={null}
    document={MeetingInvitesDocument}
    useList={useMeetingInvitesQuery}
    read={({ meetingInvites }) => meetingInvites}
    filters={['status']}
    renderFilters={(field) => (
      <div className="range">
        <SelectField
          label="State"
          choices={[
            { value: '', name: 'All' },
            ...MEETING_STATUSES.map((status) => ({ value: status, name: status })),
          ]}
          {...field('status')}
        />
      </div>
    )}
    renderItem={(invite) => <MeetingEntry invite={invite} />}
  />
);
