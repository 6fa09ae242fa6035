import { ApiError, type ClientErrorCode, type ErrorRecord } from './errors.ts';
import type { RawResponse } from './send-request.ts';
import type { ErrorCode } from './types.ts';

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

function createApiError(
  { message, extensions = {} }: ErrorRecord,
  errors: readonly ErrorRecord[],
  data: unknown,
): ApiError {
  // The API guarantees the other types. `code` is only compared, so an unknown one is harmless.
  const {
    code = 'INTERNAL',
    issues,
    requestId,
    reason,
    retryAfterSeconds,
    rule,
    resetsAt,
  } = extensions;
  return new ApiError({
    ...{ code, message, errors, data, requestId, reason, retryAfterSeconds, rule, resetsAt },
    issues: Array.isArray(issues) ? issues : [],
  });
}

/** What a status means if the response is not from the API, but from a proxy in front of it. */
const PROXY_CODES: Readonly<Record<number, ErrorCode | ClientErrorCode>> = {
  401: 'UNAUTHENTICATED',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  502: 'NETWORK',
  503: 'NETWORK',
  504: 'NETWORK',
};

const hasData = (data: unknown) =>
  isObject(data) && Object.values(data).some((value) => value !== null);

/**
 * Returns the data of a response. With `onPartialData`, data beside errors is returned, too, after a call of it.
 * @throws ApiError if it has errors. If it is not a GraphQL response, the code depends on the status: UNAUTHENTICATED
 * (401), PAYLOAD_TOO_LARGE (413), RATE_LIMITED (429, with the seconds of Retry-After), NETWORK (502, 503 and 504), and
 * otherwise INVALID_RESPONSE.
 */
export function readResponse(
  { status, text, retryAfter }: RawResponse,
  onPartialData?: (error: ApiError) => void,
): unknown {
  const response = parseJson(text);
  const { data, errors } = isObject(response) ? response : {};
  const records = Array.isArray(errors) ? errors.filter(isError) : [];
  const [first] = records;
  if (first) {
    const error = createApiError(first, records, data);
    if (!onPartialData || !hasData(data)) throw error;
    onPartialData(error);
  }
  if (isObject(data)) return data;
  throw new ApiError({
    code: PROXY_CODES[status] ?? 'INVALID_RESPONSE',
    message: `The response is not a GraphQL response (status ${status}).`,
    retryAfterSeconds: Number(retryAfter) || undefined,
  });
}
