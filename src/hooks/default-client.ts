import { type Client, type ClientOptions, createConfigurableClient } from './client.ts';

let settings: ClientOptions = {};

/** The client of queries and mutations without one, and of hooks without a `ClientProvider`. */
export const defaultClient: Client = /*#__PURE__*/ createConfigurableClient(
  'default',
  () => settings,
);

/**
 * Changes the given options of the default client; others keep their values. Call it in a browser, before the first
 * request.
 * @throws Error on a server if there are headers.
 */
export function configureDefaultClient(changes: Omit<ClientOptions, 'name'>): void {
  if (changes.headers && typeof window === 'undefined') {
    throw new Error(
      'configureDefaultClient cannot set headers on a server: all users would share them. Use createClient, with a client for each request.',
    );
  }
  settings = { ...settings, ...changes };
}
