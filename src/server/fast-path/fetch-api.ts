/** The platform's own classes for Yoga, so that an upload is a real File for the contract's rules and for undici. */
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
