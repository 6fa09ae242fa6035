import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, encodeAsset, serveAsset } from '../asset.ts';
import tabs from './examples/tabs.json' with { type: 'json' };

/** A tab of the explorer. */
interface Example {
  readonly query: string;
  /** JSON. The ids are those of the bundled avatar service's initial data. */
  readonly variables?: string;
}

/** Reads a file of this folder. Not by `new URL`, where bundlers look for a folder. */
const readOwn = (name: string) =>
  // On first use: a bundle of CommonJS has no `import.meta.url`.
  readFile(join(fileURLToPath(import.meta.url), '..', name), 'utf8');

/** Reads the explorer's default tabs: operations for each resource, ready to run. */
export const readExamples = (): Promise<Example[]> =>
  Promise.all(
    tabs.map(async ({ document, variables }) => ({
      query: await readOwn(`examples/${document}`),
      ...(variables && { variables: JSON.stringify(variables, null, 2) }),
    })),
  );

/** The page contains all its resources and connects to this origin only. */
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

/** The call that starts GraphiQL in the rendered page. */
const RENDER_CALL = 'YogaGraphiQL.renderYogaGraphiQL(';

const toDataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

async function render(endpoint: string): Promise<Asset> {
  // Nine megabytes, loaded on first use.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const examples = await readExamples();
  const [first] = examples;
  const page = renderGraphiQL({
    // A non-breaking hyphen.
    title: 'avatar\u2011graphql',
    logo: LOGO,
    favicon: toDataUri(LOGO),
    endpoint,
    defaultTabs: examples,
    // The page takes the first tab's query from this option.
    defaultQuery: first?.query ?? '',
    defaultEditorToolsVisibility: 'variables',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
    inputValueDeprecation: true,
    schemaDescription: true,
    // Likewise, the first tab's variables. The option exists but is missing from its type.
    ...{ variables: first?.variables },
  });
  // Before the page's own scripts, so that they use the patched fetch.
  const scripts = await Promise.all([readOwn('files.js'), readOwn('linked-operation.js')]);
  const head = `<head><script>${scripts.join('</script><script>')}</script><style>${STYLE}</style>`;
  const [before, after, ...more] = page.trim().split(RENDER_CALL);
  if (after === undefined || more.length > 0)
    throw new Error('The start script of the explorer has changed.');
  const html = `${before?.replace('<head>', () => head)}startExplorer(${after}`;
  return encodeAsset(Buffer.from(html), 'text/html; charset=utf-8');
}

/** Pages by endpoint. Servers with the same one share it: with its compressed forms, it takes more than 10 MB. */
const pages = new Map<string, Promise<Asset>>();

/** Renders once. After a failure, the next request tries again. */
function getPage(endpoint: string): Promise<Asset> {
  const page = pages.get(endpoint) ?? render(endpoint);
  pages.set(endpoint, page);
  page.catch(() => pages.delete(endpoint));
  return page;
}

/**
 * Creates a function that serves the explorer: GraphiQL with example tabs and a file picker, in one page without external
 * resources. Rendered and compressed on the first request. Rejects if rendering fails.
 */
export const createExplorer =
  (endpoint: string) =>
  async (request: Request): Promise<Response> => {
    const headers = {
      'cache-control': 'no-cache',
      'content-security-policy': CONTENT_SECURITY_POLICY,
    };
    return serveAsset(request, await getPage(endpoint), headers);
  };
