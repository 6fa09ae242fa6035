import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, YogaServer } from 'graphql-yoga';
import type { OperationPipeline } from './execute-operation.ts';
import { handleRequest } from './handle-request.ts';
import type { ServerContext } from './hook-payloads.ts';
import { collectHooks } from './plugin-hooks.ts';
import { FastPathRequest } from './request.ts';
import { FastPathResponse, sendResponse } from './response.ts';

/** Largest body that the fast path reads, in bytes. Yoga's path handles larger ones, with limits of its own. */
const MAX_BODY_BYTES = 256 * 1024;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Media types of streamed results, which Yoga's path handles. */
const STREAMING_TYPES = /text\/event-stream|multipart\//i;

/** Whether the fast path handles a request: a POST to the endpoint with a JSON body of known size. */
function isEligible({ method, url, headers }: IncomingMessage, endpoint: string): boolean {
  if (method !== 'POST' || url !== endpoint) return false;
  const length = headers['content-length'];
  return (
    length !== undefined &&
    Number(length) <= MAX_BODY_BYTES &&
    JSON_TYPE.test(headers['content-type'] ?? '') &&
    headers.host !== undefined &&
    headers.expect === undefined &&
    headers['content-encoding'] === undefined &&
    !STREAMING_TYPES.test(headers.accept ?? '')
  );
}

/** A Yoga server as a handler of node:http requests. */
type NodeHandler = Pick<ServerContext, 'waitUntil'> & {
  handleNodeRequestAndResponse(
    message: IncomingMessage,
    response: ServerResponse,
    context: Pick<ServerContext, 'waitUntil'>,
  ): PromiseLike<Response> | Response;
};

/** Serves a request. Rejects with any error that no hook turned into a response. */
type RequestListener = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The fast path of one Yoga server. */
export interface FastPath {
  /** Collects the hooks of all other plugins. Must be the last plugin. */
  readonly plugin: Plugin;
  /** Returns a listener that handles eligible requests itself and passes all others to `yogaServer`. */
  createListener(yogaServer: NodeHandler): RequestListener;
}

/**
 * Creates a fast path for common requests: the same plugins and the same hooks in the same order, without the objects
 * that Yoga's server adapter creates for each request.
 *
 * The fast path calls the HTTP hooks (onRequest, onRequestParse, onResultProcess, onResponse) and the operation hooks
 * (onParams, onContextBuilding, onExecute, onExecutionResult) itself, with the payloads that Yoga and Envelop would
 * pass. Envelop still runs the parsing and validation hooks (onEnveloped, onParse, onValidate), except for documents
 * that `getCachedDocument` returns. Plugins see views of node's objects that behave like the platform's Request and
 * Response. A plugin that sets `instrumentation`, which only Yoga can run, disables the fast path. The server must have
 * `maskedErrors: false`. See README.md.
 */
export function createFastPath(
  getCachedDocument: OperationPipeline['getCachedDocument'] = () => undefined,
): FastPath {
  let yoga: YogaServer<object, object> | undefined;
  let plugins: readonly Plugin[] = [];
  return {
    plugin: {
      onPluginInit: ({ plugins: allPlugins }) => {
        plugins = allPlugins;
      },
      onYogaInit: ({ yoga: yogaInstance }) => {
        yoga = yogaInstance;
      },
    },
    createListener: (yogaServer) => {
      const { waitUntil } = yogaServer;
      // As a listener, Yoga would send the stack of an internal error.
      const serveThroughYoga: RequestListener = async (message, response) => {
        const context = { req: message, res: response, waitUntil };
        const webResponse = await yogaServer.handleNodeRequestAndResponse(
          message,
          response,
          context,
        );
        await sendResponse(webResponse, response);
      };
      const hooks = collectHooks(plugins);
      if (!yoga || !hooks) return serveThroughYoga;
      const { graphqlEndpoint } = yoga;
      const fetchAPI = { ...yoga.fetchAPI, Response: FastPathResponse };
      const pipeline = { hooks, fetchAPI, yoga, getCachedDocument };
      return (message, response) => {
        if (!isEligible(message, graphqlEndpoint)) return serveThroughYoga(message, response);
        const context = { req: message, res: response, waitUntil };
        return handleRequest(pipeline, new FastPathRequest(message, response), context, response);
      };
    },
  };
}
