import { Link } from 'wouter';
import {
  CreateAvatarDocument,
  type CreateAvatarMutation,
  useCreateAvatarMutation,
} from '../../hooks/index.ts';
import { IMAGE_FORMATS, IMAGE_TYPES, MAX_IMAGE_BYTES } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { Picture } from '../shell/display.tsx';
import { type ControlProps, createFields, withControl } from '../shell/fields.ts';
import { NewPage } from '../shell/record-forms.tsx';
import {
  type ChosenFile,
  FileField,
  type FileKind,
  toFileInput,
  usePreviewUrl,
} from '../shell/upload.tsx';

const TYPES: readonly string[] = IMAGE_TYPES;

const IMAGE: FileKind = {
  accept: TYPES,
  formats: IMAGE_FORMATS,
  maxBytes: MAX_IMAGE_BYTES,
  isExpected: ({ type }) => TYPES.includes(type),
};

function ImageField({ path, value, onChange, issues }: ControlProps<ChosenFile | undefined>) {
  const preview = usePreviewUrl(value);
  return (
    <FileField
      legend="Image"
      noun="an image"
      kind={IMAGE}
      preview={
        preview && (
          <img className="preview" src={preview} alt="Preview" referrerPolicy="no-referrer" />
        )
      }
      {...{ path, value, onChange, issues }}
    />
  );
}

const NEW = createFields(FIELDS.CreateAvatarInput, {
  displayName: { label: 'Name' },
  avatarModel: {},
  image: {
    isFile: true,
    ...withControl<ChosenFile | undefined>({
      Control: ImageField,
      toDraft: () => undefined,
      read: (chosen) => chosen && toFileInput(chosen),
    }),
  },
});

function showCreated({ createAvatar }: CreateAvatarMutation, createAnother: () => void) {
  if (!createAvatar) return null;
  const { id, displayName, imageUrl } = createAvatar.avatar;
  return (
    <div className="created" role="status">
      <Picture src={imageUrl} alt={`The avatar ${displayName}`} name={displayName} />
      <h2>{displayName} was created</h2>
      <p>
        <code>{id}</code>
      </p>
      <div className="row">
        <Link href={`/personas/new?avatar=${encodeURIComponent(id)}`} className="button">
          Create a persona with this avatar
        </Link>
        <button type="button" className="plain" onClick={createAnother}>
          Create another avatar
        </button>
      </div>
    </div>
  );
}

export const NewAvatarPage = () => (
  <NewPage
    noun="avatar"
    lead="Create an avatar from one image. Requires a pro or enterprise plan."
    parent={{ href: '/avatars', name: 'Avatars' }}
    type="Avatar"
    fields={NEW}
    document={CreateAvatarDocument}
    useCreate={useCreateAvatarMutation}
    renderCreated={showCreated}
  />
);
