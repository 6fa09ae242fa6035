import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { callHooks } from './call-hooks.ts';
import { toGraphQLErrors } from './errors.ts';
import { executeOperation, type OperationPipeline } from './execute-operation.ts';
import {
  ParsePayload,
  RequestPayload,
  ResponsePayload,
  ResultPayload,
  type ServerContext,
} from './hook-payloads.ts';
import type { FastPathRequest } from './request.ts';

type RequestParser = NonNullable<ParsePayload['requestParser']>;
type Params = Awaited<ReturnType<RequestParser>>;
type Result = ResultPayload['result'];

/** As Yoga has it: a response ends the parsing of a request, whatever class it is of. */
const isResponse = (params: Params): params is Response =>
  'status' in params && 'headers' in params && Boolean(params.status) && Boolean(params.headers);

/** Hands parameters to those who asked to see them. */
async function parsed(
  whenDone: NonNullable<ParsePayload['found']>,
  given: Exclude<Params, Response>,
) {
  let params = given;
  const setRequestParserResult = (other: GraphQLParams | GraphQLParams[]) => {
    params = other;
  };
  for (const { onRequestParseDone } of whenDone) {
    await onRequestParseDone?.({ requestParserResult: params, setRequestParserResult });
  }
  return params;
}

/** The body of a request as GraphQL parameters, by the parser that plugins agree on; or a response in its place. */
async function parse(
  { hooks, fetchAPI }: OperationPipeline,
  request: Request,
  serverContext: ServerContext,
): Promise<Params> {
  const stage = new ParsePayload(request, serverContext, fetchAPI);
  const waiting = callHooks(hooks.onRequestParse, stage);
  if (waiting) await waiting;
  if (stage.response) return stage.response;
  const { requestParser, found } = stage;
  if (!requestParser) {
    return new fetchAPI.Response(null, { status: 415, statusText: 'Unsupported Media Type' });
  }
  const params = await requestParser(request);
  return isResponse(params) || !found ? params : parsed(found, params);
}

/** A result as the response that its accepted media type and its errors make of it. */
async function respond(
  { hooks, fetchAPI }: OperationPipeline,
  request: Request,
  serverContext: ServerContext,
  outcome: Result,
): Promise<Response> {
  const stage = new ResultPayload(request, outcome, serverContext);
  const waiting = callHooks(hooks.onResultProcess, stage);
  if (waiting) await waiting;
  const { resultProcessor, result, acceptedMediaType } = stage;
  if (resultProcessor) return resultProcessor(result, fetchAPI, acceptedMediaType);
  return new fetchAPI.Response(null, {
    status: 406,
    statusText: 'Not Acceptable',
    headers: { accept: stage.acceptableMediaTypes.join('; charset=utf-8, ') },
  });
}

/** Answers a GraphQL request, errors included. */
async function handle(
  pipeline: OperationPipeline,
  request: Request,
  context: ServerContext,
): Promise<Response> {
  try {
    const params = await parse(pipeline, request, context);
    if (isResponse(params)) return params;
    // Yoga has refused several operations in one request by now, as the server does not allow them.
    if (Array.isArray(params)) throw new GraphQLError('Batching is not supported.');
    const result = await executeOperation(pipeline, params, request, context);
    return await respond(pipeline, request, context, result);
  } catch (error) {
    return respond(pipeline, request, context, { errors: toGraphQLErrors(error) });
  }
}

/** Takes a request through every hook, as Yoga does, and answers it. */
export async function handleRequest(
  pipeline: OperationPipeline,
  message: FastPathRequest,
  serverContext: ServerContext,
): Promise<Response> {
  const { hooks, fetchAPI } = pipeline;
  const stage = new RequestPayload(message, serverContext, fetchAPI, (request, context) =>
    handle(pipeline, request, context),
  );
  const waiting = callHooks(hooks.onRequest, stage);
  if (waiting) await waiting;
  const { request } = stage;
  const response = stage.response ?? (await stage.requestHandler(request, serverContext));
  const leaving = new ResponsePayload(request, response, serverContext, fetchAPI);
  const last = callHooks(hooks.onResponse, leaving);
  if (last) await last;
  return leaving.response;
}
