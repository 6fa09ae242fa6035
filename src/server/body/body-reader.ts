import type { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { MEGABYTE } from '../../contract/file-size.ts';
import { MAX_DOCUMENT_BYTES } from '../../contract/knowledge-document.ts';
import { MAX_AUDIO_BYTES } from '../../contract/voice.ts';
import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { GrowableBuffer } from '../../shared/growable-buffer.ts';
import { hasMoreValues, isDeeperThan } from '../../shared/json-limits.ts';
import { createSpool, type Spool, SpoolError } from '../../shared/spool.ts';
import { requireAuthentication } from '../authentication/authenticate.ts';
import {
  createBodyTooLargeError,
  createClientError,
  createDisconnectError,
  createEarlyEndError,
  createSlowBodyError,
  parseJson,
} from '../client-errors.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
import { readMultipart, type UPLOAD_LIMITS } from './multipart.ts';

/** Limits of a request body that is not multipart. */
export const BODY_LIMITS = {
  bytes: MEGABYTE,
  /**
   * Maximum time until the last byte of a body of unknown length, in milliseconds. Longer than the default timeout of
   * listeners, which also close the connection.
   */
  timeout: 20_000,
  /** Maximum nesting of objects and lists in the variables. */
  variablesDepth: 32,
  /** Maximum number of values in the variables, at all depths. Allows as many `_entities` as the cost limit does. */
  variablesValues: 20_000,
};

export type BodyLimits = Readonly<typeof BODY_LIMITS>;

/**
 * Returns the bytes of a body with images of up to `maxImageBytes`, recordings, or documents if the upstream has them. It
 * may be larger than all of them, so that the error for a file that is too large names its path.
 */
const getBodyBytes = (maxImageBytes: number, hasDocuments: boolean): number =>
  Math.max(maxImageBytes, MAX_AUDIO_BYTES, hasDocuments ? MAX_DOCUMENT_BYTES : 0) + 6 * MEGABYTE;

/** Rejects variables with too many values. They may be any JSON. */
export function checkVariables(
  variables: unknown,
  { variablesValues, variablesDepth }: BodyLimits,
): void {
  if (hasMoreValues(variables, variablesValues)) {
    const message = `The variables have more than ${variablesValues} values.`;
    throw createClientError('BAD_REQUEST', message);
  }
  if (isDeeperThan(variables, variablesDepth)) {
    const message = `The variables are nested deeper than ${variablesDepth} levels.`;
    throw createClientError('BAD_REQUEST', message);
  }
}

const JSON_TYPE = 'application/json';

/** Matches JSON in a supported charset. */
const JSON_UTF8 =
  /^\s*application\/json\s*(?:;(?!\s*charset=)[^;]*)*(?:;\s*charset="?(?:utf-?8|us-ascii)"?\s*(?:;.*)?)?$/i;

/**
 * Whether a request declares a multipart form. Forms have a longer timeout and a higher size limit than other bodies.
 * Media types are case-insensitive. RFC 9110, section 8.3.1.
 */
const isForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && /^\s*multipart\/form-data\s*(;|$)/i.test(headers.get('content-type') ?? '');

/**
 * Accepts only the bodies of GraphQL over HTTP and of GraphQL multipart requests: JSON and forms, not compressed.
 * @param hasForms whether forms are accepted.
 */
export function checkMediaType(request: Request, hasForms: boolean): void {
  if (request.method !== 'POST') return;
  const { headers } = request;
  const coding = headers.get('content-encoding');
  if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
    throw createClientError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Compressed requests are not supported. Send the request without Content-Encoding.',
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
  const type = headers.get('content-type') ?? '';
  if (type === JSON_TYPE || JSON_UTF8.test(type) || (hasForms && isForm(request))) return;
  const forms = hasForms
    ? { words: ' or multipart/form-data', types: ', multipart/form-data' }
    : {};
  throw createClientError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The content type must be application/json in UTF-8${forms.words ?? ''}.`,
    { headers: { 'accept-post': `${JSON_TYPE}${forms.types ?? ''}` } },
  );
}

interface BodyReaderOptions {
  readonly limits: { readonly body: BodyLimits; readonly upload: Readonly<typeof UPLOAD_LIMITS> };
  readonly maxImageBytes: number;
  /** Whether the upstream has documents, which are larger than images. */
  readonly hasDocuments: boolean;
  /** Default: the system's temporary folder. */
  readonly spool?: Spool | undefined;
  /** Receives errors of the disk. */
  readonly onFault: (fault: unknown) => void;
}

type Payload = Parameters<NonNullable<ServerPlugin['onRequestParse']>>[0];

type Parsed = Awaited<ReturnType<NonNullable<Payload['requestParser']>>>;

/** Seconds in `Retry-After` if there are too many concurrent uploads. */
const RETRY_AFTER_SECONDS = 5;

const createUploadError = (code: 'OVERLOADED' | 'RATE_LIMITED') =>
  createClientError(
    code,
    `Too many concurrent uploads. Retry after ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** Reads the parameters of a GET request. */
function readUrl({ url }: Request): unknown {
  const { searchParams } = new URL(url);
  const read = (name: string) => searchParams.get(name) || undefined;
  const readJson = (name: string) => {
    const text = read(name);
    return text && parseJson(`The parameter ${name}`, text);
  };
  return {
    query: read('query'),
    operationName: read('operationName'),
    variables: readJson('variables'),
    extensions: readJson('extensions'),
    // An empty id is an unknown one.
    documentId: searchParams.get('documentId') ?? undefined,
  };
}

const isOperation = (json: unknown): json is GraphQLParams =>
  typeof json === 'object' && json !== null;

/** Converts any parse error into a client error (4xx). */
function toClientError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.http) return error;
  return createClientError(
    'BAD_REQUEST',
    error instanceof GraphQLError ? error.message : 'The request cannot be read.',
  );
}

