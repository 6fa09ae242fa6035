/** The platform's own classes, so that uploads are instances of `File` for zod and undici. */
export const fetchAPI = {
  fetch,
  Request,
  Response,
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
