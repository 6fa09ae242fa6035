import { Readable } from 'node:stream';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graphql/context.ts';
import { type Spool, SpoolError, type SpooledFiles } from '../../shared/spool.ts';
import { isForm } from '../http/form-type.ts';
import type { ServerContext } from '../http/server-context.ts';
import { createRetryLaterError } from '../limits/retry-later-error.ts';
import { readMultipart } from './multipart.ts';
import { createTooLargeError } from './multipart-errors.ts';
import type { UploadLimits } from './upload-limits.ts';

/** Seconds in `Retry-After` if there are too many concurrent uploads. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Accepts uploads. Files are streamed to disk and removed after the response, so memory does not grow with their
 * number, and a file is validated as a whole before the upstream is called. Errors of the disk go to `onFault`.
 */
export function useUploads(
  limits: UploadLimits,
  spool: Spool,
  onFault?: (fault: unknown) => void,
): Plugin<GraphContext, ServerContext> {
  const filesByRequest = new WeakMap<Request, SpooledFiles>();
  let activeUploads = 0;
  const throwOverloaded = (error: unknown): never => {
    if (!(error instanceof SpoolError)) throw error;
    onFault?.(error);
    throw createRetryLaterError('OVERLOADED', 'Too many concurrent uploads', RETRY_AFTER_SECONDS);
  };
  return {
    onRequestParse({ request, serverContext: { req }, setRequestParser }) {
      const contentType = request.headers.get('content-type');
      if (!isForm(request.method, contentType)) return;
      if (Number(request.headers.get('content-length')) > limits.bytes)
        throw createTooLargeError(limits.bytes);
      if (activeUploads >= limits.maxConcurrentUploads)
        throw createRetryLaterError(
          'OVERLOADED',
          'Too many concurrent uploads',
          RETRY_AFTER_SECONDS,
        );
      const files = spool.open();
      filesByRequest.set(request, files);
      activeUploads += 1;
      // Node's stream, because reading a platform Request's body cannot be aborted.
      const body = req ?? Readable.from(request.body ?? []);
      setRequestParser(() =>
        readMultipart(body, contentType ?? '', files, limits).catch(throwOverloaded),
      );
    },
    onResponse({ request }) {
      const files = filesByRequest.get(request);
      if (!files) return undefined;
      filesByRequest.delete(request);
      activeUploads -= 1;
      return files.release();
    },
  };
}
