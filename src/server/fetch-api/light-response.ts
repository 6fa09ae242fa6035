import { LightHeaders } from './light-headers.ts';

/** Statuses of responses that must not have a body. */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Members that read the body: those of a platform Response, which is created for them. */
const READERS = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const;

/**
 * A Response that keeps its body as it was passed. GraphQL responses are text, which is sent without a stream. It behaves
 * as the standard class; a platform Response, created on demand, reads the body.
 */
export class LightResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly headers: LightHeaders;
  readonly redirected = false;
  readonly type = 'default';
  readonly url = '';
  declare readonly arrayBuffer: Response['arrayBuffer'];
  declare readonly blob: Response['blob'];
  declare readonly bytes: Response['bytes'];
  declare readonly formData: Response['formData'];
  declare readonly json: Response['json'];
  declare readonly text: Response['text'];
  readonly #body: BodyInit | null;
  #created: Response | undefined;

  constructor(body: BodyInit | null = null, init: ResponseInit = {}) {
    const { status = 200, statusText = '' } = init;
    if (!(status >= 200 && status <= 599)) {
      throw new RangeError('The status must be a number from 200 to 599.');
    }
    if (body !== null && NULL_BODY_STATUSES.has(status)) {
      throw new TypeError(`A response with the status ${status} cannot have a body.`);
    }
    this.#body = body;
    this.status = status;
    this.statusText = statusText;
    this.headers = new LightHeaders(init.headers);
    if (body === null || this.headers.has('content-type')) return;
    // The platform's Response knows the media type of other bodies, such as forms.
    const type =
      typeof body === 'string'
        ? 'text/plain;charset=UTF-8'
        : this.#platform.headers.get('content-type');
    if (type !== null) this.headers.set('content-type', type);
  }

  static json(data: unknown, init: ResponseInit = {}): LightResponse {
    const headers = new LightHeaders(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new LightResponse(JSON.stringify(data), { ...init, headers });
  }

  static redirect(url: string | URL, status = 302): LightResponse {
    return new LightResponse(null, { status, headers: { location: String(url) } });
  }

  static error(): Response {
    return Response.error();
  }

  /** The body as text; undefined if it has to be streamed. */
  get textBody(): string | undefined {
    if (this.#body === null) return '';
    return typeof this.#body === 'string' ? this.#body : undefined;
  }

  get #platform(): Response {
    const { status, statusText, headers } = this;
    this.#created ??= new Response(this.#body, { status, statusText, headers });
    return this.#created;
  }

  get body(): Response['body'] {
    return this.#body === null ? null : this.#platform.body;
  }

  get bodyUsed(): boolean {
    return this.#created?.bodyUsed ?? false;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  clone(): Response {
    return this.#platform.clone();
  }

  static {
    for (const name of READERS) {
      const value = function (this: LightResponse) {
        return this.#platform[name]();
      };
      Object.defineProperty(LightResponse.prototype, name, { value });
    }
  }
}
