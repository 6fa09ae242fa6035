import pLimit from 'p-limit';
import { Agent, type Dispatcher } from 'undici';
import { SpoolError, type SpooledFiles } from '../shared/spool.ts';
import { BadRequest, Busy, PayloadTooLarge, Refusal, Unprocessable } from './errors.ts';
import type { SpooledUpload, UploadReader } from './spooled-upload.ts';
import { createSsrfProtection, type SsrfProtection } from './ssrf-protection.ts';
import { MAX_UPLOAD_BYTES, type UploadKind } from './upload-kind.ts';

/** Fetches a file that a caller named. */
export interface UploadFetcher {
  /** The file at an address, of at most the largest size, kept among `files`. */
  fetch(address: string, files: SpooledFiles, kind: UploadKind): Promise<SpooledUpload>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 3;
/** Files that are fetched at the same time, and that may wait for it, at most. */
const AT_ONCE = 8;
const WAITING = 32;
/** Milliseconds: to a connection, and between two signs of life of the answer. */
const TIMES = { connect: 5_000, step: 10_000 };

/** How files are fetched. */
export interface UploadFetcherOptions {
  /** What keeps and checks what was fetched. */
  readonly reader: UploadReader;
  /** Also from loopback and private addresses. Default false. */
  readonly allowPrivate?: boolean | undefined;
  /** What keeps it from addresses within. Default: one that allows public addresses alone. */
  readonly guard?: SsrfProtection | undefined;
  /** Milliseconds that a file may take, redirects included. Default 20,000. */
  readonly timeout?: number | undefined;
}

const unusable = ({ urlField, noun }: UploadKind, problem: string) =>
  BadRequest.at([urlField], `The ${noun} address ${problem}.`);

function target(kind: UploadKind, address: string | URL, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw unusable(kind, 'does not lead to an http or https address');
  }
  if (url.username !== '' || url.password !== '') {
    throw unusable(kind, 'must not hold a user name or password');
  }
  return url;
}

const single = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header;

/** @throws PayloadTooLarge at the first byte over the limit. */
async function* limited(
  body: Dispatcher.ResponseData['body'],
  kind: UploadKind,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > MAX_UPLOAD_BYTES) throw tooLarge(kind);
    yield chunk;
  }
}

const tooLarge = ({ noun }: UploadKind) =>
  new PayloadTooLarge(
    `The ${noun} at the address is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MB.`,
  );

/** The bytes of an answer that says it is of that kind, and of at most the largest size. */
function contentOf(
  { headers, body }: Dispatcher.ResponseData,
  kind: UploadKind,
): AsyncGenerator<Uint8Array> {
  const type = single(headers['content-type'])?.split(';', 1)[0]?.trim().toLowerCase();
  if (!kind.types.some((known) => known === type)) {
    throw new Unprocessable(`The ${kind.noun} address does not answer with ${kind.formats}.`);
  }
  if (Number(single(headers['content-length'])) > MAX_UPLOAD_BYTES) throw tooLarge(kind);
  return limited(body, kind);
}

/**
 * Makes a fetcher. Only public addresses are gone to, redirects included, unless `allowPrivate`.
 * Its refusals are those of the avatar service; they tell nothing of what an address answered.
 */
export function createUploadFetcher({
  reader,
  allowPrivate = false,
  guard = createSsrfProtection(),
  timeout = 20_000,
}: UploadFetcherOptions): UploadFetcher {
  const agent = new Agent({
    connect: { timeout: TIMES.connect, ...(!allowPrivate && { lookup: guard.lookup }) },
    headersTimeout: TIMES.step,
    bodyTimeout: TIMES.step,
    // Each address is one caller's wish: no connection outlives it for the next.
    pipelining: 0,
  });

  const follow = async (
    url: URL,
    redirectsLeft: number,
    signal: AbortSignal,
    files: SpooledFiles,
    kind: UploadKind,
  ): Promise<SpooledUpload> => {
    if (!allowPrivate) guard.checkHost(url.hostname);
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: kind.types.join(', ') },
      signal,
    });
    try {
      const { statusCode, headers } = answer;
      const location = single(headers.location);
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        if (redirectsLeft === 0) throw unusable(kind, 'redirects too often');
        return await follow(target(kind, location, url), redirectsLeft - 1, signal, files, kind);
      }
      if (statusCode !== 200) {
        throw unusable(kind, `does not answer with ${kind.article} ${kind.noun}`);
      }
      return await reader.keep(contentOf(answer, kind), kind.noun, files, kind);
    } finally {
      // What is left unread is nobody's error.
      answer.body.on('error', () => undefined).destroy();
    }
  };

  const fetchNow = (url: URL, files: SpooledFiles, kind: UploadKind) =>
    follow(url, MAX_REDIRECTS, AbortSignal.timeout(timeout), files, kind).catch((error) => {
      if (error instanceof Refusal || error instanceof SpoolError) throw error;
      throw unusable(kind, 'cannot be fetched');
    });
  const limit = pLimit(AT_ONCE);

  return {
    fetch: async (address, files, kind) => {
      const url = target(kind, address);
      if (limit.pendingCount >= WAITING) throw new Busy('Too many files are being fetched.');
      return limit(() => fetchNow(url, files, kind));
    },
    close: () => agent.destroy(),
  };
}
