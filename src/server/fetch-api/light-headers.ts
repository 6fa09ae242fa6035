import type { OutgoingHttpHeaders } from 'node:http';
import { inspect } from 'node:util';

type Value = string | string[];

const joinValues = (value: Value | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/**
 * The `Headers` of light requests and responses: a map with lower-case names. Names and values are not validated:
 * node:http has parsed those of requests, and validates those of responses when it sends them.
 */
export class LightHeaders implements Headers {
  readonly #values = new Map<string, Value>();

  /** Accepts also the headers of node:http, in which a value may be an array. */
  constructor(init?: HeadersInit | OutgoingHttpHeaders) {
    if (init === undefined) return;
    if (Symbol.iterator in init) for (const [name, value] of init) this.append(name, value);
    else for (const name in init) this.#add(name.toLowerCase(), init[name]);
  }

  #add(key: string, value: Value | number | undefined) {
    if (value === undefined) return;
    this.#values.set(key, Array.isArray(value) ? value : String(value));
  }

  /** Returns the headers in the form that `writeHead` takes. */
  toNode(): Record<string, Value> {
    return Object.fromEntries(this.#values);
  }

  get(name: string): string | null {
    return joinValues(this.#values.get(name) ?? this.#values.get(name.toLowerCase())) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  getSetCookie(): string[] {
    return [this.#values.get('set-cookie') ?? []].flat();
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value));
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const existing = this.#values.get(key);
    if (key === 'set-cookie') this.#values.set(key, [...this.getSetCookie(), String(value)]);
    else this.set(key, existing === undefined ? value : `${joinValues(existing)}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  *entries(): HeadersIterator<[string, string]> {
    for (const name of [...this.#values.keys()].sort()) {
      if (name === 'set-cookie') for (const cookie of this.getSetCookie()) yield [name, cookie];
      else yield [name, this.get(name) ?? ''];
    }
  }

  *keys(): HeadersIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): HeadersIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries();
  }

  [inspect.custom](): Map<string, Value> {
    return this.#values;
  }
}
