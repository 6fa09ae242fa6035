import { LightResponse } from '../fetch-api/light-response.ts';
import { createGraphErrorBody } from './error-body.ts';

/** Creates the response to a request that is rejected before it becomes an operation, in GraphQL's error format. */
export const createErrorResponse = (
  requestId: string,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  LightResponse.json(createGraphErrorBody({ status, message, requestId }), {
    status,
    headers,
  });
