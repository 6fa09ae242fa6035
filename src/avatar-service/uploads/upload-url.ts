import { Agent, type Dispatcher } from 'undici';
import { formatMegabytes } from '../../contract/file-size.ts';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { SpoolError, type SpooledFiles } from '../../shared/spool.ts';
import { BadRequest, Busy, HttpStatusError, PayloadTooLarge } from '../errors.ts';
import { limitSize } from './limit-size.ts';
import type { SpooledUpload, SpoolUpload } from './spooled-upload.ts';
import { createSsrfProtection, type SsrfProtection } from './ssrf-protection.ts';
import { MAX_UPLOAD_BYTES, type SmallUploadKind } from './upload-kind.ts';

export interface UploadFetcher {
  /** Fetches the file at `url` and stores it in `files`. @throws HttpStatusError if the file cannot be fetched or is invalid. */
  fetch(url: string, files: SpooledFiles, kind: SmallUploadKind): Promise<SpooledUpload>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 3;
/** Maximum numbers of concurrent and of queued downloads. */
const MAX_CONCURRENT = 8;
const MAX_QUEUED = 32;
/** Milliseconds to connect, and without data from the server. */
const TIMEOUTS = { connect: 5_000, idle: 10_000 };

export interface UploadFetcherOptions {
  readonly spoolUpload: SpoolUpload;
  /** Whether loopback and private IP addresses are allowed. Default: false. */
  readonly allowPrivate?: boolean | undefined;
  /** SSRF protection. Default: allows only public IP addresses. */
  readonly guard?: SsrfProtection | undefined;
  /** Maximum time for a file, including redirects, in milliseconds. Default: 20,000. */
  readonly timeout?: number | undefined;
}

const createUrlError = ({ urlField, noun }: SmallUploadKind, problem: string) =>
  BadRequest.at([urlField], `The ${noun} URL ${problem}.`);

function parseUrl(kind: SmallUploadKind, input: string | URL, base?: URL): URL {
  const url = URL.parse(input, base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw createUrlError(kind, 'must resolve to an http or https URL');
  }
  if (url.username !== '' || url.password !== '') {
    throw createUrlError(kind, 'must not contain a user name or password');
  }
  return url;
}

const firstValue = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header;

const createTooLargeError = ({ noun }: SmallUploadKind) =>
  new PayloadTooLarge(
    `The ${noun} at the ${noun} URL is larger than ${formatMegabytes(MAX_UPLOAD_BYTES)}.`,
  );

/** Returns the body of a response. Its type is detected by its content. @throws PayloadTooLarge. */
function readContent(
  { headers, body }: Dispatcher.ResponseData,
  kind: SmallUploadKind,
): AsyncGenerator<Uint8Array> {
  if (Number(firstValue(headers['content-length'])) > MAX_UPLOAD_BYTES)
    throw createTooLargeError(kind);
  return limitSize(body, MAX_UPLOAD_BYTES, () => createTooLargeError(kind));
}

/**
 * Creates a fetcher. It connects only to public IP addresses, also after redirects, unless `allowPrivate` is true.
 * Its errors do not reveal the response of the URL.
 */
export function createUploadFetcher({
  spoolUpload,
  allowPrivate = false,
  guard = createSsrfProtection(),
  timeout = 20_000,
}: UploadFetcherOptions): UploadFetcher {
  const agent = new Agent({
    connect: { timeout: TIMEOUTS.connect, ...(!allowPrivate && { lookup: guard.lookup }) },
    headersTimeout: TIMEOUTS.idle,
    bodyTimeout: TIMEOUTS.idle,
    // URLs come from different clients, so connections are not reused.
    pipelining: 0,
  });

  const follow = async (
    url: URL,
    redirectsLeft: number,
    signal: AbortSignal,
    files: SpooledFiles,
    kind: SmallUploadKind,
  ): Promise<SpooledUpload> => {
    if (!allowPrivate) guard.checkHost(url.hostname);
    const response = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: kind.types.join(', ') },
      signal,
    });
    try {
      const { statusCode, headers } = response;
      const location = firstValue(headers.location);
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        if (redirectsLeft === 0) throw createUrlError(kind, 'redirects too often');
        return await follow(parseUrl(kind, location, url), redirectsLeft - 1, signal, files, kind);
      }
      if (statusCode !== 200) {
        throw createUrlError(kind, `does not return ${kind.article} ${kind.noun}`);
      }
      return await spoolUpload(readContent(response, kind), kind.noun, files, kind);
    } finally {
      // Errors of the unread rest of the body are ignored.
      response.body.on('error', () => undefined).destroy();
    }
  };

  const fetchFile = (url: URL, files: SpooledFiles, kind: SmallUploadKind) =>
    follow(url, MAX_REDIRECTS, AbortSignal.timeout(timeout), files, kind).catch((error) => {
      if (error instanceof HttpStatusError || error instanceof SpoolError) throw error;
      throw createUrlError(kind, 'cannot be fetched');
    });
  const limit = new ConcurrencyLimit({ maxActive: MAX_CONCURRENT, maxWaiting: MAX_QUEUED });

  return {
    fetch: async (input, files, kind) => {
      const url = parseUrl(kind, input);
      if (limit.isFull) throw new Busy('Too many files are being fetched. Try again later.');
      return limit.run(() => fetchFile(url, files, kind));
    },
    close: () => agent.destroy(),
  };
}
