import { LightHeaders } from './light-headers.ts';
import { LightRequest } from './light-request.ts';
import { LightResponse } from './light-response.ts';

/**
 * Returns the classes that Yoga and its plugins use: light ones for each request and its response. All others are the
 * platform's own, so that uploads are instances of `File` for zod and undici.
 *
 * Node.js loads its implementation of `fetch` with the first of its classes: 40 ms and 15 MB, which importing this module
 * does not take.
 */
export function createFetchAPI() {
  // For `instanceof`. All members are overridden.
  Object.setPrototypeOf(LightHeaders.prototype, Headers.prototype);
  Object.setPrototypeOf(LightRequest.prototype, Request.prototype);
  Object.setPrototypeOf(LightResponse.prototype, Response.prototype);
  return {
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
}
