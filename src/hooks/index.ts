export { type Client, type ClientOptions, createClient, type RequestHeaders } from './client.ts';
export { ClientProvider, useClient } from './client-provider.ts';
export { configureHooks } from './default-client.ts';
export * from './errors.ts';
export * from './generated.ts';
export { getResourceKey } from './query-keys.ts';
export type { RequestOptions } from './send-request.ts';
export { type TypedDocument, TypedDocumentString } from './typed-document.ts';
export type * from './types.ts';
