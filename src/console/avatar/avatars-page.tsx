import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useKnownChoices } from '../persona/known-choices.ts';
import { Loading } from '../shell/loading.tsx';
import { Page } from '../shell/page.tsx';
import { TextField } from '../shell/text-field.tsx';
import { Picture } from './picture.tsx';

/** The avatars that personas have, and any other by its id: the specification has no list of them. */
export function AvatarsPage() {
  const { avatars, isKnown } = useKnownChoices();
  const [id, setId] = useState('');
  const [, navigate] = useLocation();
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim()) navigate(`/avatars/${encodeURIComponent(id.trim())}`);
  };
  return (
    <Page
      title="Avatars"
      lead="The visuals that your personas have."
      actions={
        <Link href="/avatars/new" className="button">
          New avatar
        </Link>
      }
    >
      {!isKnown && <Loading what="avatars" />}
      <ul className="cards">
        {avatars.map(({ id: avatarId, displayName, imageUrl }) => (
          <li key={avatarId}>
            <Link href={`/avatars/${encodeURIComponent(avatarId)}`} className="card">
              <Picture src={imageUrl} name={displayName} />
              <strong>{displayName ?? avatarId}</strong>
            </Link>
          </li>
        ))}
      </ul>
      <form onSubmit={open} className="inline">
        <TextField
          path="avatar-id"
          label="Open another by its id"
          isCode
          value={id}
          onChange={setId}
        />
        <button type="submit" className="plain">
          Open
        </button>
      </form>
    </Page>
  );
}
