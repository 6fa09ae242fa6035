import type { CreateSessionTokenMutation } from '../../hooks/index.ts';
import { CredentialPanel } from '../shell/credential-panel.tsx';
import { Countdown } from './countdown.tsx';

type Token = NonNullable<CreateSessionTokenMutation['createSessionToken']>;

/** Shows a minted token for copying. */
export const MintedToken = ({ token }: { readonly token: Token }) => (
  <CredentialPanel
    title="Session token"
    badge={token.type}
    hint="Give the client only this value."
    value={token.sessionToken}
  >
    {token.expiresAt ? <Countdown until={token.expiresAt} /> : <span>No expiry time.</span>}
  </CredentialPanel>
);
