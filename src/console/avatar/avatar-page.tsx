import { Link } from 'wouter';
import {
  AvatarDocument,
  type AvatarQuery,
  useAvatarQuery,
  useAvatarRecordQuery,
  useDeleteAvatarMutation,
} from '../../hooks/index.ts';
import { Picture, type Setting } from '../shell/display.tsx';
import { DateTime } from '../shell/format.tsx';
import { RecordPage } from '../shell/record-page.tsx';
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
  | 'availableModels'
  | 'displayTags'
  | 'renderStyle'
  | 'organizationId'
  | 'updatedAt';

function showAvatar(avatar: Avatar) {
  const { id, displayName, description, imageUrl, defaultModel, availableModels } = avatar;
  const canChange = !avatar.isBuiltIn;
  const supported = availableModels ? ` (supported: ${availableModels.join(', ')})` : '';
  const settings: Readonly<Record<Exclude<keyof Avatar, Elsewhere>, Setting | false>> = {
    isBuiltIn: { label: 'Kind', value: canChange ? 'one-shot' : 'built-in' },
    defaultModel: { label: 'Avatar model', value: `${defaultModel ?? 'unknown'}${supported}` },
    videoUrl: showLink('Video', avatar.videoUrl),
    idleVideoUrl: showLink('Video while listening', avatar.idleVideoUrl),
    createdAt: { label: 'Created', value: <DateTime at={avatar.createdAt} /> },
  };
  return {
    title: displayName,
    lead: description,
    picture: <Picture src={imageUrl} alt={`The avatar ${displayName ?? ''}`} name={displayName} />,
    settings,
    canDelete: canChange,
    warning: 'Personas that use it keep its id.',
    actions: (
      <Link href={`/personas/new?avatar=${encodeURIComponent(id)}`} className="button">
        Create a persona with this avatar
      </Link>
    ),
    content: canChange && <RenameAvatar key={id} avatar={avatar} />,
  };
}

export const AvatarPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="avatar"
    parent={{ href: '/avatars', name: 'Avatars' }}
    document={AvatarDocument}
    useRecord={useAvatarQuery}
    useRawJson={useAvatarRecordQuery}
    read={({ avatar }) => avatar}
    deletion={{ type: 'Avatar', useDelete: useDeleteAvatarMutation }}
    show={showAvatar}
  />
);
