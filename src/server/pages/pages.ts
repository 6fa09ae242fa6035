import type { FetchAPI } from 'graphql-yoga';
import { createClientError } from '../client-errors.ts';
import { type ConsoleOptions, createConsole } from './console.ts';
import { createExplorer } from './explorer/explorer.ts';

/** Serves a page; undefined if the request is for the API. */
export type ServePage = (
  request: Request,
  path: string,
  fetchAPI: FetchAPI,
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
  const findPage: ServePage = async (request, path, fetchAPI) => {
    if (path === endpoint) return hasExplorer ? serveExplorer(request, fetchAPI) : undefined;
    const response = await serveConsole?.(request, path, fetchAPI);
    // Without a page of its own, a browser at the address of the server finds the explorer.
    const isStart = path === '/' && hasExplorer;
    return response ?? (isStart ? fetchAPI.Response.redirect(endpoint) : rejectUnknown(path));
  };
  return (request, path, fetchAPI) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = request.headers.get('accept')?.includes('text/html');
    return isRead && (wantsPage || path === '/' || path.startsWith('/console/'))
      ? findPage(request, path, fetchAPI)
      : rejectUnknown(path);
  };
}
