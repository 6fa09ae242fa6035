import { type FormEvent, useRef } from 'react';
import { setCredential, useCredential } from './credential.ts';

const DIALOG_ID = 'credential';

const getDialog = () => document.querySelector<HTMLDialogElement>(`dialog#${DIALOG_ID}`);

/** Opens the dialog for a key or token. */
export function CredentialButton({ name = 'Credentials' }: { readonly name?: string }) {
  const credential = useCredential();
  return (
    <button type="button" className="quiet" onClick={() => getDialog()?.showModal()}>
      {name}
      {credential && <span className="dot" role="img" aria-label="in use" />}
    </button>
  );
}

/** The dialog for a key or token. There is one per page. */
export function CredentialDialog() {
  const input = useRef<HTMLInputElement>(null);
  const credential = useCredential();
  const applyCredential = (newCredential: string | undefined) => {
    getDialog()?.close();
    if (input.current) input.current.value = '';
    setCredential(newCredential);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    applyCredential(input.current?.value);
  };
  return (
    <dialog id={DIALOG_ID} aria-labelledby="credential-title">
      <form onSubmit={submit} className="stack">
        <h2 id="credential-title">Credentials</h2>
        <p>
          The API key or JWT is sent as <code>Authorization: Bearer</code> with every request of
          this page. It is kept in memory only; reloading the page removes it.
        </p>
        <div className="field">
          <label htmlFor="credential-input">API key or JWT</label>
          <input
            ref={input}
            id="credential-input"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
        <div className="row">
          <button type="submit">Apply</button>
          {credential && (
            <button type="button" className="plain" onClick={() => applyCredential(undefined)}>
              Remove
            </button>
          )}
          <button type="button" className="plain" onClick={() => getDialog()?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
