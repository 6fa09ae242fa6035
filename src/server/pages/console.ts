import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Asset, encodeAsset, serveAsset } from './asset.ts';

/** Where the build leaves the console; from `src` and from the published `dist` alike. */
const FOLDER = new URL('../../../dist/console/', import.meta.url);

/** Addresses that the console's own router knows. */
const PAGE = /^\/(?:(?:personas|avatars|tools|tokens)(?:\/[^/]+)?)?$/;

/** Files beside the page; the build names each by what is in it. */
const FILE = /^\/console\/[\w.-]+$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Scripts and styles from here alone, and no text that becomes markup. Pictures may come from wherever the upstream
 * keeps them.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: http: https:",
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

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const load = async (file: URL): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** The page of a server without an explorer says so to the console, which then leads to none. */
const withoutExplorer = (page: Uint8Array) =>
  Buffer.from(Buffer.from(page).toString().replace('<html', '<html data-explorer="off"'));

interface ConsoleOptions {
  /** Where the build is. Default: where this package has it. */
  readonly folder?: URL;
  /** Whether there is an explorer to lead to. Default true. */
  readonly hasExplorer?: boolean;
}

/**
 * Serves the console from the folder of its build. Its answer to a GET is the console's page at each of its addresses,
 * and the page's files; undefined for any other path, and where the console was not built, as in an install without
 * development dependencies. Files are kept as they were first read: the build does not change below a running server.
 * It rejects where a file of the build cannot be read.
 */
export function createConsole({ folder = FOLDER, hasExplorer = true }: ConsoleOptions = {}) {
  const assets = new Map<string, Promise<Asset | undefined>>();
  const encode = async (path: string) => {
    const file = await load(new URL(path, folder));
    const isPage = path === 'index.html';
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return file && encodeAsset(isPage && !hasExplorer ? withoutExplorer(file) : file, type);
  };
  const asset = (path: string) => {
    const known = assets.get(path) ?? encode(path);
    assets.set(path, known);
    // What is missing or cannot be read is looked for again, and strangers' paths take up no room.
    const forget = () => assets.delete(path);
    known.then((found) => found ?? forget(), forget);
    return known;
  };
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const isFile = FILE.test(pathname);
    if (!isFile && !PAGE.test(pathname)) return undefined;
    const found = await asset(isFile ? pathname.slice(1) : 'index.html');
    return found && serveAsset(request, found, isFile ? FILE_HEADERS : PAGE_HEADERS);
  };
}
