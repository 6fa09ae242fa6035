import { Response } from '@whatwg-node/fetch';
import { GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import { createClientError } from '../client-errors.ts';
import type { TranslateResult } from '../executor/translate-result.ts';
import type { AuthorizationServer } from '../mcp/load-mcp.ts';
import { MCP_PATH, serveMetadata } from '../mcp/mcp-endpoint.ts';
import type { ServerPlugin } from '../request-context.ts';
import { createOriginCheck, type OriginOptions } from '../security/origin-check.ts';
import { type ConsoleOptions, createConsole } from './console.ts';
import { createExplorer } from './explorer/explorer.ts';

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Whether a request comes from the address bar of a browser. */
const wantsPage = (request: Request): boolean =>
  isRead(request) && (request.headers.get('accept')?.includes('text/html') ?? false);

const createMethodError = (message: string, methods: readonly string[]) =>
  createClientError('BAD_REQUEST', message, {
    status: 405,
    headers: { allow: methods.join(', ') },
  });

/** Methods of the graph, pages and health checks, and of MCP; OPTIONS is for CORS preflights. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const MCP_METHODS = ['POST', 'OPTIONS'];

/** Rejects methods that a path does not support. */
function checkMethod({ method }: Request, isMcp: boolean): void {
  // A preflight request that arrives here gets no CORS headers.
  if (isMcp ? method === 'POST' : METHODS.includes(method)) return;
  throw createMethodError('This method is not supported.', isMcp ? MCP_METHODS : METHODS);
}

/** Whether a server accepts new requests, and the names of the dependencies that are unavailable. */
interface Readiness {
  readonly ready: boolean;
  /** If the server is not ready, a required one is the first. */
  readonly unavailable: readonly string[];
}

export interface HealthCheckOptions {
  /** Default: always ready. */
  readonly getReadiness?: () => Readiness | Promise<Readiness>;
}

const READY: Readiness = { ready: true, unavailable: [] };

/** Serves /health, the liveness probe, and /ready, the readiness probe. */
const serveHealth =
  ({ getReadiness = () => READY }: HealthCheckOptions) =>
  (request: Request, path: string): Promise<Response> | Response | undefined => {
    if (path !== '/health' && path !== '/ready') return undefined;
    if (!isRead(request))
      throw createMethodError('This path supports only GET and HEAD.', ['GET', 'HEAD']);
    if (path === '/health') return new Response(null);
    return Promise.resolve(getReadiness()).then((readiness) =>
      Response.json(readiness, { status: readiness.ready ? 200 : 503 }),
    );
  };

interface PageOptions extends ConsoleOptions {
  readonly console: boolean;
}

/** Serves the console and the explorer. Throws a 404 for unknown paths. */
function createPages(options: PageOptions, mcpPath: string | undefined) {
  const { graphqlEndpoint: endpoint, explorer: hasExplorer } = options;
  const serveConsole = options.console ? createConsole(options) : undefined;
  const serveExplorer = createExplorer(endpoint);
  const requireKnown = (path: string): undefined => {
    if (path === endpoint || path === mcpPath) return;
    const message = `This path does not exist. The API is at ${endpoint}.`;
    throw createClientError('BAD_REQUEST', message, { status: 404 });
  };
  const findPage = async (request: Request, path: string): Promise<Response | undefined> => {
    if (path === endpoint) return hasExplorer ? serveExplorer(request) : undefined;
    const page = await serveConsole?.(request, path);
    // Without a page of its own, a browser at the address of the server finds the explorer.
    const isStart = path === '/' && hasExplorer;
    return page ?? (isStart ? Response.redirect(endpoint) : requireKnown(path));
  };
  return (request: Request, path: string) => {
    const isPage = path === '/' || path.startsWith('/console/') || wantsPage(request);
    return isRead(request) && isPage ? findPage(request, path) : requireKnown(path);
  };
}

interface EarlyOptions extends HealthCheckOptions, PageOptions, OriginOptions {
  readonly mcp?: { readonly authorizationServer: AuthorizationServer | undefined } | undefined;
}

/**
 * Checks all requests, and ends those that are no operations: health checks, metadata and pages. Without a promise for
 * operations, so that the asynchronous context that a later plugin enters is that of the whole request.
 */
export function createEarlyResponses(
  options: EarlyOptions,
  translateResult: TranslateResult,
): NonNullable<ServerPlugin['onRequest']> {
  const { graphqlEndpoint, mcp } = options;
  const mcpPath = mcp && MCP_PATH;
  const checkOrigin = createOriginCheck(options);
  const serveOther = [
    serveHealth(options),
    serveMetadata(mcp?.authorizationServer),
    createPages(options, mcpPath),
  ];
  return ({ request, url: { pathname }, serverContext, endResponse, fetchAPI }) => {
    const reject = (error: unknown) => {
      if (!(error instanceof GraphQLError)) throw error;
      const result = translateResult({ errors: [error] }, serverContext.requestId);
      endResponse(processRegularResult(result, fetchAPI, 'application/json'));
    };
    try {
      checkOrigin(request, serverContext);
      checkMethod(request, pathname === mcpPath);
      if (pathname === graphqlEndpoint && !wantsPage(request)) return;
      for (const serve of serveOther) {
        const response = serve(request, pathname);
        if (response instanceof Promise)
          return response.then((found) => found && endResponse(found)).catch(reject);
        if (response) return endResponse(response);
      }
    } catch (error) {
      reject(error);
    }
  };
}
