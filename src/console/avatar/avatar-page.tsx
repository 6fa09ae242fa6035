import { Link } from 'wouter';
import {
  AvatarDocument,
  type AvatarQuery,
  useAvatarQuery,
  useDeleteAvatarMutation,
} from '../../hooks/index.ts';
import { isBuiltIn } from '../shell/built-in.ts';
import { DateTime } from '../shell/date-time.tsx';
import { DeleteRecord } from '../shell/delete-record.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { type Setting, Settings } from '../shell/settings.tsx';
import { Picture } from './picture.tsx';
import { RenameAvatar } from './rename-avatar.tsx';

/** Shows a link to a file, if there is one. */
const showLink = (label: string, url: string | null): Setting | false =>
  url !== null && { label, value: <a href={url}>{url.split('?')[0]}</a> };

type Avatar = NonNullable<AvatarQuery['avatar']>;

/** The fields with a place of their own, and those that only the raw JSON shows. */
type Elsewhere =
  | 'id'
  | 'displayName'
  | 'variantName'
  | 'description'
  | 'imageUrl'
  | 'landscapeImageUrl'
  | 'portraitImageUrl'
  | 'availableVersions'
  | 'displayTags'
  | 'renderStyle'
  | 'updatedAt'
  | 'record';

/** The page of one avatar. */
export function AvatarPage({ id }: { readonly id: string }) {
  const query = useAvatarQuery({ id });
  const avatar = query.data?.avatar;
  const parent = { href: '/avatars', name: 'Avatars' };
  if (!avatar) return <NotFoundPage kind="avatar" id={id} parent={parent} query={query} />;
  const { displayName, description, imageUrl, activeVersion, availableVersions } = avatar;
  const canChange = !isBuiltIn(avatar.record);
  const supported = availableVersions ? ` (supported: ${availableVersions.join(', ')})` : '';
  const settings: Readonly<Record<Exclude<keyof Avatar, Elsewhere>, Setting | false>> = {
    createdByOrganizationId: { label: 'Kind', value: canChange ? 'one-shot' : 'built-in' },
    activeVersion: { label: 'Avatar model', value: `${activeVersion ?? 'unknown'}${supported}` },
    videoUrl: showLink('Video', avatar.videoUrl),
    idleVideoUrl: showLink('Video while listening', avatar.idleVideoUrl),
    createdAt: { label: 'Created', value: <DateTime at={avatar.createdAt} /> },
  };
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={AvatarDocument} variables={{ id }} />
          {canChange && (
            <DeleteRecord
              {...{ id, name: displayName, noun: 'avatar', type: 'Avatar', path: '/avatars' }}
              warning="Personas that use it keep its id."
              useDelete={useDeleteAvatarMutation}
              query={useAvatarQuery}
            />
          )}
          <Link href={`/personas/new?avatar=${encodeURIComponent(id)}`} className="button">
            Create a persona with this avatar
          </Link>
        </>
      }
    >
      <div className="beside">
        <Picture src={imageUrl} alt={`The avatar ${displayName ?? ''}`} name={displayName} />
        <div className="stack">
          <Settings id={id} settings={Object.values(settings)} />
          {canChange && <RenameAvatar key={id} avatar={avatar} />}
          <RecordDetails record={avatar.record} />
        </div>
      </div>
    </Page>
  );
}
