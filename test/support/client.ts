import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { createRestClient, type RestMethods, type RestOptions } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';

/** Opens a client of the upstream at `url` for the running test, on behalf of one caller. */
export function startClient(
  url: string,
  options: Partial<RestOptions> = {},
  key = 'sk-test-key',
): RestMethods {
  const client = createRestClient({ url, retryDelay: 1, ...options });
  onTestFinished(() => client.close());
  return client.for({ credential: Credential.fromKey(key) });
}

/** Resolves every name to the loopback address that `current` answers. */
export const lookupOf =
  (current: () => string): LookupFunction =>
  (_name, options, callback) => {
    const address = current();
    if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
