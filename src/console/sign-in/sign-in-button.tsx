import { navigate } from 'wouter/use-browser-location';
import { CredentialButton } from '../shell/credentials.tsx';
import { providers } from '../shell/server.ts';
import { getCredential, useCredential } from './credential.ts';
import { findProvider } from './renewal.ts';
import { readOrigin, SIGN_IN_PATH, signOut, startSignIn, useProgress } from './sign-in.ts';

/** The page that one is on; from that of sign-ins, the one before. */
const getPage = () =>
  location.pathname === SIGN_IN_PATH
    ? readOrigin(history.state)
    : `${location.pathname}${location.search}`;

/** Signs in with the provider of the session that has ended, or the only one; else one chooses. One comes back here. */
function signInHere(): void {
  const [first, ...others] = providers;
  const issuer = getCredential()?.session?.issuer ?? '';
  const provider = findProvider(issuer) ?? (others.length === 0 ? first : undefined);
  if (provider) void startSignIn(provider, getPage());
  else navigate(SIGN_IN_PATH, { state: { from: getPage() } });
}

/** Nothing if people sign in nowhere. */
export function SignInButton({ className }: { readonly className?: string }) {
  const { isBusy } = useProgress();
  if (providers.length === 0) return null;
  return (
    <button type="button" className={className} disabled={isBusy} onClick={signInHere}>
      Sign in
    </button>
  );
}

/** Whose credential it is, in the header: signs in or out, or opens the dialog for a key or token. */
export function AccountButton() {
  const credential = useCredential();
  if (credential?.session) {
    return (
      <button type="button" className="quiet" onClick={signOut}>
        Sign out
      </button>
    );
  }
  return providers.length > 0 && !credential ? (
    <SignInButton className="quiet" />
  ) : (
    <CredentialButton />
  );
}
