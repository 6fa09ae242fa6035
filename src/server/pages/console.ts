import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { EXTENSIONS } from '../../contract/api.ts';
import type { ConsoleClient } from '../../policy/issuer-schema.ts';
import { getPackagePath } from '../../shared/package-path.ts';
import { ignoreMissing } from '../../shared/thrown-errors.ts';
import { type Asset, encodeAsset, serveAsset } from './asset.ts';

/** First parts of the paths of pages; an empty one for the start page. */
const SECTIONS: ReadonlySet<string> = new Set(['', ...EXTENSIONS, 'tokens']);

/** Matches paths of the start page, a section, a record, and the form that edits it. */
const PAGE_PATH = /^\/(?:([\w-]+)(?:\/[^/]+(?:\/edit)?)?)?$/;

/** Where people sign in, and come back to from an identity provider. */
const SIGN_IN_PATH = '/sign-in';

/** Whether the console's router handles a path. */
function isPagePath(pathname: string): boolean {
  const [match, section = ''] = PAGE_PATH.exec(pathname) ?? [];
  return match !== undefined && SECTIONS.has(section);
}

/** An identity provider with which people sign in to the console. */
export interface SignInProvider extends ConsoleClient {
  /** What people know it by. */
  readonly name: string;
  /** Its URL, exactly as in the `iss` claim of its tokens. */
  readonly issuer: string;
}

/** The page's files; their names contain a content hash. */
const FILE_PATH = /^\/console\/[\w.-]+$/;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Lists the origins that the page of a browser calls to sign in. */
const listOrigins = (providers: readonly SignInProvider[]) =>
  providers.flatMap(({ issuer, tokenOrigin }) =>
    [new URL(issuer).origin, tokenOrigin ?? []].flat(),
  );

/**
 * Scripts and styles from this origin only, no markup from text. Images and recordings from anywhere, because
 * the upstream may host them anywhere. Requests also to where people sign in.
 */
const createPageHeaders = (providers: readonly SignInProvider[]) => ({
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: http: https:",
    "media-src 'self' blob: http: https:",
    ['connect-src', "'self'", ...new Set(listOrigins(providers))].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
});

const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Tells the console where the API is, if there is no explorer to link to, if the avatar service is built in, and where
 * people sign in.
 */
function describeServer(
  page: Buffer,
  { graphqlEndpoint, explorer, isBuiltInService }: ConsoleOptions,
  providers: readonly SignInProvider[],
) {
  const attributes = [
    `data-endpoint="${graphqlEndpoint}"`,
    explorer ? [] : 'data-explorer="off"',
    isBuiltInService ? 'data-service="built-in"' : [],
    providers.length > 0 ? `data-sign-in="${escapeAttribute(JSON.stringify(providers))}"` : [],
  ];
  return Buffer.from(
    page.toString().replace('<html', () => `<html ${attributes.flat().join(' ')}`),
  );
}

const NOWHERE: readonly SignInProvider[] = [];

/** The file of the page. */
const PAGE = 'index.html';

export interface ConsoleOptions {
  /** Output of the build. Default: where this package has it. */
  readonly folder?: string;
  /** Path of the API. */
  readonly graphqlEndpoint: string;
  readonly explorer: boolean;
  /** Whether the upstream is the built-in avatar service, whose sessions the console offers to play. Default false. */
  readonly isBuiltInService?: boolean;
  /**
   * Returns the OpenID providers where people sign in to the console, which may change. Default: they do not sign in, but
   * paste a key or a token.
   */
  readonly getSignInProviders?: () => readonly SignInProvider[];
}

/**
 * Serves the console from its build output: the page at each of the console's paths, and its files. Returns undefined
 * for other paths, and if the console was not built (an install without development dependencies). Files are cached on
 * first read. Rejects if a file cannot be read.
 */
export function createConsole(options: ConsoleOptions) {
  const { folder, getSignInProviders = () => NOWHERE } = options;
  const assets = new Map<string, Promise<Asset | undefined>>();
  let pageProviders = NOWHERE;
  const loadAsset = async (path: string) => {
    const file = await readFile(join(folder ?? getPackagePath('dist/console'), path)).catch(
      ignoreMissing,
    );
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const isPage = path === PAGE;
    return file && encodeAsset(isPage ? describeServer(file, options, pageProviders) : file, type);
  };
  const getAsset = (path: string) => {
    const cached = assets.get(path) ?? loadAsset(path);
    assets.set(path, cached);
    // Failures are not cached, and neither are unknown paths, which would fill the memory.
    const forget = () => assets.delete(path);
    cached.then((asset) => asset ?? forget(), forget);
    return cached;
  };
  const servePage = async (request: Request, pathname: string) => {
    const providers = getSignInProviders();
    const isSignIn = pathname === SIGN_IN_PATH && providers.length > 0;
    if (!isSignIn && !isPagePath(pathname)) return undefined;
    if (providers !== pageProviders) assets.delete(PAGE);
    pageProviders = providers;
    const asset = await getAsset(PAGE);
    return asset && serveAsset(request, asset, createPageHeaders(providers));
  };
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    if (!FILE_PATH.test(pathname)) return servePage(request, pathname);
    const asset = await getAsset(pathname.slice(1));
    return asset && serveAsset(request, asset, FILE_HEADERS);
  };
}
