import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { examples } from './examples.ts';

type Encoding = 'br' | 'gzip' | 'identity';

interface Page {
  readonly bytes: Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  /** Weak: one for every encoding of the same page. */
  readonly etag: string;
}

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
    // Nor does the first tab keep its variables; the option is read, but missing from its type.
    ...{ variables: first?.variables },
  });
  const filesPane = await readFile(new URL('files-pane.js', import.meta.url), 'utf8');
  // Before the page's own scripts, so that they meet our fetch.
  const head = `<head><script>${filesPane}</script><style>${STYLE}</style>`;
  const plain = new Uint8Array(Buffer.from(page.trim().replace('<head>', () => head)));
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(plain, { level: 6 }),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  return {
    bytes: { br: new Uint8Array(brotli), gzip: new Uint8Array(gzipped), identity: plain },
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
  };
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

/** The smallest encoding that the client names and does not refuse with q=0. */
function encodingFor(accepted: string | null): Encoding {
  const weights = new Map(
    (accepted ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Whether an If-None-Match names this tag, weakly compared (RFC 9110, section 13.1.2). */
const names = (ifNoneMatch: string | null, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => {
    const named = tag.trim();
    return named === '*' || named.replace(/^(?:W\/)?/, 'W/') === etag;
  });

/**
 * The explorer's page: GraphiQL with our examples and a pane for files, in one piece that asks nobody else for
 * anything. Rendered and compressed when first asked for; after that a 304 for those who have it.
 * @throws Error where the page cannot be rendered; the next request tries again.
 */
export async function explorerPage(request: Request): Promise<Response> {
  const { bytes, etag } = await page();
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  const headers = new Headers({
    etag,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept, accept-encoding',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  if (names(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  return new Response(bytes[encoding], { headers });
}
