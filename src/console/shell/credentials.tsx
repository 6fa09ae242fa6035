import { type FormEvent, useEffect, useRef, useState } from 'react';
import { pasteCredential, setCredential, useCredential } from '../sign-in/credential.ts';
import { CopyButton } from './display.tsx';
import { DateTime } from './format.tsx';
import { Dialog } from './overlays.tsx';
import { isBuiltIn } from './server.ts';
import { useViewer } from './viewer.tsx';

/** Opens the dialog for a key or token. */
export function CredentialButton({ name = 'Credentials' }: { readonly name?: string }) {
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const credential = useCredential();
  // Anonymous callers are answered.
  const isNotNeeded = useViewer()?.subject === null && isBuiltIn;
  const isPasted = credential !== undefined && !credential.session;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    pasteCredential(input.current?.value ?? '');
  };
  const remove = () => {
    setOpen(false);
    setCredential(undefined);
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {name}
        {isPasted && <span className="dot" role="img" aria-label="in use" />}
      </button>
      <Dialog title="Credentials" isOpen={isOpen} onOpenChange={setOpen}>
        <form onSubmit={submit} className="stack">
          {isNotNeeded && (
            <p className="notice">
              None are needed here: the API uses its built-in avatar service with its own key.
            </p>
          )}
          <p>
            The API key or JWT is sent as <code>Authorization: Bearer</code> with every request of
            this page. It is kept in memory only; reloading the page removes it.
            {credential?.session && ' It replaces your sign-in.'}
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
            {isPasted && (
              <button type="button" className="plain" onClick={remove}>
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

interface CredentialPanelProps {
  readonly title: string;
  /** What to do with the credential. */
  readonly hint: string;
  readonly value: string;
  readonly expiresAt: string | null;
}

/** Shows a new credential for copying, and takes the focus. It is in the page only, and not stored anywhere. */
export function CredentialPanel(props: CredentialPanelProps) {
  const { title, hint, value, expiresAt } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section ref={panel} className="notice stack" aria-label="The token" tabIndex={-1}>
      <h2>{title}</h2>
      <label htmlFor="token" className="hint">
        {hint}
      </label>
      <textarea
        id="token"
        className="code"
        // A JWT takes several lines.
        rows={value.length > 100 ? 5 : 2}
        readOnly
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <div className="row">
        <CopyButton text={value} name="Copy token" />
        {expiresAt && (
          <span>
            Expires <DateTime at={expiresAt} />.
          </span>
        )}
      </div>
    </section>
  );
}
