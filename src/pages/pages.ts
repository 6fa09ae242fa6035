import type { Plugin } from 'graphql-yoga';
import { createConsole } from './console.ts';
import { explorerPage } from './explorer/explorer.ts';

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Serves the pages besides the graph: the console and the explorer; and a plain answer for what is not there. */
export function usePages(): Plugin {
  const consolePage = createConsole();
  const page = async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === '/graphql') return explorerPage(request);
    const found = await consolePage(request, pathname);
    return found ?? (pathname === '/' ? redirect('/graphql') : undefined);
  };
  return {
    async onRequest({ request, url, endResponse, fetchAPI }) {
      const { pathname } = url;
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const wantsPage = request.headers.get('accept')?.includes('text/html');
      if (isRead && (wantsPage || pathname === '/' || pathname.startsWith('/console/'))) {
        const response = await page(request, pathname);
        if (response) return endResponse(response);
      }
      if (pathname !== '/graphql' && pathname !== '/ready') {
        endResponse(fetchAPI.Response.json({ error: 'Not found' }, { status: 404 }));
      }
    },
  };
}