interface TextLimits {
  readonly bytes: number;
  /** Maximum time until the last byte, in milliseconds. */
  readonly timeout: number | undefined;
}

/** Handles an error after the end, which must not end the process. */
const ignore = () => undefined;

/**
 * Reads a body as text. Excess data is read and discarded, because a client may read the response only after it has sent
 * everything.
 * @throws GraphQLError beyond a limit; DOMException AbortError if the client disconnects first.
 */
function readText(body: Readable, { bytes: maxBytes, timeout }: TextLimits): Promise<string> {
  return new Promise((resolve, reject) => {
    if (body.destroyed) return reject(createDisconnectError());
    const received = new GrowableBuffer();
    let size = 0;
    const timer = timeout !== undefined && setTimeout(() => reject(createSlowBodyError()), timeout);
    const onEarlyEnd = () => {
      if (timer) clearTimeout(timer);
      reject(createDisconnectError());
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return received.append(chunk);
      received.clear();
      reject(createBodyTooLargeError(maxBytes));
    };
    const onEnd = () => {
      if (timer) clearTimeout(timer);
      // The stream would keep its listeners, and they the body, while the request waits for the upstream.
      body.off('data', onData).off('end', onEnd).off('error', onEarlyEnd).off('close', onEarlyEnd);
      body.on('error', ignore);
      const text = received.bytes.toString('utf8');
      resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    };
    body.on('data', onData).on('end', onEnd).on('error', onEarlyEnd).on('close', onEarlyEnd);
  });
}

/**
 * Reads what requests ask for. Files are streamed to disk and removed after the response, so memory does not grow with
 * their number, and a file is validated as a whole before the upstream is called. A caller gets at most half of the
 * concurrent uploads.
 */
export class BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #maxUploadBytes: number;
  readonly #spool: Spool;
  readonly #uploads: ConcurrencyLimit;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
    this.#maxUploadBytes = getBodyBytes(options.maxImageBytes, options.hasDocuments);
    this.#spool = options.spool ?? createSpool();
    const { maxConcurrentUploads } = options.limits.upload;
    this.#uploads = new ConcurrencyLimit({ maxActive: maxConcurrentUploads, maxWaiting: 0 });
  }

  /**
   * Reads a body of JSON.
   * @throws GraphQLError if it is too large, too slow or not JSON; DOMException AbortError if the client disconnects.
   */
  async readJson(request: Request, { req, body }: RequestContext): Promise<unknown> {
    const { bytes, timeout } = this.#options.limits.body;
    const length = request.headers.get('content-length');
    if (Number(length) > bytes) throw createBodyTooLargeError(bytes);
    // Listeners have a timeout of their own. Only node:http guarantees that a body has the length of its header.
    const limits = { bytes, timeout: length === null || !req ? timeout : undefined };
    // A plugin has read it already. The request then has the text.
    const text = body.readableEnded ? await request.text() : await readText(body, limits);
    return parseJson('The body', text);
  }

  /** Sets how the parameters of an operation are read. */
  setParser({ request, serverContext, setRequestParser }: Payload): void {
    // An anonymous client must not fill the disk.
    if (isForm(request)) requireAuthentication(serverContext, 'An upload');
    setRequestParser((parsed) => this.#readParams(parsed, serverContext));
  }

  /** Reads the parameters of an operation. */
  async #readParams(request: Request, context: RequestContext): Promise<Parsed> {
    const { body } = context;
    try {
      // A stream that was aborted before it is read emits nothing more.
      if (body.readableAborted) throw createEarlyEndError(context);
      if (isForm(request)) return await this.#readForm(request, context);
      const json =
        request.method === 'GET' ? readUrl(request) : await this.readJson(request, context);
      if (isOperation(json)) return json;
      throw createClientError('BAD_REQUEST', 'The body must be an object.');
    } catch (error) {
      throw body.readableAborted ? createEarlyEndError(context) : toClientError(error);
    }
  }

  async #readForm({ headers }: Request, context: RequestContext): Promise<GraphQLParams> {
    const { limits, onFault } = this.#options;
    const bytes = this.#maxUploadBytes;
    // Kept, because plugins may set another caller.
    const { id } = context.caller;
    if (Number(headers.get('content-length')) > bytes) throw createBodyTooLargeError(bytes);
    if (!this.#uploads.tryAcquire(id))
      throw createUploadError(this.#uploads.isFull ? 'OVERLOADED' : 'RATE_LIMITED');
    const files = this.#spool.open();
    const release = async () => {
      if (!context.releaseFiles) return;
      context.releaseFiles = undefined;
      this.#uploads.release(id);
      await files.release();
    };
    context.releaseFiles = release;
    // For requests without `onResponse`, such as after an error of a plugin's `onResultProcess`.
    context.signal.addEventListener('abort', () => void release().catch(onFault));
    try {
      const type = headers.get('content-type') ?? '';
      return await readMultipart(context.body, type, files, { ...limits.upload, bytes });
    } catch (error) {
      if (!(error instanceof SpoolError)) throw error;
      onFault(error);
      throw createUploadError('OVERLOADED');
    }
  }
}
