import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, YogaServer } from 'graphql-yoga';
import type { OperationPipeline } from './execute-operation.ts';
import { handleRequest } from './handle-request.ts';
import type { ServerContext } from './hook-payloads.ts';
import { collectHooks } from './plugin-hooks.ts';
import { FastPathRequest } from './request.ts';
import { FastPathResponse, sendResponse } from './response.ts';

/** Bytes of a body that the lane reads, at most; larger ones go the ordinary way, with its own limits. */
const MAX_BODY = 256 * 1024;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Media types of results that are one text; a caller who would take a stream goes the ordinary way. */
const STREAMED = /text\/event-stream|multipart\//i;

/** Whether a request is of the common kind: one JSON body of known, moderate size, posted to the endpoint. */
function isCommon({ method, url, headers }: IncomingMessage, endpoint: string): boolean {
  if (method !== 'POST' || url !== endpoint) return false;
  const length = headers['content-length'];
  return (
    length !== undefined &&
    Number(length) <= MAX_BODY &&
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    headers.host !== undefined &&
    headers.expect === undefined &&
    headers['content-encoding'] === undefined &&
    !STREAMED.test(headers.accept ?? '')
  );
}

/** A Yoga server, as it takes requests of node:http. */
type Ordinary = Pick<ServerContext, 'waitUntil'> & {
  handleNodeRequestAndResponse(
    message: IncomingMessage,
    response: ServerResponse,
    context: Pick<ServerContext, 'waitUntil'>,
  ): PromiseLike<Response> | Response;
};

/** Serves a request; rejects with whatever went wrong outside of the hooks that turn errors into answers. */
type Serve = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A second way through a Yoga server. */
export interface FastPath {
  /** Belongs last among the server's plugins: it changes nothing, and learns of the others. */
  readonly plugin: Plugin;
  /** Handles common requests, and hands all others to `ordinary`, the server itself. */
  listener(ordinary: Ordinary): Serve;
}

/**
 * A lean lane for the common request: the same plugins, the same hooks in the same order, without what Yoga's server
 * adapter builds around them for each request.
 *
 * Nothing is left out by it. The hooks around HTTP (onRequest, onRequestParse, onResultProcess, onResponse) and around an
 * operation (onParams, onContextBuilding, onExecute, onExecutionResult) are called from here, each with the payload that Yoga and Envelop
 * give it; parsing and validation (onEnveloped, onParse, onValidate) are Envelop's own, and a document of which `prepared`
 * knows what comes of them is not worked out again. What plugins get as Request and Response are views that answer as the
 * platform's classes do. A plugin that is added to the server is therefore in both lanes; one that instruments stages
 * (`instrumentation`), which only Yoga can run, turns the lane off. The server is one that leaves errors to a plugin
 * (`maskedErrors: false`). test/server/fast-path holds the two lanes to the same answers.
 */
export function createFastPath(
  prepared: OperationPipeline['prepared'] = () => undefined,
): FastPath {
  let yoga: YogaServer<object, object> | undefined;
  let plugins: readonly Plugin[] = [];
  return {
    plugin: {
      onPluginInit: ({ plugins: all }) => {
        plugins = all;
      },
      onYogaInit: ({ yoga: server }) => {
        yoga = server;
      },
    },
    listener: (ordinary) => {
      const { waitUntil } = ordinary;
      // Yoga as a listener would answer a fault with its stack.
      const serveOrdinary: Serve = async (message, response) => {
        const context = { req: message, res: response, waitUntil };
        const answer = await ordinary.handleNodeRequestAndResponse(message, response, context);
        await sendResponse(answer, response);
      };
      const hooks = collectHooks(plugins);
      if (!yoga || !hooks) return serveOrdinary;
      const { graphqlEndpoint } = yoga;
      const fetchAPI = { ...yoga.fetchAPI, Response: FastPathResponse };
      const pipeline = { hooks, fetchAPI, yoga, prepared };
      return async (message, response) => {
        if (!isCommon(message, graphqlEndpoint)) return serveOrdinary(message, response);
        const context = { req: message, res: response, waitUntil };
        const answer = await handleRequest(
          pipeline,
          new FastPathRequest(message, response),
          context,
        );
        await sendResponse(answer, response);
      };
    },
  };
}
