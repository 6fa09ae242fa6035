import { inspect } from 'node:util';

/** The value of an Authorization header, kept so that no log, error, JSON or inspection shows it. */
export class Credential {
  readonly #header: string;

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
