import { createHmac, hash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

/** New with each process, so that a fingerprint tells nothing outside it; of one length. */
const OWN_KEY = randomBytes(32).toString('base64url');

/** The value of an Authorization header, kept so that no log, error, JSON or inspection shows it. */
export class Credential {
  readonly #header: string;
  readonly #fingerprintKey: Buffer | undefined;
  #fingerprint: string | undefined;

  private constructor(header: string, fingerprintKey: Buffer | undefined) {
    this.#header = header;
    this.#fingerprintKey = fingerprintKey;
  }

  /**
   * From an Authorization header as it came. Its fingerprint is made with `fingerprintKey`, by default a secret of this
   * process; processes that share what they know of callers have one together.
   */
  static fromHeader(header: string, fingerprintKey?: Buffer): Credential {
    return new Credential(header, fingerprintKey);
  }

  /** From an API key, sent as a bearer token. Specification, "Authentication". */
  static fromKey(key: string, fingerprintKey?: Buffer): Credential {
    return new Credential(`Bearer ${key}`, fingerprintKey);
  }

  /** The header's value: for the wire alone. */
  reveal(): string {
    return this.#header;
  }

  /**
   * A name for the credential, the same for the same one and key, from which it cannot be found out.
   *
   * An HMAC where processes share the key. Where the key is this process's own, the SHA-256 of the key and then the
   * header, which takes a quarter of the time: a caller who brings a key has a fingerprint made for each request.
   * Without the key nobody can test a guess at the header, and two headers never have one name. An HMAC would also
   * keep whoever sees a fingerprint from computing that of a longer header, which gains nothing: a fingerprint is a
   * name that stays in this process, and none is ever taken from outside.
   */
  fingerprint(): string {
    this.#fingerprint ??= this.#fingerprintKey
      ? createHmac('sha256', this.#fingerprintKey).update(this.#header).digest('base64url')
      : hash('sha256', OWN_KEY + this.#header, 'base64url');
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
