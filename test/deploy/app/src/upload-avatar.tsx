import { useCreateAvatarMutation } from 'avatar-graphql-hooks';
import { useState } from 'react';

/** Creates an avatar from an image, and shows the upload's progress. */
export function UploadAvatar() {
  const [progress, setProgress] = useState(0);
  const { data, error, mutate } = useCreateAvatarMutation();
  const upload = (form: FormData) => {
    const file = form.get('file');
    if (!(file instanceof File)) return;
    const input = { displayName: String(form.get('name')), image: { file } };
    mutate({ input, onUploadProgress: setProgress });
  };
  const avatar = data?.createAvatar?.avatar;
  return (
    <section aria-label="New avatar">
      <form action={upload}>
        <label>
          Name <input name="name" required minLength={3} maxLength={50} />
        </label>
        <label>
          Image <input name="file" type="file" accept="image/*" required />
        </label>
        <button type="submit">Upload</button>
      </form>
      <progress value={progress} />
      {error && <p role="alert">{error.message}</p>}
      {avatar && <img src={avatar.imageUrl ?? ''} alt={avatar.displayName ?? ''} />}
    </section>
  );
}
