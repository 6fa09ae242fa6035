import { ConcurrencyLimit } from '../../shared/concurrency-limit.ts';
import { type Spool, SpoolError } from '../../shared/spool.ts';
import { isForm } from '../http/form-type.ts';
import { createRetryLaterError } from '../limits/retry-later-error.ts';
import type { ServerPlugin } from '../request-context.ts';
import { readMultipart } from './multipart.ts';
import { createTooLargeError } from './multipart-errors.ts';
import type { UploadLimits } from './upload-limits.ts';

/** Seconds in `Retry-After` if there are too many concurrent uploads. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Accepts uploads. Files are streamed to disk and removed after the response, so memory does not grow with their
 * number, and a file is validated as a whole before the upstream is called. A caller gets at most half of the concurrent
 * uploads. Errors of the disk go to `onFault`.
 */
export function useUploads(
  limits: UploadLimits,
  spool: Spool,
  onFault?: (fault: unknown) => void,
): ServerPlugin {
  const limit = new ConcurrencyLimit({ maxActive: limits.maxConcurrentUploads, maxWaiting: 0 });
  const throwOverloaded = (error: unknown): never => {
    if (!(error instanceof SpoolError)) throw error;
    onFault?.(error);
    throw createRetryLaterError('OVERLOADED', 'Too many concurrent uploads', RETRY_AFTER_SECONDS);
  };
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      const contentType = request.headers.get('content-type');
      if (!isForm(request.method, contentType)) return;
      if (Number(request.headers.get('content-length')) > limits.bytes)
        throw createTooLargeError(limits.bytes);
      if (!limit.tryAcquire(serverContext.caller.id))
        throw createRetryLaterError(
          limit.isFull ? 'OVERLOADED' : 'RATE_LIMITED',
          'Too many concurrent uploads',
          RETRY_AFTER_SECONDS,
        );
      const files = spool.open();
      serverContext.files = files;
      setRequestParser(() =>
        readMultipart(serverContext.body, contentType ?? '', files, limits).catch(throwOverloaded),
      );
    },
    onResponse({ serverContext }) {
      const { files } = serverContext;
      if (!files) return undefined;
      serverContext.files = undefined;
      limit.release(serverContext.caller.id);
      return files.release();
    },
  };
}
