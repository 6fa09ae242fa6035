import { readFile } from 'node:fs/promises';
import { type Asset, encodeAsset, serveAsset } from '../asset.ts';
import { examples } from './examples.ts';

/** Everything the page is made of comes with it, and it talks to nobody but us. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
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
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#6d4aff"/><circle cx="16" cy="12.5" r="5.5" fill="#fff"/><path d="M5.5 28c1-7 5-9.5 10.5-9.5S25.5 21 26.5 28z" fill="#fff"/></svg>';

const STYLE = `
  /* GraphiQL lets a tab's left-over transform show once the tab has focus: pressed, it jumps from under the pointer,
     and the click is lost. */
  .graphiql-tab { transform: none !important; }
  .graphiql-logo > div { gap: 8px; }
`;

/** What starts GraphiQL in its page. */
const START = 'YogaGraphiQL.renderYogaGraphiQL(';

const asDataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

async function render(): Promise<Asset> {
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
    // Nor does the first tab keep its variables; the option is read, but missing from its type.
    ...{ variables: first?.variables },
  });
  const [filesPane, linkedOperation] = await Promise.all([
    readFile(new URL('files-pane.js', import.meta.url), 'utf8'),
    readFile(new URL('linked-operation.js', import.meta.url), 'utf8'),
  ]);
  // Before the page's own scripts, so that they meet our fetch.
  const head = `<head><script>${filesPane}</script><script>${linkedOperation}</script><style>${STYLE}</style>`;
  const [before, after, ...more] = page.trim().split(START);
  if (after === undefined || more.length > 0) throw new Error('The explorer starts in a new way.');
  const html = `${before?.replace('<head>', () => head)}startExplorer(${after}`;
  return encodeAsset(Buffer.from(html), 'text/html; charset=utf-8');
}

let rendered: Promise<Asset> | undefined;

/** Renders once; a failure is told and tried again by the next who asks. */
const page = (): Promise<Asset> => {
  rendered ??= render().catch((error: unknown) => {
    rendered = undefined;
    throw error;
  });
  return rendered;
};

/**
 * The explorer's page: GraphiQL with our examples and a pane for files, in one piece that asks nobody else for
 * anything. Rendered and compressed when first asked for; after that a 304 for those who have it.
 * @throws Error where the page cannot be rendered; the next request tries again.
 */
export async function explorerPage(request: Request): Promise<Response> {
  return serveAsset(request, await page(), {
    'cache-control': 'no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
  });
}
