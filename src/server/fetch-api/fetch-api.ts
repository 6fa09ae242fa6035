import { LightRequest } from './light-request.ts';
import { LightResponse } from './light-response.ts';

/**
 * The classes that Yoga and its plugins use: light ones for each request and its response. All others are the platform's
 * own, so that uploads are instances of `File` for zod and undici.
 */
export const fetchAPI = {
  fetch,
  Request: LightRequest,
  Response: LightResponse,
  Headers,
  FormData,
  File,
  Blob,
  ReadableStream,
  WritableStream,
  TransformStream,
  URL,
  URLSearchParams,
};
