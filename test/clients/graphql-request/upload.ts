import type { RequestMiddleware } from 'graphql-request';

const listFiles = (value: unknown, path: string): [path: string, file: Blob][] => {
  if (value instanceof Blob) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => listFiles(item, `${path}.${key}`));
};

const replaceFile = (_: string, value: unknown) => (value instanceof Blob ? null : value);

/** Sends a request with a file in its variables as a GraphQL multipart request. */
export const uploadFiles: RequestMiddleware = (request) => {
  const files = listFiles(request.variables, 'variables');
  if (files.length === 0) return request;
  const operations = { ...JSON.parse(`${request.body}`), variables: request.variables };
  const body = new FormData();
  body.append('operations', JSON.stringify(operations, replaceFile));
  body.append('map', JSON.stringify(Object.fromEntries(files.map(([path], i) => [i, [path]]))));
  for (const [index, [, file]] of files.entries()) body.append(`${index}`, file);
  const headers = new Headers(request.headers);
  headers.delete('content-type');
  return { ...request, headers, body };
};
