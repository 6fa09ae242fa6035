import type { MeetingInviteFieldsFragment, MeetingInviteStatus } from '../../hooks/index.ts';
import { Entry } from '../shell/display.tsx';
import { DateTime, formatValue } from '../shell/format.tsx';

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
