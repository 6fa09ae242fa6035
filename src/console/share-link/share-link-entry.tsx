import type { ShareLinkFieldsFragment } from '../../hooks/index.ts';
import { Entry } from '../shell/display.tsx';
import { DateTime } from '../shell/format.tsx';
import { findEnd, formatUses } from './share-link-state.ts';

interface ShareLinkEntryProps {
  readonly link: ShareLinkFieldsFragment;
  /** What tells it from others. */
  readonly name: string | null;
}

export function ShareLinkEntry({ link, name }: ShareLinkEntryProps) {
  const { id, expiresAt } = link;
  const end = findEnd(link);
  return (
    <Entry
      section="share-links"
      id={id}
      name={name}
      badge={end ?? 'active'}
      tone={end ? 'bad' : 'good'}
      description={
        <>
          {formatUses(link)}
          {expiresAt && (
            <>
              {end === 'expired' ? ' · expired ' : ' · expires '}
              <DateTime at={expiresAt} />
            </>
          )}
        </>
      }
    />
  );
}
