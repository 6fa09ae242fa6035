import { createClient } from 'avatar-graphql-hooks';
import { createRef } from 'react';

const dialog = createRef<HTMLDialogElement>();
let token = '';

/** Requests that fail with UNAUTHENTICATED wait until the dialog closes. Then they are sent again. */
const requestSignIn = () =>
  new Promise<void>((resolve) => {
    dialog.current?.addEventListener('close', () => resolve(), { once: true });
    dialog.current?.showModal();
  });

/** Sends each request with the JWT of the user who is signed in. */
export const client = createClient({
  url: '/graphql',
  headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
  onUnauthenticated: requestSignIn,
});

/** Asks for a JWT. Replace it with the sign-in of your identity provider. */
export function SignIn() {
  const saveToken = (form: HTMLFormElement) => {
    token = String(new FormData(form).get('token'));
    form.reset();
  };
  return (
    <dialog ref={dialog} aria-label="Sign in">
      <form method="dialog" onSubmit={(event) => saveToken(event.currentTarget)}>
        <label>
          JWT <input name="token" type="password" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </dialog>
  );
}
