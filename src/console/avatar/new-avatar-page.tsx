import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import {
  type AnyApiError,
  CreateAvatarDocument,
  useCreateAvatarMutation,
  withOptions,
} from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Failure } from '../shell/failure.tsx';
import { FormFailure, issuesAt } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { TextField } from '../shell/text-field.tsx';
import { type ChosenImage, toImageInput } from './chosen-image.ts';
import { ImageField } from './image-field.tsx';
import { Picture } from './picture.tsx';
import { UploadProgress } from './upload-progress.tsx';

/** An upload under way: how far it is, and what gives it up. */
interface Upload {
  readonly fraction: number;
  readonly abort: () => void;
}

/** What the API says of the image: by its path, or by a code that nothing else of the request can have. */
const imageIssues = (error: AnyApiError | null) =>
  error?.code === 'PAYLOAD_TOO_LARGE' ||
  error?.code === 'UNPROCESSABLE' ||
  error?.code === 'UNSUPPORTED_MEDIA_TYPE'
    ? [error.message]
    : issuesAt(error, 'input.image');

/** A form for a new avatar, made from one image. */
export function NewAvatarPage() {
  const [displayName, setDisplayName] = useState('');
  const [image, setImage] = useState<ChosenImage>();
  const [upload, setUpload] = useState<Upload>();
  const { mutate, data, error, isPending, reset } = useCreateAvatarMutation({
    onSettled: () => setUpload(undefined),
  });
  const made = data?.createAvatar;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const controller = new AbortController();
    const abort = () => controller.abort();
    setUpload({ fraction: 0, abort });
    // Without an image the API says what is missing, as it does for every other rule.
    const input = { displayName, image: image ? toImageInput(image) : { url: '' } };
    const onUploadProgress = (fraction: number) => setUpload({ fraction, abort });
    mutate(withOptions({ input }, { signal: controller.signal, onUploadProgress }));
  };
  const another = () => {
    reset();
    setImage(undefined);
    setDisplayName('');
  };
  const explained = { displayName, image: image?.url ? { url: image.url } : { file: '$file' } };
  const wasGivenUp = error?.name !== 'ApiError';
  return (
    <Page
      title="New avatar"
      lead="A visual made from one picture. It needs a key of a pro or enterprise plan."
      above={{ href: '/avatars', name: 'Avatars' }}
      actions={<ExplorerLink document={CreateAvatarDocument} variables={{ input: explained }} />}
    >
      {made ? (
        <div className="made" role="status">
          <Picture
            src={made.imageUrl}
            alt={`The avatar ${made.displayName}`}
            name={made.displayName}
          />
          <h2>{made.displayName} is made</h2>
          <p>
            <code>{made.id}</code>
          </p>
          <div className="row">
            <Link href={`/personas/new?avatar=${encodeURIComponent(made.id)}`} className="button">
              Make a persona with it
            </Link>
            <button type="button" className="plain" onClick={another}>
              Make another avatar
            </button>
          </div>
        </div>
      ) : (
        <form onSubmit={submit} className="stack form" noValidate>
          <TextField
            path="input.displayName"
            label="Name"
            hint="3 to 50 characters."
            value={displayName}
            onChange={setDisplayName}
            issues={issuesAt(error, 'input.displayName')}
          />
          <ImageField value={image} onChange={setImage} issues={imageIssues(error)} />
          {error?.code === 'FORBIDDEN' ? (
            <Failure error={error}>
              <p>
                Avatars can be made with a key of a pro or enterprise plan only. What you filled in
                stays here while you use another key.
              </p>
            </Failure>
          ) : (
            !wasGivenUp && <FormFailure error={error} />
          )}
          {upload && <UploadProgress {...upload} hasFile={image?.file !== undefined} />}
          <div className="row">
            <button type="submit" disabled={isPending}>
              Create the avatar
            </button>
          </div>
        </form>
      )}
    </Page>
  );
}
