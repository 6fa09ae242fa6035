import { createHmac, hash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { redactText } from './redact-text.ts';

/** Random for each process, so that fingerprints mean nothing outside of it. Its length is fixed. */
const PROCESS_KEY = randomBytes(32).toString('base64url');

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
