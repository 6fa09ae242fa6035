import type { Plugin } from 'graphql-yoga';
import { createErrorResponse } from '../http/error-response.ts';
import { createConsole } from './console.ts';
import { serveExplorer } from './explorer/explorer.ts';
import { readPath } from './path.ts';

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Serves the console and the explorer, and a JSON 404 for unknown paths. */
export function usePages(hasExplorer: boolean): Plugin {
  const serveConsole = createConsole({ hasExplorer });
  const servePage = async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === '/graphql') return hasExplorer ? serveExplorer(request) : undefined;
    const consoleResponse = await serveConsole(request, pathname);
    return consoleResponse ?? (pathname === '/' ? redirect('/graphql') : undefined);
  };
  return {
    onRequest({ request, endResponse }) {
      const pathname = readPath(request);
      const respondNotFound = () => {
        if (pathname === '/graphql') return;
        endResponse(createErrorResponse(request, 404, 'This path does not exist.'));
      };
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const wantsPage = request.headers.get('accept')?.includes('text/html');
      if (!isRead || !(wantsPage || pathname === '/' || pathname.startsWith('/console/'))) {
        return respondNotFound();
      }
      return servePage(request, pathname).then((response) =>
        response ? endResponse(response) : respondNotFound(),
      );
    },
  };
}
