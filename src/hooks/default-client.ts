import { type Client, type ClientOptions, createConfigurableClient } from './client.ts';

let settings: ClientOptions = {};

/** The client of hooks without a `ClientProvider`. */
export const defaultClient: Client = /*#__PURE__*/ createConfigurableClient(
  'default',
  () => settings,
);

/**
 * Changes the given options of the default client; others keep their values. Call it in a browser, before the first
 * hook runs.
 * @throws Error on a server if there are headers.
 */
export function configureHooks(changes: Omit<ClientOptions, 'name'>): void {
  if (changes.headers && typeof window === 'undefined') {
    throw new Error(
      'configureHooks cannot set headers on a server: all users would share them. Use createClient and ClientProvider with a client for each request.',
    );
  }
  settings = { ...settings, ...changes };
}
