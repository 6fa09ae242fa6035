import { createHmac, hash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { REDACTED } from '../contract/redact.ts';

/** Random for each process, so that fingerprints mean nothing outside of it. Its length is fixed. */
const PROCESS_KEY = randomBytes(32).toString('base64url');

/** Characters of a secret that are searched for. For all 4 KB of a long one, the search of a text of 1 MB takes seconds. */
const SEARCHED = 64;

/**
 * Replaces each occurrence of a secret in a text, also of the beginning of one, from 64 characters.
 * @param isKept tells by the characters before and after an occurrence whether it stays. Default: none stays.
 */
export function redactText(
  text: string,
  secret: string,
  isKept: (before: string | undefined, after: string | undefined) => boolean = () => false,
): string {
  if (secret === '') return text;
  const searched = secret.slice(0, SEARCHED);
  let redacted = '';
  let end = 0;
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, end)) {
    redacted += text.slice(end, at);
    end = at + searched.length;
    while (end - at < secret.length && text[end] === secret[end - at]) end += 1;
    redacted += isKept(text[at - 1], text[end]) ? text.slice(at, end) : REDACTED;
  }
  return redacted + text.slice(end);
}

/** The value of an Authorization header. Logs, errors, JSON and inspection never show it. */
export class Credential {
  readonly #header: string;
  readonly #fingerprintKey: Buffer | undefined;
  #fingerprint: string | undefined;
  /** Whether the key belongs to the server, so callers must not learn about it. */
  readonly isServerKey: boolean;

  private constructor(header: string, isServerKey: boolean, fingerprintKey: Buffer | undefined) {
    this.#header = header;
    this.isServerKey = isServerKey;
    this.#fingerprintKey = fingerprintKey;
  }

  /**
   * Creates a caller's credential from its Authorization header, unchanged.
   * @param fingerprintKey key of the fingerprint. Processes that share state need the same key. Default: random for each
   * process.
   */
  static fromHeader(header: string, fingerprintKey?: Buffer): Credential {
    return new Credential(header, false, fingerprintKey);
  }

  /** Creates a credential from an API key of this server, sent as a bearer token. Specification, "Authentication". */
  static fromKey(key: string, fingerprintKey?: Buffer): Credential {
    return new Credential(`Bearer ${key}`, true, fingerprintKey);
  }

  /** Returns the header's value. Use it only to send the request. */
  reveal(): string {
    return this.#header;
  }

  /**
   * Returns an id of the credential that does not reveal it. The same credential and key have the same fingerprint.
   *
   * If processes share the key, it is an HMAC. With the key of this process it is the SHA-256 of the key and the header,
   * which takes a quarter of the time; forwarded keys need a fingerprint for each request. Both prevent guessing without
   * the key. An HMAC would also prevent length extension, which is no threat here: fingerprints stay in this process and
   * are never accepted from outside.
   */
  fingerprint(): string {
    this.#fingerprint ??= this.#fingerprintKey
      ? createHmac('sha256', this.#fingerprintKey).update(this.#header).digest('base64url')
      : hash('sha256', PROCESS_KEY + this.#header, 'base64url');
    return this.#fingerprint;
  }

  /** Removes the credential from a text of the upstream. */
  redact(text: string): string {
    return redactText(text, this.#header.replace(/^\S+\s+/, ''));
  }

  toString(): string {
    return '[credential]';
  }

  toJSON(): string {
    return '[credential]';
  }

  [inspect.custom](): string {
    return '[credential]';
  }
}

/** Returns the id of a credential; an empty string for none. */
export const getCredentialId = (credential: Credential | undefined): string =>
  credential?.fingerprint() ?? '';
