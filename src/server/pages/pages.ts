import type { Plugin } from 'graphql-yoga';
import { createConsole } from './console.ts';
import { explorerPage } from './explorer/explorer.ts';
import { readPath } from './path.ts';

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Serves the pages besides the graph: the console and the explorer; and a plain answer for what is not there. */
export function usePages(hasExplorer: boolean): Plugin {
  const consolePage = createConsole({ hasExplorer });
  const page = async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (pathname === '/graphql') return hasExplorer ? explorerPage(request) : undefined;
    const found = await consolePage(request, pathname);
    return found ?? (pathname === '/' ? redirect('/graphql') : undefined);
  };
  return {
    onRequest({ request, endResponse, fetchAPI }) {
      const pathname = readPath(request);
      const answerMissing = () => {
        if (pathname === '/graphql') return;
        const extensions = { code: 'BAD_REQUEST' };
        const errors = [{ message: 'There is nothing at this path.', extensions }];
        endResponse(fetchAPI.Response.json({ errors }, { status: 404 }));
      };
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const wantsPage = request.headers.get('accept')?.includes('text/html');
      if (!isRead || !(wantsPage || pathname === '/' || pathname.startsWith('/console/'))) {
        return answerMissing();
      }
      return page(request, pathname).then((found) =>
        found ? endResponse(found) : answerMissing(),
      );
    },
  };
}
