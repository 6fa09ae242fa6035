import { Agent, buildConnector, interceptors } from 'undici';
import { formatMegabytes } from '../../contract/file-size.ts';
import { withArticle } from '../../contract/resource.ts';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { limitSize } from '../../shared/limit-size.ts';
import { SpoolError, type SpooledFiles } from '../../shared/spool.ts';
import { BadRequest, Busy, HttpStatusError, PayloadTooLarge } from '../errors.ts';
import { type SpooledUpload, spoolUpload } from './spooled-upload.ts';
import { CONNECT_OPTIONS, createGuardedConnector } from './ssrf-protection.ts';
import { MAX_UPLOAD_BYTES, type UploadKind } from './upload-kind.ts';

const MAX_REDIRECTS = 3;
/** Maximum numbers of concurrent and of queued downloads. */
const MAX_CONCURRENT = 8;
const MAX_QUEUED = 32;
/** Milliseconds without data from the server. */
const IDLE_TIMEOUT = 10_000;

interface UploadFetcherOptions {
  /** Whether loopback and private IP addresses are allowed. Default: false. */
  readonly allowPrivate?: boolean | undefined;
  /** Default: connects only to public IP addresses. */
  readonly connect?: buildConnector.connector;
  /** Maximum time for a file, including redirects, in milliseconds. Default: 20,000. */
  readonly timeout?: number | undefined;
}

const createUrlError = ({ urlField, noun }: UploadKind, problem: string) =>
  BadRequest.at([urlField], `The ${noun} URL ${problem}.`);

function parseUrl(kind: UploadKind, input: string): URL {
  const url = URL.parse(input);
  if (!url || !/^https?:$/.test(url.protocol))
    throw createUrlError(kind, 'must be an http or https URL');
  if (url.username !== '' || url.password !== '')
    throw createUrlError(kind, 'must not contain a user name or password');
  return url;
}

/**
 * Creates a fetcher. It connects only to public IP addresses, also after redirects, unless `allowPrivate` is true.
 * Its errors do not reveal the response of the URL.
 */
export function createUploadFetcher({
  allowPrivate = false,
  connect = allowPrivate ? buildConnector(CONNECT_OPTIONS) : createGuardedConnector(),
  timeout = 20_000,
}: UploadFetcherOptions) {
  const agent = new Agent({
    connect,
    headersTimeout: IDLE_TIMEOUT,
    bodyTimeout: IDLE_TIMEOUT,
    // URLs come from different clients, so connections are not reused.
    pipelining: 0,
  });
  const following = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));

  const fetchFile = async (url: URL, files: SpooledFiles, kind: UploadKind) => {
    const { noun, types } = kind;
    const { statusCode, headers, body } = await following.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: types.join(', ') },
      signal: AbortSignal.timeout(timeout),
    });
    try {
      if (statusCode !== 200) throw createUrlError(kind, `does not return ${withArticle(noun)}`);
      const createError = () =>
        new PayloadTooLarge(
          `The ${noun} at the ${noun} URL is larger than ${formatMegabytes(MAX_UPLOAD_BYTES)}.`,
        );
      if (Number(headers['content-length']) > MAX_UPLOAD_BYTES) throw createError();
      const content = limitSize(body, MAX_UPLOAD_BYTES, createError);
      return await spoolUpload(content, noun, files, kind);
    } finally {
      // Errors of the unread rest of the body are ignored.
      body.on('error', () => undefined).destroy();
    }
  };
  const limit = new ConcurrencyLimit({ maxActive: MAX_CONCURRENT, maxWaiting: MAX_QUEUED });

  return {
    /** Fetches a file and stores it in `files`. @throws HttpStatusError if the file cannot be fetched or is invalid. */
    fetch: async (input: string, files: SpooledFiles, kind: UploadKind): Promise<SpooledUpload> => {
      const url = parseUrl(kind, input);
      if (limit.isFull) throw new Busy('Too many files are being fetched. Try again later.');
      return limit
        .run(() => fetchFile(url, files, kind))
        .catch((error) => {
          if (error instanceof HttpStatusError || error instanceof SpoolError) throw error;
          throw createUrlError(kind, 'cannot be fetched');
        });
    },
    close: () => agent.destroy(),
  };
}
