import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Provider } from '../shell/server.ts';
import { getCredential, setCredential } from './credential.ts';
import type { Attempt } from './openid.ts';
import { findProvider } from './renewal.ts';

/** The page where people sign in, and to which providers send them back. */
export const SIGN_IN_PATH = '/sign-in';

/** Where a tab keeps the sign-in that it has begun. */
const ATTEMPT_KEY = 'sign-in';

const FOREIGN = 'This sign-in was not started in this tab, or is already complete.';

/** What the sign-in does, or how it ended. */
interface Progress {
  readonly isBusy: boolean;
  /** Why it failed. */
  readonly failure?: string;
  /** What else there is to say. */
  readonly notice?: string;
}

let progress: Progress = { isBusy: false };
const listeners = new Set<() => void>();

function setProgress(next: Progress): void {
  progress = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useProgress = (): Progress => useSyncExternalStore(subscribe, () => progress);

/** Returns the page from which one came to that of sign-ins, as `navigate` has stored it. */
export function readOrigin(state: unknown): string {
  const from: unknown = typeof state === 'object' && state ? Reflect.get(state, 'from') : '/';
  const url = typeof from === 'string' ? URL.parse(from, location.origin) : null;
  return url?.origin === location.origin ? `${url.pathname}${url.search}` : '/';
}

const getRedirectUri = () => `${location.origin}${SIGN_IN_PATH}`;

/** Shows the page of sign-ins with what went wrong, and the way back. */
function fail(error: unknown, returnTo = '/'): void {
  setProgress({ isBusy: false, failure: error instanceof Error ? error.message : String(error) });
  const replace = location.pathname === SIGN_IN_PATH;
  navigate(SIGN_IN_PATH, { replace, state: { from: returnTo } });
}

/** Leaves for the page of a provider. */
export async function startSignIn(provider: Provider, returnTo: string): Promise<void> {
  if (progress.isBusy) return;
  setProgress({ isBusy: true });
  try {
    const { begin } = await import('./openid.ts');
    const { url, attempt } = await begin(provider, getRedirectUri());
    sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify({ ...attempt, returnTo }));
    location.assign(url);
  } catch (error) {
    fail(error, returnTo);
  }
}

/** Takes the sign-in that this tab has begun, if an answer is for it. It can be taken once. */
function takeAttempt(answer: URLSearchParams): Attempt | undefined {
  // Only this file writes it.
  const attempt: Attempt | null = JSON.parse(sessionStorage.getItem(ATTEMPT_KEY) ?? 'null');
  if (!attempt || answer.get('state') !== attempt.state) return undefined;
  sessionStorage.removeItem(ATTEMPT_KEY);
  return attempt;
}

async function complete(answer: URLSearchParams): Promise<void> {
  const attempt = takeAttempt(answer);
  const provider = attempt && findProvider(attempt.issuer);
  if (!provider) return fail(new Error(FOREIGN));
  setProgress({ isBusy: true });
  try {
    const openid = await import('./openid.ts');
    setCredential(await openid.complete(provider, attempt, answer, getRedirectUri()));
    setProgress({ isBusy: false });
    navigate(attempt.returnTo, { replace: true });
  } catch (error) {
    fail(error, attempt.returnTo);
  }
}

/** Completes the sign-in if a provider has sent this tab back. The code is immediately removed from the address. */
export function completeSignIn(): void {
  // The way back from the provider's page can restore this one as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && setProgress({ isBusy: false }));
  if (location.pathname !== SIGN_IN_PATH || location.search === '') return;
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, '', SIGN_IN_PATH);
  void complete(answer);
}

/** Forgets the tokens of this tab, and leaves for the provider's page that ends its session, if it has one. */
export async function signOut(): Promise<void> {
  const session = getCredential()?.session;
  setCredential(undefined);
  const provider = session && findProvider(session.issuer);
  if (!provider) return;
  setProgress({ isBusy: true });
  const openid = await import('./openid.ts');
  const url = await openid
    .end(provider, session.refreshToken, getRedirectUri())
    .catch(() => undefined);
  if (url !== undefined) return location.assign(url);
  const notice = `You are signed out here. You may still be signed in at ${provider.name}.`;
  setProgress({ isBusy: false, notice });
  navigate(SIGN_IN_PATH);
}
