import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

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
