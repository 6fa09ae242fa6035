import pLimit from 'p-limit';
import { Agent, type Dispatcher } from 'undici';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import { SpoolError, type SpooledFiles } from '../shared/spool.ts';
import { BadRequest, Busy, PayloadTooLarge, Refusal, Unprocessable } from './errors.ts';
import type { ImageReader, SpooledImage } from './spooled-image.ts';
import { createSsrfProtection, type SsrfProtection } from './ssrf-protection.ts';

/** Fetches an image that a caller named. */
export interface ImageFetcher {
  /** The image at an address, of at most the largest size, kept among `files`. */
  fetch(address: string, files: SpooledFiles): Promise<SpooledImage>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 3;
/** Images that are fetched at the same time, and that may wait for it, at most. */
const AT_ONCE = 8;
const WAITING = 32;
/** Milliseconds: to a connection, and between two signs of life of the answer. */
const TIMES = { connect: 5_000, step: 10_000 };

/** How images are fetched. */
export interface ImageFetcherOptions {
  /** What keeps and checks what was fetched. */
  readonly reader: ImageReader;
  /** Also from loopback and private addresses. Default false. */
  readonly allowPrivate?: boolean | undefined;
  /** What keeps it from addresses within. Default: one that allows public addresses alone. */
  readonly guard?: SsrfProtection | undefined;
  /** Milliseconds that an image may take, redirects included. Default 20,000. */
  readonly timeout?: number | undefined;
}

const unusable = (message: string) => BadRequest.at(['imageUrl'], message);

function target(address: string | URL, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw unusable('The image URL must resolve to an http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw unusable('The image URL must not contain a user name or password.');
  }
  return url;
}

const single = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header;

/** @throws PayloadTooLarge at the first byte over the limit. */
async function* limited(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > MAX_IMAGE_BYTES) throw tooLarge();
    yield chunk;
  }
}

const tooLarge = () => new PayloadTooLarge('The image at the image URL is larger than 10 MB.');

/** The bytes of an answer that says it is an image of at most the largest size. */
function imageOf({ headers, body }: Dispatcher.ResponseData): AsyncGenerator<Uint8Array> {
  const type = single(headers['content-type'])?.split(';', 1)[0]?.trim().toLowerCase();
  if (!IMAGE_TYPES.some((known) => known === type)) {
    throw new Unprocessable('The image URL does not return a JPEG, PNG or WebP image.');
  }
  if (Number(single(headers['content-length'])) > MAX_IMAGE_BYTES) throw tooLarge();
  return limited(body);
}

/**
 * Makes a fetcher. Only public addresses are gone to, redirects included, unless `allowPrivate`.
 * Its refusals are those of the avatar service; they tell nothing of what an address answered.
 */
export function createImageFetcher({
  reader,
  allowPrivate = false,
  guard = createSsrfProtection(),
  timeout = 20_000,
}: ImageFetcherOptions): ImageFetcher {
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
  ): Promise<SpooledImage> => {
    if (!allowPrivate) guard.checkHost(url.hostname);
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: IMAGE_TYPES.join(', ') },
      signal,
    });
    try {
      const { statusCode, headers } = answer;
      const location = single(headers.location);
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        if (redirectsLeft === 0) throw unusable('The image URL redirects too often.');
        return await follow(target(location, url), redirectsLeft - 1, signal, files);
      }
      if (statusCode !== 200) throw unusable('The image URL does not return an image.');
      return await reader.keep(imageOf(answer), 'image', files);
    } finally {
      // What is left unread is nobody's error.
      answer.body.on('error', () => undefined).destroy();
    }
  };

  const fetchNow = (url: URL, files: SpooledFiles) =>
    follow(url, MAX_REDIRECTS, AbortSignal.timeout(timeout), files).catch((error) => {
      if (error instanceof Refusal || error instanceof SpoolError) throw error;
      throw unusable('The image URL cannot be fetched.');
    });
  const limit = pLimit(AT_ONCE);

  return {
    fetch: async (address, files) => {
      const url = target(address);
      if (limit.pendingCount >= WAITING)
        throw new Busy('Too many images are being fetched. Try again later.');
      return limit(() => fetchNow(url, files));
    },
    close: () => agent.destroy(),
  };
}
