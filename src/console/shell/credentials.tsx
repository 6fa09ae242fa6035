import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { CopyButton } from './display.tsx';
import { Dialog } from './overlays.tsx';

/** The user's key or token. In memory only: it is never stored, and a reload discards it. */
let credential: string | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` after each change. Returns a function that removes it. */
export function onCredentialChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getCredential = (): string | undefined => credential;

/** Sets the key or token of all further requests; undefined for none. A leading `Bearer` is removed. */
function setCredential(newCredential: string | undefined): void {
  credential = newCredential?.trim().replace(/^Bearer\s+/i, '') || undefined;
  for (const listener of listeners) listener();
}

/** Returns the current key or token and re-renders when it changes. */
const useCredential = (): string | undefined =>
  useSyncExternalStore(onCredentialChange, getCredential);

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

interface CredentialPanelProps {
  readonly title: string;
  /** What is beside the title. */
  readonly badge?: ReactNode;
  /** What to do with the credential. */
  readonly hint: string;
  readonly value: string;
  /** What is beside the button that copies. */
  readonly children?: ReactNode;
}

/** Shows a new credential for copying, and takes the focus. It is in the page only, and not stored anywhere. */
export function CredentialPanel(props: CredentialPanelProps) {
  const { title, badge, hint, value, children } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section ref={panel} className="minted" aria-label="The token" tabIndex={-1}>
      <div className="row">
        <h2>{title}</h2>
        {badge && <span className="badge">{badge}</span>}
      </div>
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
        {children}
      </div>
    </section>
  );
}
