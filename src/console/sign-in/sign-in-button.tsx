import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CredentialButton } from '../shell/credentials.tsx';
import { providers } from '../shell/server.ts';
import { type Session, useCredential } from './credential.ts';
import { findProvider } from './renewal.ts';
import { readOrigin, SIGN_IN_PATH, signOut, startSignIn, useProgress } from './sign-in.ts';

/** How long before its end a session that cannot be renewed says so, in milliseconds. */
const NOTICE = 120_000;

/** The page that one is on; from that of sign-ins, the one before. */
const getPage = () =>
  location.pathname === SIGN_IN_PATH
    ? readOrigin(history.state)
    : `${location.pathname}${location.search}`;

/** Signs in with the provider of a session, or the only one; else one chooses. One comes back to this page. */
function signInHere(issuer?: string): void {
  const [first, ...others] = providers;
  const provider = findProvider(issuer ?? '') ?? (others.length === 0 ? first : undefined);
  if (provider) void startSignIn(provider, getPage());
  else navigate(SIGN_IN_PATH, { state: { from: getPage() } });
}

interface SignInButtonProps {
  readonly className?: string;
  /** The provider. Default: the only one, or one chooses. */
  readonly issuer?: string;
  readonly children?: string;
}

/** Nothing if people sign in nowhere. */
export function SignInButton({ className, issuer, children = 'Sign in' }: SignInButtonProps) {
  const { isBusy } = useProgress();
  if (providers.length === 0) return null;
  return (
    <button
      type="button"
      className={className}
      disabled={isBusy}
      onClick={() => signInHere(issuer)}
    >
      {children}
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

/** Returns when a session that cannot be renewed ends, once that is soon. */
function useEnd({ endsAt, refreshToken }: Partial<Session>): number | undefined {
  const [, setNow] = useState(0);
  const end = refreshToken === undefined ? endsAt : undefined;
  const now = Date.now();
  useEffect(() => {
    if (end === undefined) return undefined;
    const waits = [end - NOTICE - now, end - now].filter((wait) => wait > 0);
    const timers = waits.map((wait) => setTimeout(() => setNow(Date.now()), wait));
    return () => timers.forEach(clearTimeout);
  }, [end, now]);
  return end !== undefined && now >= end - NOTICE ? end : undefined;
}

/** Says that a session ends, or has ended. It does not leave the page by itself, which can have a form that is half filled in. */
export function SessionNotice() {
  const session = useCredential()?.session;
  const end = useEnd(session ?? {});
  if (!session || end === undefined) return null;
  const time = new Date(end).toLocaleTimeString(undefined, { timeStyle: 'short' });
  return (
    <div role="status" className="notice row">
      <span>
        {Date.now() < end ? `Your sign-in ends at ${time}.` : `Your sign-in ended at ${time}.`}
      </span>
      <SignInButton className="plain" issuer={session.issuer}>
        Sign in again
      </SignInButton>
      <span className="hint">You come back to this page, but what you have typed is lost.</span>
    </div>
  );
}
