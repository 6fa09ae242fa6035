type Values = Record<string, string | string[] | undefined>;

const joined = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(', ') : value;

/**
 * Headers over the object that node:http has already made of them: names in lower case, looked up and not copied. What
 * it is given is never changed; the first change makes a copy.
 */
export class FastPathHeaders implements Headers {
  #values: Values;
  #isOwn = false;

  constructor(values: Values) {
    this.#values = values;
  }

  /** From whatever Response takes as headers. */
  static from(init: HeadersInit | undefined): FastPathHeaders {
    const headers = new FastPathHeaders({});
    if (init instanceof FastPathHeaders) headers.#values = init.#values;
    else if (init instanceof Headers || Array.isArray(init)) {
      for (const [name, value] of init) if (value !== undefined) headers.append(name, value);
    } else for (const name in init) headers.#own()[name.toLowerCase()] = init[name];
    return headers;
  }

  /** The headers as node:http takes them. */
  get raw(): Values {
    return this.#values;
  }

  #own(): Values {
    if (!this.#isOwn) this.#values = { ...this.#values };
    this.#isOwn = true;
    return this.#values;
  }

  get(name: string): string | null {
    return joined(this.#values[name] ?? this.#values[name.toLowerCase()]) ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  getSetCookie(): string[] {
    const cookies = this.#values['set-cookie'] ?? [];
    return Array.isArray(cookies) ? cookies : [cookies];
  }

  set(name: string, value: string): void {
    this.#own()[name.toLowerCase()] = value;
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const before = this.#values[key];
    if (key === 'set-cookie') this.#own()[key] = [...this.getSetCookie(), value];
    else this.#own()[key] = before === undefined ? value : `${joined(before)}, ${value}`;
  }

  delete(name: string): void {
    const key = name.toLowerCase();
    // An object from which something was deleted is slower from then on.
    if (key in this.#values) delete this.#own()[key];
  }

  forEach(visit: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  *entries(): HeadersIterator<[string, string]> {
    for (const name of Object.keys(this.#values).sort()) {
      const value = this.#values[name];
      if (name === 'set-cookie') {
        for (const cookie of this.getSetCookie()) yield [name, cookie];
      } else if (value !== undefined) yield [name, joined(value) ?? ''];
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
}
