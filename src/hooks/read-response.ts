import {
  type AnyApiError,
  ApiError,
  type ErrorCode,
  type ErrorRecord,
  type InputIssue,
} from './errors.ts';
import type { RawResponse } from './send-request.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isError = (value: unknown): value is ErrorRecord =>
  isObject(value) && typeof value.message === 'string';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function createApiError(errors: readonly ErrorRecord[], data: unknown): AnyApiError {
  const [{ message, extensions = {} } = { message: 'The API request failed.' }] = errors;
  const { code, requestId, issues, retryAfterSeconds } = extensions;
  // The API guarantees these types. `code` is only compared, so an unknown one is harmless.
  return new ApiError({
    code: (typeof code === 'string' ? code : 'INTERNAL') as ErrorCode,
    message,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    issues: Array.isArray(issues) ? (issues as InputIssue[]) : [],
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
    errors,
    data,
  }) as AnyApiError;
}

/**
 * Returns the data of a response.
 * @throws ApiError if it has errors. If it is not a GraphQL response, the code is UNAUTHENTICATED for a 401, as a proxy
 * in front of the API may send it, and otherwise INVALID_RESPONSE.
 */
export function readResponse({ status, text }: RawResponse): unknown {
  const response = parseJson(text);
  if (!isObject(response) || !('data' in response || 'errors' in response)) {
    throw new ApiError({
      code: status === 401 ? 'UNAUTHENTICATED' : 'INVALID_RESPONSE',
      message: `The response is not a GraphQL response (status ${status}).`,
    });
  }
  const errors = Array.isArray(response.errors) ? response.errors.filter(isError) : [];
  if (errors.length > 0) throw createApiError(errors, response.data);
  return response.data;
}
