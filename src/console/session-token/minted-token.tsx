import type { CreateSessionTokenMutation } from '../../hooks/index.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { Countdown } from './countdown.tsx';

type Token = NonNullable<CreateSessionTokenMutation['createSessionToken']>;

/** Shows a minted token for copying. It is not stored anywhere. */
export function MintedToken({ token }: { readonly token: Token }) {
  const { sessionToken, type, expiresAt } = token;
  return (
    <section className="minted" aria-label="The token">
      <div className="row">
        <h2>Session token</h2>
        {type && <span className="badge">{type}</span>}
      </div>
      <label htmlFor="token" className="hint">
        Give the client only this value.
      </label>
      <textarea
        id="token"
        className="code"
        rows={5}
        readOnly
        value={sessionToken}
        onFocus={({ target }) => target.select()}
      />
      <div className="row">
        <CopyButton text={sessionToken} name="Copy token" />
        {expiresAt ? <Countdown until={expiresAt} /> : <span>No expiry time.</span>}
      </div>
    </section>
  );
}
