import { Link } from 'wouter';
import { useKnownChoices } from '../persona/known-choices.ts';
import { Loading } from '../shell/loading.tsx';
import { OpenById } from '../shell/open-by-id.tsx';
import { Page } from '../shell/page.tsx';
import { Picture } from './picture.tsx';

/** Lists the avatars that personas use and opens others by id. The specification has no list of avatars. */
export function AvatarsPage() {
  const { avatars, isKnown } = useKnownChoices();
  return (
    <Page
      title="Avatars"
      lead="The visuals of your personas."
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
      <OpenById section="avatars" />
    </Page>
  );
}
