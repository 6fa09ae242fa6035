// The entry `avatar-graphql-hooks/client`: what needs neither React nor TanStack Query.
export {
  type Client,
  type ClientOptions,
  createClient,
  type GetToken,
  type RequestHeaders,
  type TokenRequest,
} from './client.ts';
export * from './document-strings.ts';
export * from './errors.ts';
export { type GuestTokenOptions, guestToken, type TokenStorage } from './guest-token.ts';
export type { ErrorMode, RequestOptions } from './send-request.ts';
export { type TypedDocument, TypedDocumentString } from './typed-document.ts';
export type * from './types.ts';
