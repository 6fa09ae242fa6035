import {
  brotliDecompressSync,
  gunzipSync,
  inflateSync,
  type ZlibOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { type Dispatcher, errors as undici } from 'undici';

/** The body of an answer is not in the content coding that its header names, or in one that nobody knows here. */
export class DecodingError extends Error {
  override readonly name = 'DecodingError';
}

type Decode = (body: Buffer, options: Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>) => Buffer;

const DECODERS: Record<string, Decode> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Large enough that most pages of a list are decoded in one piece. */
const CHUNK_SIZE = 64 * 1024;

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/**
 * Hands on an answer decoded. The body is collected first, which the dispatcher bounds in size, and then decoded at once:
 * a page of 100 personas takes 0.1 ms, and a stream and its turns of the event loop would take longer.
 */
class DecodingHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #maxBytes: number;
  #decode: Decode | undefined;
  #chunks: Buffer[] = [];

  constructor(handler: Dispatcher.DispatchHandler, maxBytes: number) {
    this.#handler = handler;
    this.#maxBytes = maxBytes;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#decode = undefined;
    this.#chunks = [];
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusMessage?: string,
  ): void {
    const coding = String(headers['content-encoding'] ?? '').toLowerCase();
    if (coding !== '' && coding !== 'identity') {
      this.#decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
      if (!this.#decode) {
        controller.abort(new DecodingError('The content coding is not supported.'));
        return;
      }
    }
    this.#handler.onResponseStart?.(controller, status, headers, statusMessage);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#decode) this.#chunks.push(chunk);
    else this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.#decode && this.#chunks.length > 0) {
      const options = { maxOutputLength: this.#maxBytes, chunkSize: CHUNK_SIZE };
      try {
        const body = this.#decode(Buffer.concat(this.#chunks), options);
        this.#handler.onResponseData?.(controller, body);
      } catch (cause) {
        const error = isTooLarge(cause)
          ? new undici.ResponseExceededMaxSizeError()
          : new DecodingError('The body cannot be decoded.', { cause });
        this.#handler.onResponseError?.(controller, error);
        return;
      }
    }
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}

/**
 * Wraps a handler so that it gets answers decoded by their Content-Encoding: gzip, deflate, br and zstd, at most
 * `maxBytes` of them once decoded. Not undici's own interceptor, which is experimental and says so on standard error.
 * The handler is told ResponseExceededMaxSizeError or DecodingError.
 */
export const decoding = (
  handler: Dispatcher.DispatchHandler,
  maxBytes: number,
): Dispatcher.DispatchHandler => new DecodingHandler(handler, maxBytes);
