import { createErrorResponse } from '../http/error-response.ts';
import type { ServerPlugin } from '../request-context.ts';
import { createConsole } from './console.ts';
import { createExplorer } from './explorer/explorer.ts';

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Serves the console and the explorer, and a JSON 404 for unknown paths. */
export function usePages(hasExplorer: boolean, endpoint: string): ServerPlugin {
  const serveConsole = createConsole({ hasExplorer, endpoint });
  const serveExplorer = createExplorer(endpoint);
  const servePage = async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === endpoint) return hasExplorer ? serveExplorer(request) : undefined;
    const consoleResponse = await serveConsole(request, pathname);
    return consoleResponse ?? (pathname === '/' ? redirect(endpoint) : undefined);
  };
  return {
    onRequest({ request, url: { pathname }, serverContext, endResponse }) {
      const respondNotFound = () => {
        if (pathname === endpoint) return;
        const message = `This path does not exist. The API is at ${endpoint}.`;
        endResponse(createErrorResponse(serverContext.requestId, 404, message));
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
