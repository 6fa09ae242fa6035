import { useSyncExternalStore } from 'react';

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
export function setCredential(newCredential: string | undefined): void {
  credential = newCredential?.trim().replace(/^Bearer\s+/i, '') || undefined;
  for (const listener of listeners) listener();
}

/** Returns the current key or token and re-renders when it changes. */
export const useCredential = (): string | undefined =>
  useSyncExternalStore(onCredentialChange, getCredential);
