import { createClientError } from '../client-errors.ts';
import { type ConsoleOptions, createConsole } from './console.ts';
import { createExplorer } from './explorer/explorer.ts';

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Serves a page; undefined if the request is for the API. */
export type ServePage = (
  request: Request,
  path: string,
) => Promise<Response | undefined> | undefined;

interface PageOptions extends ConsoleOptions {
  readonly hasConsole: boolean;
}

/** Creates the function that serves the console and the explorer. It throws a 404 for unknown paths. */
export function createPages({ hasConsole, ...options }: PageOptions): ServePage {
  const { hasExplorer, endpoint } = options;
  const serveConsole = hasConsole ? createConsole(options) : undefined;
  const serveExplorer = createExplorer(endpoint);
  const rejectUnknown = (path: string) => {
    if (path === endpoint) return undefined;
    const message = `This path does not exist. The API is at ${endpoint}.`;
    throw createClientError('BAD_REQUEST', message, { status: 404 });
  };
  const findPage = async (request: Request, path: string): Promise<Response | undefined> => {
    if (path === endpoint) return hasExplorer ? serveExplorer(request) : undefined;
    const response = await serveConsole?.(request, path);
    // Without a page of its own, a browser at the address of the server finds the explorer.
    const isStart = path === '/' && hasExplorer;
    return response ?? (isStart ? redirect(endpoint) : rejectUnknown(path));
  };
  return (request, path) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = request.headers.get('accept')?.includes('text/html');
    return isRead && (wantsPage || path === '/' || path.startsWith('/console/'))
      ? findPage(request, path)
      : rejectUnknown(path);
  };
}
