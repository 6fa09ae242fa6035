import { useSyncExternalStore } from 'react';
import { providers } from '../shell/server.ts';

/** How the token of someone who has signed in came, and is renewed. */
export interface Session {
  /** The identity provider. */
  readonly issuer: string;
  /** When the token ends, in milliseconds by the clock of this device. Absent if the provider does not say. */
  readonly endsAt?: number | undefined;
  readonly refreshToken?: string | undefined;
}

/** A pasted key or token, or the access token of someone who has signed in. */
export interface Credential {
  readonly token: string;
  readonly session?: Session;
}

/** Where the token of a session outlives a reload: in this tab only. Pasted keys and tokens are stored nowhere. */
const STORAGE_KEY = 'session';

/** Reads what this file has stored in this tab, of a provider where people still sign in. */
function readStored(): Credential | undefined {
  const stored: Credential | null = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
  const isKnown = providers.some(({ issuer }) => issuer === stored?.session?.issuer);
  return (isKnown && stored) || undefined;
}

let credential = readStored();
const listeners = new Set<(isSameCaller: boolean) => void>();

function replace(newCredential: Credential | undefined, isSameCaller: boolean): void {
  credential = newCredential;
  if (newCredential?.session) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(newCredential));
  else sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener(isSameCaller);
}

/** Calls `listener` after each change. Returns a function that removes it. */
export function onCredentialChange(listener: (isSameCaller: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getCredential = (): Credential | undefined => credential;

/** Sets the credential of all following requests; undefined for none. */
export const setCredential = (newCredential: Credential | undefined): void =>
  replace(newCredential, false);

/** Sets a pasted key or token. A leading `Bearer` is removed. */
export function pasteCredential(text: string): void {
  const token = text.trim().replace(/^Bearer\s+/i, '');
  setCredential(token ? { token } : undefined);
}

/** Replaces a credential by a newer one of the same caller, unless it was replaced meanwhile. */
export function renewCredential(previous: Credential, next: Credential): void {
  if (credential === previous) replace(next, true);
}

/** Returns the current credential and re-renders when it changes. */
export const useCredential = (): Credential | undefined =>
  useSyncExternalStore(onCredentialChange, getCredential);
