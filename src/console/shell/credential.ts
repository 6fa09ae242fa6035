import { useSyncExternalStore } from 'react';

/** What callers prove themselves with. In memory alone: a reload forgets it, and no storage ever has it. */
let credential: string | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` at each change, until the function it answers is called. */
export function onCredentialChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The key or token that requests carry, if one was given. */
export const currentCredential = (): string | undefined => credential;

/** Carries a key or token with every request from now on; undefined for none. A leading `Bearer` is understood. */
export function setCredential(given: string | undefined): void {
  credential = given?.trim().replace(/^Bearer\s+/i, '') || undefined;
  for (const listener of listeners) listener();
}

/** The same for a component that follows it. */
export const useCredential = (): string | undefined =>
  useSyncExternalStore(onCredentialChange, currentCredential);
