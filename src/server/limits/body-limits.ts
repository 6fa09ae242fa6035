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
async function readLimitedBody(limit: number, body: Readable): Promise<Uint8Array<ArrayBuffer>> {
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
  await promise;
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
    onRequestParse({ request, serverContext: { req }, requestParser, setRequestParser, fetchAPI }) {
      const length = request.headers.get('content-length');
      const isMultipart = isForm(request.method, request.headers.get('content-type'));
      if (!isMultipart && length !== null && Number(length) > limits.bytes)
        throw createTooLargeError(limits.bytes);
      if (!requestParser) return;
      const hasUnknownLength = !isMultipart && length === null && request.method === 'POST';
      setRequestParser(async (parsedRequest) => {
        try {
          // A stream that was aborted before it is read emits nothing more.
          if (req.readableAborted) throw createDisconnectError();
          if (!hasUnknownLength) return await requestParser(parsedRequest);
          const body = await readLimitedBody(limits.bytes, req);
          const { url, method, headers, signal } = parsedRequest;
          return await requestParser(new fetchAPI.Request(url, { method, headers, signal, body }));
        } catch (error) {
          throw req.readableAborted ? createDisconnectError() : toClientError(error);
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
