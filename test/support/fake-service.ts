import { randomUUID } from 'node:crypto';
import {
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { listen } from './resources.ts';

/** Answers a call, as a listener of node:http does. An override also receives the id in the path. */
export type Answer = (request: IncomingMessage, response: ServerResponse, id: string) => unknown;

/** A record of a fake service. */
export interface FakeRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

type Body = Readonly<Record<string, unknown>>;

/** The records of a resource, which calls list, read, create, change and delete. */
interface Collection {
  readonly records: readonly FakeRecord[];
  /** Returns the fields of a record that a body sets. Default: those of the body. */
  readonly accept?: (body: Body) => object;
  /** Returns what the list has of a record. Default: all of it. */
  readonly summarize?: (record: FakeRecord) => object;
}

/** What a fake service answers; anything else is 404. */
export interface FakeOptions {
  /** Resources by their path below /v1. */
  readonly resources?: Readonly<Record<string, Collection>>;
  /** Answers of operations as `METHOD /v1/path/{id}`, before those of resources. */
  readonly overrides?: Readonly<Record<string, Answer>>;
}

/** A running fake of the upstream. */
export interface FakeService {
  readonly url: string;
  /** Every call so far, as `METHOD /path?query`, in order of arrival. */
  readonly calls: string[];
  /** The bodies so far that `readBody` has read; `reply` and resources do. */
  readonly bodies: unknown[];
  /** Returns the maximum number of concurrent calls so far. */
  readonly peak: () => number;
  /** Returns the number of active calls. */
  readonly open: () => number;
}

async function parseBody(request: IncomingMessage) {
  const type = request.headers['content-type'] ?? '';
  const bytes = Buffer.concat(await request.toArray());
  if (type.startsWith('multipart/'))
    return Object.fromEntries(
      await new Response(bytes, { headers: { 'content-type': type } }).formData(),
    );
  return type.startsWith('application/json') ? JSON.parse(bytes.toString()) : undefined;
}

const bodies = new WeakMap<IncomingMessage, ReturnType<typeof parseBody>>();

/** Reads the fields of a body, once: JSON or a form; another one is undefined. */
export function readBody(request: IncomingMessage): ReturnType<typeof parseBody> {
  const known = bodies.get(request);
  if (known) return known;
  const body = parseBody(request);
  bodies.set(request, body);
  body.then(
    (parsed) => request.emit('body', parsed),
    () => undefined,
  );
  return body;
}

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers every call with the same JSON. */
export const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    const send = () => sendJson(response, status, body, headers);
    readBody(request).then(send, send);
  };

/** Forwards every request to the server at `url`, unchanged. */
export const forwardTo =
  (url: string): RequestListener =>
  (request, response) => {
    const { method, headers } = request;
    const target = new URL(request.url ?? '/', url);
    const forwarded = httpRequest(target, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  };

const answerNotFound = (response: ServerResponse) =>
  sendJson(response, 404, { error: 'Not found', message: 'It does not exist.' });

/** Returns a page of records with the metadata that all fields of a page have. */
export function createPage(records: readonly object[], query: URLSearchParams) {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 10)];
  const lastPage = Math.ceil(records.length / perPage);
  const next = page < lastPage ? page + 1 : null;
  return {
    data: records.slice((page - 1) * perPage, page * perPage),
    meta: { total: records.length, lastPage, currentPage: page, perPage, prev: null, next },
  };
}

function createCollection({ records, accept = (body) => body, summarize }: Collection): Answer {
  const byId = new Map(records.map((record) => [record.id, record]));
  return async (request, response, id) => {
    const { method, url = '' } = request;
    const body: Body | null = await readBody(request).then(
      (read) => read ?? {},
      () => null,
    );
    if (!body) return sendJson(response, 400, { error: 'Invalid request body' });
    if (id === '' && method === 'POST') {
      const record = { ...accept(body), id: randomUUID() };
      byId.set(record.id, record);
      return sendJson(response, 201, record);
    }
    if (id === '') {
      const all = [...byId.values()];
      const { searchParams } = new URL(url, 'http://fake');
      return sendJson(
        response,
        200,
        createPage(summarize ? all.map(summarize) : all, searchParams),
      );
    }
    const record = byId.get(id);
    if (!record) return answerNotFound(response);
    if (method === 'DELETE') {
      byId.delete(id);
      return sendJson(response, 200, { message: 'Deleted' });
    }
    const changed = method === 'PUT' ? { ...record, ...accept(body), id } : record;
    byId.set(id, changed);
    return sendJson(response, 200, changed);
  };
}

/** Creates the answers of a service with these resources and overrides. */
export function createAnswer({ resources = {}, overrides = {} }: FakeOptions): Answer {
  const routes = Object.entries(overrides).map(([operation, answer]) => {
    const pattern = operation.replace(/\{\w+\}/, '([^/]+)');
    return { pattern: new RegExp(`^${pattern}$`), answer };
  });
  const collections = new Map(
    Object.entries(resources).map(([name, collection]) => [name, createCollection(collection)]),
  );
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://fake');
    for (const { pattern, answer } of routes) {
      const found = pattern.exec(`${request.method} ${pathname}`);
      if (found) return answer(request, response, found[1] ?? '');
    }
    const [, name = '', id = ''] = /^\/v1\/([\w-]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const answer = collections.get(name);
    return answer ? answer(request, response, id) : answerNotFound(response);
  };
}

/** Starts a fake of the upstream until the end of the running test or file: a listener, or what a service answers. */
export async function fakeService(given: RequestListener | FakeOptions): Promise<FakeService> {
  const answer = typeof given === 'function' ? given : createAnswer(given);
  const calls: string[] = [];
  const bodies: unknown[] = [];
  let open = 0;
  let peak = 0;
  const url = await listen((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    request.on('body', (body) => body !== undefined && bodies.push(body));
    open += 1;
    peak = Math.max(peak, open);
    response.on('close', () => {
      open -= 1;
    });
    answer(request, response, '');
  });
  return { url, calls, bodies, peak: () => peak, open: () => open };
}
