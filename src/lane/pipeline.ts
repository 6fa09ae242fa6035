import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { errorsOf } from './errors.ts';
import type { Hooks } from './hooks.ts';
import { type Operations, operate } from './operate.ts';
import { ParsePayload, RequestPayload, ResultPayload, type ServerContext } from './payloads.ts';
import { isPromise } from './promise.ts';
import type { LeanRequest } from './request.ts';

type RequestParser = NonNullable<ParsePayload['requestParser']>;
type ParseHookResult = Awaited<ReturnType<Hooks['onRequestParse'][number]>>;
type ParseDone = NonNullable<NonNullable<ParseHookResult & object>['onRequestParseDone']>;
type Params = Awaited<ReturnType<RequestParser>>;
type Result = ResultPayload['result'];

/** As Yoga has it: a response ends the parsing of a request, whatever class it is of. */
const isResponse = (params: Params): params is Response =>
  'status' in params && 'headers' in params && Boolean(params.status) && Boolean(params.headers);

/** The body of a request as GraphQL parameters, by the parser that plugins agree on; or a response in its place. */
async function parse(
  { hooks, fetchAPI }: Operations,
  request: Request,
  serverContext: ServerContext,
): Promise<Params> {
  const payload = new ParsePayload(request, serverContext, fetchAPI);
  const whenDone: ParseDone[] = [];
  for (const hook of hooks.onRequestParse) {
    let done = hook(payload);
    if (isPromise(done)) done = await done;
    if (done?.onRequestParseDone) whenDone.push(done.onRequestParseDone);
    if (payload.response) return payload.response;
  }
  const parser = payload.requestParser;
  if (!parser)
    return new fetchAPI.Response(null, { status: 415, statusText: 'Unsupported Media Type' });
  let params = await parser(request);
  if (isResponse(params)) return params;
  if (whenDone.length === 0) return params;
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
  const payload = new ResultPayload(request, outcome, serverContext);
  for (const hook of hooks.onResultProcess) {
    const waiting = hook(payload);
    if (isPromise(waiting)) await waiting;
  }
  const { resultProcessor, result, acceptedMediaType } = payload;
  if (resultProcessor) return resultProcessor(result, fetchAPI, acceptedMediaType);
  return new fetchAPI.Response(null, {
    status: 406,
    statusText: 'Not Acceptable',
    headers: { accept: payload.acceptableMediaTypes.join('; charset=utf-8, ') },
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
  const payload = new RequestPayload(message, serverContext, fetchAPI, (request, context) =>
    handle(pipeline, request, context),
  );
  for (const hook of hooks.onRequest) {
    const waiting = hook(payload);
    if (isPromise(waiting)) await waiting;
    if (payload.response) break;
  }
  const { request } = payload;
  let answer = payload.response ?? (await payload.requestHandler(request, serverContext));
  const setResponse = (other: Response) => {
    answer = other;
  };
  for (const hook of hooks.onResponse) {
    const waiting = hook({ request, response: answer, serverContext, setResponse, fetchAPI });
    if (isPromise(waiting)) await waiting;
  }
  return answer;
}
