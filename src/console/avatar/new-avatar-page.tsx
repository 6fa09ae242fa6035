import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import {
  AvatarsDocument,
  CreateAvatarDocument,
  type CreateAvatarInput,
  getOperationKey,
  useCreateAvatarMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { TextField } from '../shell/controls.tsx';
import { Picture } from '../shell/display.tsx';
import { Form, type FormFields } from '../shell/draft-form.tsx';
import { getIssues } from '../shell/failure.tsx';
import { Page } from '../shell/page.tsx';
import {
  type ChosenFile,
  getFileIssues,
  toFileInput,
  UploadProgress,
  useUpload,
} from '../shell/upload.tsx';
import { ImageField } from './image-field.tsx';

export function NewAvatarPage() {
  const [displayName, setDisplayName] = useState('');
  const [model, setModel] = useState('');
  const [image, setImage] = useState<ChosenFile>();
  const { upload, start, end } = useUpload();
  const client = useQueryClient();
  const { mutate, data, error, isPending, reset } = useCreateAvatarMutation({
    onSuccess: () => client.invalidateQueries({ queryKey: getOperationKey(AvatarsDocument) }),
    onSettled: end,
  });
  const createdAvatar = data?.createAvatar?.avatar;
  const avatarModel = model.trim() || null;
  const submit = () => {
    // Without an image, the API reports what is missing, as for every other rule.
    const input: Required<FormFields<CreateAvatarInput>> = {
      displayName,
      image: image ? toFileInput(image) : { url: '' },
      avatarModel,
    };
    mutate({ input, ...start() });
  };
  const another = () => {
    reset();
    setImage(undefined);
    setDisplayName('');
    setModel('');
  };
  const explained = {
    displayName,
    image: image?.url ? { url: image.url } : { file: '$file' },
    ...(avatarModel && { avatarModel }),
  };
  const wasAborted = error?.name !== 'ApiError';
  const controls: Readonly<Record<keyof FormFields<CreateAvatarInput>, ReactNode>> = {
    displayName: (
      <TextField
        path="input.displayName"
        label="Name"
        hint={FIELDS.CreateAvatarInput.displayName.hint}
        value={displayName}
        onChange={setDisplayName}
        issues={getIssues(error, 'input.displayName')}
      />
    ),
    avatarModel: (
      <TextField
        path="input.avatarModel"
        label="Avatar model"
        hint={FIELDS.CreateAvatarInput.avatarModel.hint}
        value={model}
        onChange={setModel}
        issues={getIssues(error, 'input.avatarModel')}
      />
    ),
    image: (
      <ImageField value={image} onChange={setImage} issues={getFileIssues(error, 'input.image')} />
    ),
  };
  return (
    <Page
      title="New avatar"
      lead="Create an avatar from one image. Requires a pro or enterprise plan."
      parent={{ href: '/avatars', name: 'Avatars' }}
      operation={{ document: CreateAvatarDocument, variables: { input: explained } }}
    >
      {createdAvatar ? (
        <div className="created" role="status">
          <Picture
            src={createdAvatar.imageUrl}
            alt={`The avatar ${createdAvatar.displayName}`}
            name={createdAvatar.displayName}
          />
          <h2>{createdAvatar.displayName} was created</h2>
          <p>
            <code>{createdAvatar.id}</code>
          </p>
          <div className="row">
            <Link
              href={`/personas/new?avatar=${encodeURIComponent(createdAvatar.id)}`}
              className="button"
            >
              Create a persona with this avatar
            </Link>
            <button type="button" className="plain" onClick={another}>
              Create another avatar
            </button>
          </div>
        </div>
      ) : (
        <Form
          fields={{
            ...controls,
            progress: upload && (
              <UploadProgress noun="avatar" {...upload} hasFile={image?.file !== undefined} />
            ),
          }}
          onSubmit={submit}
          error={wasAborted ? null : error}
          isPending={isPending}
          submit="Create avatar"
        />
      )}
    </Page>
  );
}
