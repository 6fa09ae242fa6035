import { createHmac } from 'node:crypto';
import type { Secret } from '../../shared/secret.ts';

/** Names the caller with an id, in the log and in the audit; undefined if it stays unnamed. */
export type NameSubject = (id: string | undefined) => string | undefined;

/** Creates the function that names callers: by their id, by an HMAC of it, or not at all. A hash needs the secret. */
export function createSubjectNames(
  form: 'none' | 'hashed' | 'plain',
  secret: Secret | undefined,
): NameSubject {
  if (form === 'plain') return (id) => id;
  if (form === 'none' || !secret) return () => undefined;
  return (id) =>
    id === undefined
      ? undefined
      : createHmac('sha256', secret.reveal()).update(id).digest('base64url');
}
