import type { Readable } from 'node:stream';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graphql/context.ts';
import type { ServerContext } from '../authentication/authentication-plugin.ts';
import { createMultipartError, createTooLargeError } from '../uploads/multipart-errors.ts';
import { isForm } from '../uploads/uploads-plugin.ts';

/** How much a request may hold that is no form. */
export interface BodyLimits {
  readonly bytes: number;
  /** Levels of objects and lists in the variables: more than anyone means, and few enough to walk through. */
  readonly variablesDepth: number;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * Reads a body of which nobody told the length. What is too much is read and dropped, because a client may look for the
 * answer only after it has sent everything.
 */
async function readUpTo(limit: number, body: Readable): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const pieces: Uint8Array[] = [];
  let size = 0;
  body.on('data', (piece: Uint8Array) => {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    else reject(createTooLargeError());
  });
  body.once('end', resolve).once('error', reject);
  body.once('close', () => reject(createMultipartError('The request ends before it is whole.')));
  await promise;
  return new Uint8Array(Buffer.concat(pieces, size));
}

/** A request that cannot be read is its sender's fault, whatever the readers throw for it. */
function sendersFault(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && error.extensions.http) return error;
  return createMultipartError(
    error instanceof GraphQLError ? error.message : 'The request cannot be read.',
  );
}

/** Holds requests to limits of size, and makes every failure to read one the sender's. */
export function useBodyLimits(limits: BodyLimits): Plugin<GraphContext, ServerContext> {
  return {
    onRequestParse({ request, serverContext: { req }, requestParser, setRequestParser, fetchAPI }) {
      const length = request.headers.get('content-length');
      if (!isForm(request) && length !== null && Number(length) > limits.bytes)
        throw createTooLargeError();
      if (!requestParser) return;
      const isUntold = req !== undefined && length === null && request.body !== null;
      setRequestParser(async (given) => {
        try {
          if (!isUntold || isForm(request)) return await requestParser(given);
          const body = await readUpTo(limits.bytes, req);
          const { url, method, headers, signal } = given;
          return await requestParser(new fetchAPI.Request(url, { method, headers, signal, body }));
        } catch (error) {
          throw sendersFault(error);
        }
      });
    },
    onParams({ params: { variables } }) {
      if (isDeeper(variables, limits.variablesDepth)) {
        throw createMultipartError(
          `The variables are nested deeper than ${limits.variablesDepth} levels.`,
        );
      }
    },
  };
}
