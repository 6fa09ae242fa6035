import { Link } from 'wouter';
import {
  AvatarDocument,
  type AvatarQuery,
  AvatarsDocument,
  type CreateAvatarMutation,
  type UpdateAvatarInput,
  useAvatarQuery,
  useAvatarRecordQuery,
  useAvatarsByIdsQuery,
  useAvatarsQuery,
  useCreateAvatarMutation,
  useDeleteAvatarMutation,
  useUpdateAvatarMutation,
} from '../hooks/index.ts';
import { AVATAR_MODELS, IMAGE_FORMATS, IMAGE_TYPES, MAX_IMAGE_BYTES } from './constants.ts';
import { FIELDS } from './form-fields.ts';
import { TileList } from './shell/controls.tsx';
import { Card, Picture, type Setting } from './shell/display.tsx';
import { type ControlProps, createFields } from './shell/fields.ts';
import { DateTime, nameRecord } from './shell/format.tsx';
import { ListPage } from './shell/list-page.tsx';
import { Picker, type PickerFieldProps, usePicker } from './shell/picker.tsx';
import type { Kind } from './shell/query.ts';
import { NewPage, RENAME } from './shell/record-forms.tsx';
import { RecordPage } from './shell/record-page.tsx';
import {
  type ChosenFile,
  FileField,
  type FileKind,
  usePreviewUrl,
  withFile,
} from './shell/upload.tsx';

const AVATAR: Kind = {
  noun: 'avatar',
  type: 'Avatar',
  parent: { href: '/avatars', name: 'Avatars' },
};

const NAME = { displayName: { label: 'Name' } };

const NEW = createFields(FIELDS.CreateAvatarInput, {
  ...NAME,
  avatarModel: {
    isCode: true,
    suggestions: Object.fromEntries(AVATAR_MODELS.map((model) => [model, model])),
  },
  image: withFile(ImageField),
});

const EDIT = createFields(FIELDS.UpdateAvatarInput, NAME);

const TYPES: readonly string[] = IMAGE_TYPES;

const IMAGE: FileKind = {
  accept: TYPES,
  formats: IMAGE_FORMATS,
  maxBytes: MAX_IMAGE_BYTES,
  isExpected: ({ type }) => TYPES.includes(type),
};

/** Selects the image of an avatar, which is shown first. */
function ImageField({
  path,
  value,
  onChange,
  issues,
  isRequired,
}: ControlProps<ChosenFile | undefined>) {
  const src = usePreviewUrl(value);
  return (
    <FileField
      legend="Image"
      noun="an image"
      kind={IMAGE}
      preview={
        src && <img className="preview" {...{ src }} alt="Preview" referrerPolicy="no-referrer" />
      }
      {...{ path, value, onChange, issues, isRequired }}
    />
  );
}

const PersonaLink = ({ id }: { readonly id: string }) => (
  <Link href={`/personas/new?avatar=${encodeURIComponent(id)}`} className="button">
    Create a persona with this avatar
  </Link>
);

export const AvatarsPage = () => (
  <ListPage
    {...AVATAR}
    lead="The faces of your personas."
    document={AvatarsDocument}
    useList={useAvatarsQuery}
    canOpenById
    canCreate
    layout="cards"
    renderItem={({ id, displayName, imageUrl }) => (
      <Card section="avatars" id={id} name={nameRecord(displayName)} imageUrl={imageUrl} />
    )}
  />
);

function showCreated({ createAvatar }: CreateAvatarMutation, createAnother: () => void) {
  if (!createAvatar) return null;
  const { id, displayName, imageUrl } = createAvatar.avatar;
  return (
    <div className="created" role="status">
      <Picture src={imageUrl} alt={`The avatar ${displayName}`} name={displayName} />
      <h2>{displayName} was created</h2>
      <code>{id}</code>
      <div className="row">
        <PersonaLink id={id} />
        <button type="button" className="plain" onClick={createAnother}>
          Create another avatar
        </button>
      </div>
    </div>
  );
}

export const NewAvatarPage = () => (
  <NewPage
    {...AVATAR}
    lead="Create an avatar from one image. Requires a pro or enterprise plan."
    fields={NEW}
    useCreate={useCreateAvatarMutation}
    renderCreated={showCreated}
  />
);

/** Shows a link to a file, if there is one. */
const showLink = (label: string, url: string | null): Setting | false =>
  url !== null && { label, value: <a href={url}>{url.split('?')[0]}</a> };

type Avatar = NonNullable<AvatarQuery['avatar']>;

/** The fields that are shown elsewhere on the page, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof UpdateAvatarInput
  | 'id'
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

/** Built-in avatars cannot be changed. */
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
    actions: <PersonaLink id={id} />,
    saved: canChange && avatar,
  };
}

export const AvatarPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...AVATAR}
    id={id}
    document={AvatarDocument}
    useRecord={useAvatarQuery}
    useRawJson={useAvatarRecordQuery}
    edit={{ fields: EDIT, useUpdate: useUpdateAvatarMutation, words: RENAME }}
    deletion={{ useDelete: useDeleteAvatarMutation }}
    show={showAvatar}
  />
);

/** Selects an avatar by its picture. */
export function AvatarField(props: PickerFieldProps) {
  const { value, onChange } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useAvatarsQuery,
    useByIds: useAvatarsByIdsQuery,
  });
  return (
    <Picker legend="Avatar" idLabel="Avatar id" picker={picker} {...props}>
      <TileList
        {...{ value, onChange }}
        choices={picker.items.map(({ id, displayName, imageUrl }) => ({
          id,
          label: nameRecord(displayName),
          imageUrl,
        }))}
      />
    </Picker>
  );
}
