import { STATUS_CODES } from 'node:http';
import type { GraphQLError } from 'graphql';
import { translateError } from '../../graphql/errors.ts';
import { schema } from '../../graphql/schema.ts';
import { hideSecrets } from '../../graphql/secret-scalar.ts';
import { measureJson } from '../executor/json-size.ts';
import { createResponseTooLargeError } from '../limits/response-limits.ts';
import type { ServerPlugin } from '../request-context.ts';
import { createGraphErrorBody } from './error-body.ts';

/**
 * Adds the request id to responses and converts errors to the format that clients see. If a response with errors has more
 * than `maxBytes`, an error replaces it.
 * @param onFault receives every error that clients see only as INTERNAL.
 */
export function useErrorTranslation(
  maxBytes: number,
  onFault: ((fault: unknown, requestId: string) => void) | undefined,
): ServerPlugin {
  const translate = (error: GraphQLError, requestId: string) => {
    const { sent, masked } = translateError(hideSecrets(error, schema), requestId);
    if (masked !== undefined) onFault?.(masked, requestId);
    return sent;
  };
  return {
    onResultProcess({ serverContext: { requestId }, result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      const errors = result.errors.map((error) => translate(error, requestId));
      const isTooLarge = measureJson({ ...result, errors }, maxBytes) > maxBytes;
      setResult(
        isTooLarge
          ? { errors: [translate(createResponseTooLargeError(maxBytes), requestId)] }
          : { ...result, errors },
      );
    },
    onResponse({ serverContext: { requestId }, response, setResponse, fetchAPI }) {
      const { status, headers } = response;
      headers.set('x-request-id', requestId);
      // Yoga sends some client errors without a body.
      const isClientError = status >= 400 && status < 500;
      if (!isClientError || headers.has('content-type') || response.body !== null) return;
      const message = `The request was rejected: ${STATUS_CODES[status]}.`;
      const body = createGraphErrorBody({ status, message, requestId });
      setResponse(fetchAPI.Response.json(body, { status, headers }));
    },
  };
}
