import { Link } from 'wouter';
import { AvatarDocument, useAvatarQuery } from '../../hooks/index.ts';
import { AbsentPage } from '../shell/absent-page.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record.tsx';
import { When } from '../shell/when.tsx';
import { Picture } from './picture.tsx';

/** One avatar: its picture large, and what is known of it. */
export function AvatarPage({ id }: { readonly id: string }) {
  const query = useAvatarQuery({ id });
  const avatar = query.data?.avatar;
  const above = { href: '/avatars', name: 'Avatars' };
  if (!avatar) return <AbsentPage kind="avatar" id={id} above={above} query={query} />;
  const { displayName, description, imageUrl, activeVersion, availableVersions } = avatar;
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      above={above}
      actions={
        <>
          <ExplorerLink document={AvatarDocument} variables={{ id }} />
          <Link href={`/personas/new?avatar=${encodeURIComponent(id)}`} className="button">
            Make a persona with it
          </Link>
        </>
      }
    >
      <div className="beside">
        <Picture src={imageUrl} alt={`The avatar ${displayName ?? ''}`} name={displayName} />
        <div className="stack">
          <dl className="settings">
            <dt>Avatar model</dt>
            <dd>
              {activeVersion ?? 'unknown'}
              {availableVersions && `, of ${availableVersions.join(', ')}`}
            </dd>
            <dt>Created</dt>
            <dd>
              <When at={avatar.createdAt} />
            </dd>
            <dt>Id</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </dl>
          <RecordDetails record={avatar.record} />
        </div>
      </div>
    </Page>
  );
}
