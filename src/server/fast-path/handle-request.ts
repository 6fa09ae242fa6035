import type { ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { callHooks } from './call-hooks.ts';
import { toGraphQLErrors } from './errors.ts';
import {
  executeOperation,
  type OperationContext,
  type OperationPipeline,
} from './execute-operation.ts';
import {
  createExecutionResultPayload,
  createParamsPayload,
  createParsePayload,
  createRequestPayload,
  createResponsePayload,
  createResultPayload,
  type Payload,
  type ServerContext,
} from './payloads.ts';
import type { FastPathRequest } from './request.ts';
import { sendResponse } from './response.ts';

type RequestParser = NonNullable<Payload<'onRequestParse'>['requestParser']>;
type Params = Awaited<ReturnType<RequestParser>>;
type Result = Payload<'onResultProcess'>['result'];

/** Yoga's check: a response of any class ends parsing. */
const isResponse = (params: Params): params is Response =>
  'status' in params && 'headers' in params && Boolean(params.status) && Boolean(params.headers);

/** Calls `onRequestParseDone` handlers, which may replace the parameters. */
async function callParseDoneHooks(
  afterHooks: NonNullable<Payload<'onRequestParse'>['afterHooks']>,
  requestParserResult: Exclude<Params, Response>,
) {
  let params = requestParserResult;
  const setRequestParserResult = (newParams: GraphQLParams | GraphQLParams[]) => {
    params = newParams;
  };
  for (const { onRequestParseDone } of afterHooks) {
    await onRequestParseDone?.({ requestParserResult: params, setRequestParserResult });
  }
  return params;
}

/**
 * Parses a request's body with the parser that plugins chose. Returns a response if a plugin ended the request, or 415
 * if there is no parser.
 */
async function parseRequest(
  { hooks, fetchAPI }: OperationPipeline,
  request: Request,
  serverContext: ServerContext,
): Promise<Params> {
  const payload = createParsePayload(request, serverContext, fetchAPI);
  const pending = callHooks(hooks.onRequestParse, payload);
  if (pending) await pending;
  if (payload.override) return payload.override;
  const { requestParser, afterHooks } = payload;
  if (!requestParser) {
    return new fetchAPI.Response(null, { status: 415, statusText: 'Unsupported Media Type' });
  }
  const params = await requestParser(request);
  return isResponse(params) || !afterHooks ? params : callParseDoneHooks(afterHooks, params);
}

/** Serializes a result by the accepted media type. Returns 406 if no plugin can write one. */
async function createResponse(
  { hooks, fetchAPI }: OperationPipeline,
  request: Request,
  serverContext: ServerContext,
  executionResult: Result,
): Promise<Response> {
  const payload = createResultPayload(request, executionResult, serverContext);
  const pending = callHooks(hooks.onResultProcess, payload);
  if (pending) await pending;
  const { resultProcessor, result, acceptedMediaType } = payload;
  if (resultProcessor) return resultProcessor(result, fetchAPI, acceptedMediaType);
  return new fetchAPI.Response(null, {
    status: 406,
    statusText: 'Not Acceptable',
    headers: { accept: payload.acceptableMediaTypes.join('; charset=utf-8, ') },
  });
}

/**
 * Handles a GraphQL request. Errors become a response. It executes the operation itself, because an async function in
 * between would keep its state in memory while the request waits for the upstream.
 */
async function handleGraphQLRequest(
  pipeline: OperationPipeline,
  request: Request,
  serverContext: ServerContext,
): Promise<Response> {
  const { hooks, fetchAPI } = pipeline;
  try {
    const parsed = await parseRequest(pipeline, request, serverContext);
    if (isResponse(parsed)) return parsed;
    // Yoga's own plugin has already rejected batches by now.
    if (Array.isArray(parsed)) throw new GraphQLError('Batching is not supported.');
    const context: OperationContext = Object.assign(serverContext, { request, params: parsed });
    const payload = createParamsPayload({
      request,
      params: parsed,
      context,
      fetchAPI,
      paramsHandler: (given) =>
        executeOperation(pipeline, given.params, given.request, given.context),
    });
    const pending = callHooks(hooks.onParams, payload);
    if (pending) await pending;
    const { params } = payload;
    const result = payload.override ?? (await payload.paramsHandler({ request, params, context }));
    const resultPayload = createExecutionResultPayload(request, result, context);
    const pendingResult = callHooks(hooks.onExecutionResult, resultPayload);
    if (pendingResult) await pendingResult;
    return await createResponse(pipeline, request, serverContext, resultPayload.result);
  } catch (error) {
    return createResponse(pipeline, request, serverContext, { errors: toGraphQLErrors(error) });
  }
}

/** Runs all hooks for a request, as Yoga does, and sends the response. */
export async function handleRequest(
  pipeline: OperationPipeline,
  fastPathRequest: FastPathRequest,
  serverContext: ServerContext,
  serverResponse: ServerResponse,
): Promise<void> {
  const { hooks, fetchAPI } = pipeline;
  const payload = createRequestPayload(
    fastPathRequest,
    serverContext,
    fetchAPI,
    (request, context) => handleGraphQLRequest(pipeline, request, context),
  );
  const pending = callHooks(hooks.onRequest, payload);
  if (pending) await pending;
  const { request } = payload;
  const response = payload.override ?? (await payload.requestHandler(request, serverContext));
  const responsePayload = createResponsePayload(request, response, serverContext, fetchAPI);
  const pendingResponse = callHooks(hooks.onResponse, responsePayload);
  if (pendingResponse) await pendingResponse;
  await sendResponse(responsePayload.response, serverResponse);
}
