import type { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { GrowableBuffer } from '../../shared/growable-buffer.ts';
import { hasMoreValues } from '../../shared/has-more-values.ts';
import { isDeeperThan } from '../../shared/is-deeper-than.ts';
import { limit } from '../../shared/settings/setting.ts';
import { createDisconnectError } from '../http/disconnect-error.ts';
import { isForm } from '../http/form-type.ts';
import type { ServerPlugin } from '../request-context.ts';
import { createMultipartError, createTooLargeError } from '../uploads/multipart-errors.ts';

/** Limits of a request body that is not multipart. */
export const bodyLimits = z.object({
  bytes: limit(1024 * 1024),
  /**
   * Maximum time until the last byte of a body of unknown length, in milliseconds. Longer than the default timeout of
   * listeners, which also close the connection.
   */
  timeout: limit(20_000),
  /** Maximum nesting of objects and lists in the variables. */
  variablesDepth: limit(32),
  /** Maximum number of values in the variables, at all depths. Allows as many `_entities` as the cost limit does. */
  variablesValues: limit(20_000),
});

export type BodyLimits = z.output<typeof bodyLimits>;

/**
 * Reads a body of unknown length. Excess data is read and discarded, because a client may read the response only after
 * it has sent everything.
 */
async function readLimitedBody(
  body: Readable,
  { bytes: limit, timeout }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const received = new GrowableBuffer();
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) received.append(chunk);
    else reject(createTooLargeError(limit));
  });
  body.once('end', resolve).once('error', reject);
  body.once('close', () => reject(createMultipartError('The request is incomplete.')));
  const timer = setTimeout(() => {
    reject(createMultipartError('The request took too long to arrive.', 408));
  }, timeout);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
  return new Uint8Array(received.bytes);
}

/** Converts any parse error into a client error (4xx). */
function toClientError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.http) return error;
  return createMultipartError(
    error instanceof GraphQLError ? error.message : 'The request cannot be read.',
  );
}

/**
 * Limits the size of requests and reports all parse failures as client errors. If the client disconnects before its
 * request is read, the request is aborted.
 */
export function useBodyLimits(limits: BodyLimits): ServerPlugin {
  return {
    onRequestParse({ request, serverContext, requestParser, setRequestParser, fetchAPI }) {
      const { req, body } = serverContext;
      const length = request.headers.get('content-length');
      const isMultipart = isForm(request.method, request.headers.get('content-type'));
      if (!isMultipart && length !== null && Number(length) > limits.bytes)
        throw createTooLargeError(limits.bytes);
      if (!requestParser) return;
      // Only node:http guarantees that a body has the length of its header.
      const hasUnknownLength =
        !isMultipart && request.method === 'POST' && (length === null || !req);
      setRequestParser(async (parsedRequest) => {
        try {
          // A stream that was aborted before it is read emits nothing more.
          if (body.readableAborted) throw createDisconnectError();
          if (!hasUnknownLength) return await requestParser(parsedRequest);
          const { url, method, headers, signal } = parsedRequest;
          const bytes = await readLimitedBody(body, limits);
          const init = { method, headers, signal, body: bytes };
          return await requestParser(new fetchAPI.Request(url, init));
        } catch (error) {
          throw body.readableAborted ? createDisconnectError() : toClientError(error);
        }
      });
    },
    onParams({ params: { variables } }) {
      if (hasMoreValues(variables, limits.variablesValues)) {
        throw createMultipartError(
          `The variables have more than ${limits.variablesValues} values.`,
        );
      }
      if (isDeeperThan(variables, limits.variablesDepth)) {
        throw createMultipartError(
          `The variables are nested deeper than ${limits.variablesDepth} levels.`,
        );
      }
    },
  };
}
