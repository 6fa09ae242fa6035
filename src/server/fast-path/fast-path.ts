import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, YogaServer } from 'graphql-yoga';
import type { OperationPipeline } from './execute-operation.ts';
import { handleRequest } from './handle-request.ts';
import type { ServerContext } from './payloads.ts';
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

/** The server context of a request from node:http. */
interface NodeContext extends ServerContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A Yoga server as a handler of node:http requests. */
interface NodeHandler<Context> {
  handleNodeRequestAndResponse(
    message: IncomingMessage,
    response: ServerResponse,
    context: Context,
  ): PromiseLike<Response> | Response;
}

/** The fast path of one Yoga server. */
export interface FastPath {
  /** Collects the hooks of all other plugins. Must be the last plugin. */
  readonly plugin: Plugin;
  /**
   * Returns a function that serves a request, given its server context: eligible requests itself, all others through
   * `yogaServer`. It rejects with any error that no hook turned into a response.
   */
  createHandler<Context extends NodeContext>(
    yogaServer: NodeHandler<Context>,
  ): (context: Context) => Promise<void>;
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
    createHandler: (yogaServer) => {
      // As a listener, Yoga would send the stack of an internal error.
      const serveThroughYoga = async (
        context: Parameters<typeof yogaServer.handleNodeRequestAndResponse>[2],
      ) => {
        const { req, res } = context;
        await sendResponse(await yogaServer.handleNodeRequestAndResponse(req, res, context), res);
      };
      const hooks = collectHooks(plugins);
      if (!yoga || !hooks) return serveThroughYoga;
      const { graphqlEndpoint } = yoga;
      const fetchAPI = { ...yoga.fetchAPI, Response: FastPathResponse };
      const pipeline = { hooks, fetchAPI, yoga, getCachedDocument };
      return (context) => {
        const { req, res } = context;
        if (!isEligible(req, graphqlEndpoint)) return serveThroughYoga(context);
        return handleRequest(pipeline, new FastPathRequest(req, res), context, res);
      };
    },
  };
}
