import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { EXTENSIONS } from '../../contract/api.ts';
import { getPackagePath } from '../../shared/package-path.ts';
import { ignoreMissing } from '../../shared/thrown-errors.ts';
import { type Asset, encodeAsset, serveAsset } from './asset.ts';

/** First parts of the paths of pages; an empty one for the start page. */
const SECTIONS: ReadonlySet<string> = new Set(['', ...EXTENSIONS, 'tokens']);

/** Matches paths of the start page, a section, a record, and the form that edits it. */
const PAGE_PATH = /^\/(?:([\w-]+)(?:\/[^/]+(?:\/edit)?)?)?$/;

/** Whether the console's router handles a path. */
function isPagePath(pathname: string): boolean {
  const [match, section = ''] = PAGE_PATH.exec(pathname) ?? [];
  return match !== undefined && SECTIONS.has(section);
}

/** The page's files; their names contain a content hash. */
const FILE_PATH = /^\/console\/[\w.-]+$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Scripts and styles from this origin only, no markup from text. Images and recordings from anywhere, because
 * the upstream may host them anywhere.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: http: https:",
  "media-src 'self' blob: http: https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
};

const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Tells the console where the API is, if there is no explorer to link to, and if the avatar service is built in. */
function describeServer(page: Uint8Array, options: ConsoleOptions) {
  const attributes = [
    `data-endpoint="${options.endpoint}"`,
    ...(options.hasExplorer ? [] : ['data-explorer="off"']),
    ...(options.isBuiltInService ? ['data-service="built-in"'] : []),
  ].join(' ');
  return Buffer.from(Buffer.from(page).toString().replace('<html', `<html ${attributes}`));
}

export interface ConsoleOptions {
  /** Output of the build. Default: where this package has it. */
  readonly folder?: string;
  /** Path of the API. */
  readonly endpoint: string;
  readonly hasExplorer: boolean;
  /** Default false. */
  readonly isBuiltInService?: boolean;
}

/**
 * Serves the console from its build output: the page at each of the console's paths, and its files. Returns undefined
 * for other paths, and if the console was not built (an install without development dependencies). Files are cached on
 * first read. Rejects if a file cannot be read.
 */
export function createConsole(options: ConsoleOptions) {
  const { folder } = options;
  const assets = new Map<string, Promise<Asset | undefined>>();
  const loadAsset = async (path: string) => {
    const file = await readFile(join(folder ?? getPackagePath('dist/console'), path)).catch(
      ignoreMissing,
    );
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return file && encodeAsset(path === 'index.html' ? describeServer(file, options) : file, type);
  };
  const getAsset = (path: string) => {
    const cached = assets.get(path) ?? loadAsset(path);
    assets.set(path, cached);
    // Failures are not cached, and neither are unknown paths, which would fill the memory.
    const forget = () => assets.delete(path);
    cached.then((asset) => asset ?? forget(), forget);
    return cached;
  };
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const isFile = FILE_PATH.test(pathname);
    if (!isFile && !isPagePath(pathname)) return undefined;
    const asset = await getAsset(isFile ? pathname.slice(1) : 'index.html');
    return asset && serveAsset(request, asset, isFile ? FILE_HEADERS : PAGE_HEADERS);
  };
}
