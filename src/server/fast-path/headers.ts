type Values = Record<string, string | string[] | undefined>;

const joinValues = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(', ') : value;

/**
 * Headers over the object that node:http has parsed: lower-case names, no copying until the first change. The given
 * object is never modified.
 */
export class FastPathHeaders implements Headers {
  #values: Values;
  #isCopied = false;

  constructor(values: Values) {
    this.#values = values;
  }

  /** Creates headers from any `HeadersInit`. */
  static from(init: HeadersInit | undefined): FastPathHeaders {
    const headers = new FastPathHeaders({});
    if (init instanceof FastPathHeaders) headers.#values = init.#values;
    else if (init instanceof Headers || Array.isArray(init)) {
      for (const [name, value] of init) if (value !== undefined) headers.append(name, value);
    } else for (const name in init) headers.#copyOnWrite()[name.toLowerCase()] = init[name];
    return headers;
  }

  /** The headers in the form that `writeHead` takes. */
  get raw(): Values {
    return this.#values;
  }

  #copyOnWrite(): Values {
    if (!this.#isCopied) this.#values = { ...this.#values };
    this.#isCopied = true;
    return this.#values;
  }

  get(name: string): string | null {
    return joinValues(this.#values[name] ?? this.#values[name.toLowerCase()]) ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  getSetCookie(): string[] {
    const cookies = this.#values['set-cookie'] ?? [];
    return Array.isArray(cookies) ? cookies : [cookies];
  }

  set(name: string, value: string): void {
    this.#copyOnWrite()[name.toLowerCase()] = value;
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const existing = this.#values[key];
    if (key === 'set-cookie') this.#copyOnWrite()[key] = [...this.getSetCookie(), value];
    else
      this.#copyOnWrite()[key] =
        existing === undefined ? value : `${joinValues(existing)}, ${value}`;
  }

  delete(name: string): void {
    const key = name.toLowerCase();
    // V8 slows down objects that properties were deleted from.
    if (key in this.#values) delete this.#copyOnWrite()[key];
  }

  forEach(visit: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  *entries(): HeadersIterator<[string, string]> {
    for (const name of Object.keys(this.#values).sort()) {
      const value = this.#values[name];
      if (name === 'set-cookie') {
        for (const cookie of this.getSetCookie()) yield [name, cookie];
      } else if (value !== undefined) yield [name, joinValues(value) ?? ''];
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
