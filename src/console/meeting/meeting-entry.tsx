import type { MeetingInviteFieldsFragment, MeetingInviteStatus } from '../../hooks/index.ts';
import { DateTime } from '../shell/date-time.tsx';
import { Entry } from '../shell/entry.tsx';
import { formatValue } from '../shell/format-value.ts';

/** Returns the color of a status; undefined for one that is neither good nor bad. */
export const getTone = (status: MeetingInviteStatus | null): 'good' | 'bad' | undefined =>
  status === 'ACTIVE' ? 'good' : status === 'FAILED' ? 'bad' : undefined;

export function MeetingEntry({ invite }: { readonly invite: MeetingInviteFieldsFragment }) {
  const { id, displayName, provider, status, joinState, joinAt, createdAt } = invite;
  return (
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
  );
}
