import { Response } from '@whatwg-node/fetch';
import { createClientError } from '../client-errors.ts';
import { createConsole, type SignInProvider } from './console.ts';
import { wantsPage } from './early-responses.ts';
import { createExplorer } from './explorer/explorer.ts';

interface PageOptions {
  readonly graphqlEndpoint: string;
  readonly console: boolean;
  readonly explorer: boolean;
  readonly isBuiltInService?: boolean;
  readonly getSignInProviders?: () => readonly SignInProvider[];
}

/**
 * Creates the step that serves the console and the explorer. It throws a 404 for unknown paths.
 * @param paths those of the API, besides its endpoint.
 */
export function createPages(
  {
    graphqlEndpoint: endpoint,
    explorer: hasExplorer,
    console: hasConsole,
    ...options
  }: PageOptions,
  paths: readonly string[],
) {
  const serveConsole = hasConsole
    ? createConsole({ endpoint, hasExplorer, ...options })
    : undefined;
  const serveExplorer = createExplorer(endpoint);
  const requireKnown = (path: string): undefined => {
    if (path === endpoint || paths.includes(path)) return;
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
  return (request: Request, _: unknown, path: string) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = path === '/' || path.startsWith('/console/') || wantsPage(request);
    return isRead && isPage ? findPage(request, path) : requireKnown(path);
  };
}
