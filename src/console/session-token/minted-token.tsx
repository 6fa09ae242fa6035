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
        <h2>Your token</h2>
        {type && <span className="badge">{type}</span>}
      </div>
      <label htmlFor="token" className="hint">
        Hand it to the client, and nothing else.
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
        <CopyButton text={sessionToken} name="Copy the token" />
        {expiresAt ? (
          <Countdown until={expiresAt} />
        ) : (
          <span>It does not say when it expires.</span>
        )}
      </div>
    </section>
  );
}
