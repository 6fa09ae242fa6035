import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { errorsOf } from './errors.ts';
import type { Hooks } from './hooks.ts';
import { type Operations, operate, type ServerContext } from './operate.ts';
import { isPromise } from './promise.ts';
import type { LeanRequest } from './request.ts';

type Payload<Name extends 'onRequest' | 'onRequestParse' | 'onResultProcess' | 'onResponse'> =
  Parameters<NonNullable<Plugin[Name]>>[0];
type RequestParser = NonNullable<Payload<'onRequestParse'>['requestParser']>;
type ParseHookResult = Awaited<ReturnType<Hooks['onRequestParse'][number]>>;
type ParseDone = NonNullable<NonNullable<ParseHookResult & object>['onRequestParseDone']>;
type Params = Awaited<ReturnType<RequestParser>>;
type Result = Payload<'onResultProcess'>['result'];

/** As Yoga has it: a response ends the parsing of a request, whatever class it is of. */
const isResponse = (params: Params): params is Response =>
  'status' in params && 'headers' in params && Boolean(params.status) && Boolean(params.headers);

/** A request's url, parsed when a plugin looks at it, as Yoga's own is. */
class LazyUrl implements ProxyHandler<URL> {
  readonly #request: Request;
  #url: URL | undefined;

  constructor(request: Request) {
    this.#request = request;
  }

  get(_: URL, name: string | symbol): unknown {
    this.#url ??= new URL(this.#request.url);
    return Reflect.get(this.#url, name, this.#url);
  }
}

/** Stands behind every lazy url, and is never looked at. */
const NO_URL = new URL('http://localhost');

const urlOf = (request: Request) => new Proxy(NO_URL, new LazyUrl(request));

/** The body of a request as GraphQL parameters, by the parser that plugins agree on; or a response in its place. */
async function parse(
  { hooks, fetchAPI }: Operations,
  request: Request,
  serverContext: ServerContext,
): Promise<Params> {
  let parser: RequestParser | undefined;
  let ended: Response | undefined;
  const payload: Payload<'onRequestParse'> = {
    request,
    url: urlOf(request),
    get requestParser() {
      return parser;
    },
    serverContext,
    setRequestParser: (other) => {
      parser = other;
    },
    endResponse: (response) => {
      ended = response;
    },
    fetchAPI,
  };
  const whenDone: ParseDone[] = [];
  for (const hook of hooks.onRequestParse) {
    let done = hook(payload);
    if (isPromise(done)) done = await done;
    if (done?.onRequestParseDone) whenDone.push(done.onRequestParseDone);
    if (ended) return ended;
  }
  if (!parser)
    return new fetchAPI.Response(null, { status: 415, statusText: 'Unsupported Media Type' });
  let params = await parser(request);
  if (isResponse(params)) return params;
  const setRequestParserResult = (other: GraphQLParams | GraphQLParams[]) => {
    params = other;
  };
  for (const hook of whenDone) {
    const waiting = hook({ requestParserResult: params, setRequestParserResult });
    if (isPromise(waiting)) await waiting;
  }
  return params;
}

/** A result as the response that its accepted media type and its errors make of it. */
async function respond(
  { hooks, fetchAPI }: Operations,
  request: Request,
  serverContext: ServerContext,
  outcome: Result,
): Promise<Response> {
  let result = outcome;
  let accepted = '*/*';
  const acceptableMediaTypes: string[] = [];
  const payload: Payload<'onResultProcess'> = {
    request,
    get result() {
      return result;
    },
    acceptableMediaTypes,
    setResult: (other) => {
      result = other;
    },
    setResultProcessor: (other, mediaType) => {
      payload.resultProcessor = other;
      accepted = mediaType;
    },
    serverContext,
  };
  for (const hook of hooks.onResultProcess) {
    const waiting = hook(payload);
    if (isPromise(waiting)) await waiting;
  }
  if (payload.resultProcessor) return payload.resultProcessor(result, fetchAPI, accepted);
  return new fetchAPI.Response(null, {
    status: 406,
    statusText: 'Not Acceptable',
    headers: { accept: acceptableMediaTypes.join('; charset=utf-8, ') },
  });
}

/** Answers a GraphQL request, errors included. */
async function handle(
  pipeline: Operations,
  request: Request,
  context: ServerContext,
): Promise<Response> {
  try {
    const params = await parse(pipeline, request, context);
    if (isResponse(params)) return params;
    // Yoga has refused several operations in one request by now, as the server does not allow them.
    if (Array.isArray(params)) throw new GraphQLError('Batching is not supported.');
    const result = await operate(pipeline, params, request, context);
    return await respond(pipeline, request, context, result);
  } catch (error) {
    return respond(pipeline, request, context, { errors: errorsOf(error) });
  }
}

/** Takes a request through every hook, as Yoga does, and answers it. */
export async function pass(
  pipeline: Operations,
  message: LeanRequest,
  serverContext: ServerContext,
): Promise<Response> {
  const { hooks, fetchAPI } = pipeline;
  let request: Request = message;
  let response: Response | undefined;
  let requestHandler: Payload<'onRequest'>['requestHandler'] = (request, context) =>
    handle(pipeline, request, context);
  const payload: Payload<'onRequest'> = {
    get request() {
      return request;
    },
    url: urlOf(request),
    get requestHandler() {
      return requestHandler;
    },
    serverContext,
    fetchAPI,
    setRequest: (other) => {
      request = other;
    },
    setRequestHandler: (other) => {
      requestHandler = other;
    },
    endResponse: (other) => {
      response = other;
    },
  };
  for (const hook of hooks.onRequest) {
    const waiting = hook(payload);
    if (isPromise(waiting)) await waiting;
    if (response) break;
  }
  let answer = response ?? (await requestHandler(request, serverContext));
  const setResponse = (other: Response) => {
    answer = other;
  };
  for (const hook of hooks.onResponse) {
    const waiting = hook({ request, response: answer, serverContext, setResponse, fetchAPI });
    if (isPromise(waiting)) await waiting;
  }
  return answer;
}
