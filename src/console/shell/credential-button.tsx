import { type FormEvent, useRef, useState } from 'react';
import { setCredential, useCredential } from './credential.ts';
import { Dialog } from './dialog.tsx';

/** Opens the dialog for a key or token. */
export function CredentialButton({ name = 'Credentials' }: { readonly name?: string }) {
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const credential = useCredential();
  const apply = (newCredential: string | undefined) => {
    setOpen(false);
    setCredential(newCredential);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(input.current?.value);
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {name}
        {credential && <span className="dot" role="img" aria-label="in use" />}
      </button>
      <Dialog title="Credentials" isOpen={isOpen} onOpenChange={setOpen}>
        <form onSubmit={submit} className="stack">
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
              <button type="button" className="plain" onClick={() => apply(undefined)}>
                Remove
              </button>
            )}
            <button type="button" className="plain" onClick={() => setOpen(false)}>
              Cancel
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
