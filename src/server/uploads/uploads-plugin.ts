import { Readable } from 'node:stream';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graphql/context.ts';
import { type Spool, SpoolError, type SpooledFiles } from '../../shared/spool.ts';
import {
  createRetryLaterError,
  type ServerContext,
} from '../authentication/authentication-plugin.ts';
import { type FormLimits, readMultipart } from './multipart.ts';
import { createTooLargeError } from './multipart-errors.ts';

/** How uploads are taken. */
export interface UploadLimits extends FormLimits {
  /** Forms that may be on their way at the same time; with `bytes`, the room on disk that they take at most. */
  readonly maxConcurrentUploads: number;
}

/** Seconds after which a form may be sent again where too many are on their way. */
const RETRY_AFTER_SECONDS = 5;

/** Whether a request is a GraphQL multipart request, by its own word. */
export const isForm = ({ method, headers }: Request): boolean =>
  method === 'POST' && /^\s*multipart\/form-data\s*(;|$)/i.test(headers.get('content-type') ?? '');

/**
 * Takes uploads: the files of a form are written to disk as they arrive, and removed when the request has its answer.
 * So they cost no memory however many there are, and every rule about a file is applied to the whole of it before the
 * upstream is asked. A disk that does not take them is the operator's to mend, who is told by `onFault`.
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
    throw createRetryLaterError('OVERLOADED', RETRY_AFTER_SECONDS);
  };
  return {
    onRequestParse({ request, serverContext: { req }, setRequestParser }) {
      if (!isForm(request)) return;
      if (Number(request.headers.get('content-length')) > limits.bytes) throw createTooLargeError();
      if (activeUploads >= limits.maxConcurrentUploads)
        throw createRetryLaterError('OVERLOADED', RETRY_AFTER_SECONDS);
      const files = spool.open();
      filesByRequest.set(request, files);
      activeUploads += 1;
      // The bytes as node:http has them: what the platform's Request would do with them cannot be stopped half way.
      const body = req ?? Readable.from(request.body ?? []);
      setRequestParser(() =>
        readMultipart(body, request.headers.get('content-type') ?? '', files, limits).catch(
          throwOverloaded,
        ),
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
