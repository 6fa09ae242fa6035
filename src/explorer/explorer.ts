import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { examples } from './examples.ts';

interface Page {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** Everything the page is made of comes with it, and it talks to nobody but us. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  "style-src 'unsafe-inline'",
  'worker-src blob:',
  'font-src data:',
  "img-src 'self' data: blob:",
  "connect-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#6d4aff"/><circle cx="16" cy="12.5" r="5.5" fill="#fff"/><path d="M5.5 28c1-7 5-9.5 10.5-9.5S25.5 21 26.500 28z" fill="#fff"/></svg>';

const asDataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

async function render(): Promise<Page> {
  // Nine megabytes: loaded when somebody first looks, not when the server starts.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const [first] = examples;
  const page = renderGraphiQL({
    // With a hyphen that does not break the line.
    title: 'avatar\u2011graphql',
    logo: LOGO,
    favicon: asDataUri(LOGO),
    endpoint: '/graphql',
    defaultTabs: examples.map((tab) => ({ ...tab })),
    // The page takes the first tab's text from here.
    defaultQuery: first?.query ?? '',
    defaultEditorToolsVisibility: 'variables',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
    inputValueDeprecation: true,
    schemaDescription: true,
    ...{ variables: first?.variables },
  });
  const filesPane = await readFile(new URL('files-pane.js', import.meta.url), 'utf8');
  // Before the page's own scripts, so that they meet our fetch.
  const text = page.trim().replace('<head>', () => `<head><script>${filesPane}</script>`);
  const plain = new Uint8Array(Buffer.from(text));
  const gzipped = new Uint8Array(await promisify(gzip)(plain, { level: 6 }));
  return { plain, gzipped, etag: `"${createHash('sha256').update(plain).digest('base64url')}"` };
}

let rendered: Promise<Page> | undefined;

/** Renders once; a failure is told and tried again by the next who asks. */
const page = (): Promise<Page> => {
  rendered ??= render().catch((error: unknown) => {
    rendered = undefined;
    throw error;
  });
  return rendered;
};

/** The explorer's page: GraphiQL with our examples and a pane for files, in one piece that asks nobody else for anything. */
export async function explorerPage(request: Request): Promise<Response> {
  const { plain, gzipped, etag } = await page();
  const headers = new Headers({
    etag,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept, accept-encoding',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers });
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(
    request.headers.get('accept-encoding') ?? '',
  );
  if (!takesGzip) return new Response(plain, { headers });
  headers.set('content-encoding', 'gzip');
  return new Response(gzipped, { headers });
}
