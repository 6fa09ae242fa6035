import { createHmac, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

/** New with each process, so that a fingerprint tells nothing outside it. */
const FINGERPRINT_KEY = randomBytes(32);

/** The value of an Authorization header, kept so that no log, error, JSON or inspection shows it. */
export class Credential {
  readonly #header: string;
  #fingerprint: string | undefined;

  private constructor(header: string) {
    this.#header = header;
  }

  /** From an Authorization header as it came. */
  static fromHeader(header: string): Credential {
    return new Credential(header);
  }

  /** From an API key, sent as a bearer token. Specification, "Authentication". */
  static fromKey(key: string): Credential {
    return new Credential(`Bearer ${key}`);
  }

  /** The header's value: for the wire alone. */
  reveal(): string {
    return this.#header;
  }

  /** A name for the credential, the same for the same one in this process, from which it cannot be found out. */
  fingerprint(): string {
    this.#fingerprint ??= createHmac('sha256', FINGERPRINT_KEY)
      .update(this.#header)
      .digest('base64url');
    return this.#fingerprint;
  }

  /** Takes the credential out of a text that another party wrote. */
  redact(text: string): string {
    const secret = this.#header.replace(/^\S+\s+/, '');
    return secret === '' ? text : text.replaceAll(secret, '[redacted]');
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
