import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { dehydrate } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import { avatarQuery, createClient } from '../../../src/hooks/index.ts';
import { createQueryClient, Page } from './app.tsx';

/** Streams the page of one user, followed by the data with which it was rendered. */
async function renderPage(user: string, url: string, response: ServerResponse): Promise<void> {
  const client = createClient({ url, headers: { authorization: `Bearer ${user}` } });
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery(avatarQuery({ id: 'a1' }, client));
  const html = new PassThrough();
  const page = <Page client={client} queryClient={queryClient} />;
  const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(html) });
  response.setHeader('content-type', 'text/html');
  html.pipe(response, { end: false });
  await once(html, 'end');
  const state = JSON.stringify(dehydrate(queryClient)).replaceAll('<', '\\u003c');
  response.end(
    `<script type="application/json" id="state">${state}</script><script type="module" src="/browser.js"></script>`,
  );
  queryClient.clear();
}

/** Creates a handler that renders pages with data of the API at `url`. */
export const servePages =
  (url: string, script: string): RequestListener =>
  (request, response) => {
    if (request.url === '/browser.js')
      response.setHeader('content-type', 'text/javascript').end(script);
    else {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      renderPage(searchParams.get('user') ?? '', url, response).catch((error) =>
        response.destroy(error),
      );
    }
  };
