import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import {
  AvatarsDocument,
  CreateAvatarDocument,
  type CreateAvatarInput,
  getOperationKey,
  useCreateAvatarMutation,
} from '../../hooks/index.ts';
import { HINTS } from '../constants.ts';
import { type ChosenFile, toFileInput } from '../shell/chosen-file.ts';
import type { FormFields } from '../shell/draft.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Failure } from '../shell/failure.tsx';
import { FormFailure, getIssues } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { Picture } from '../shell/picture.tsx';
import { TextField } from '../shell/text-field.tsx';
import { UploadProgress } from '../shell/upload-progress.tsx';
import { getFileIssues, useUpload } from '../shell/use-upload.ts';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
  return (
    <Page
      title="New avatar"
      lead="Create an avatar from one image. Requires a pro or enterprise plan."
      parent={{ href: '/avatars', name: 'Avatars' }}
      actions={<ExplorerLink document={CreateAvatarDocument} variables={{ input: explained }} />}
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
        <form onSubmit={submit} className="stack form" noValidate>
          <TextField
            path="input.displayName"
            label="Name"
            hint={HINTS.CreateAvatarInput.displayName}
            value={displayName}
            onChange={setDisplayName}
            issues={getIssues(error, 'input.displayName')}
          />
          <ImageField
            value={image}
            onChange={setImage}
            issues={getFileIssues(error, 'input.image')}
          />
          <TextField
            path="input.avatarModel"
            label="Avatar model"
            hint={HINTS.CreateAvatarInput.avatarModel}
            value={model}
            onChange={setModel}
            issues={getIssues(error, 'input.avatarModel')}
          />
          {error?.code === 'PLAN_REQUIRED' ? (
            <Failure error={error}>
              <p>
                You need a pro or enterprise plan to create avatars. Your input is kept while you
                change the credentials.
              </p>
            </Failure>
          ) : (
            !wasAborted && <FormFailure error={error} />
          )}
          {upload && (
            <UploadProgress noun="avatar" {...upload} hasFile={image?.file !== undefined} />
          )}
          <div className="row">
            <button type="submit" disabled={isPending}>
              Create avatar
            </button>
          </div>
        </form>
      )}
    </Page>
  );
}
