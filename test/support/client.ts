import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';
import type { RestMethods } from '../../src/upstream/rest-methods.ts';

/** Creates a client of the upstream at `url` for one caller, until the end of the running test. */
export function startClient(
  url: string,
  options: Partial<RestOptions> = {},
  key = 'sk-test-key',
): RestMethods {
  const client = createRestClient({ url, retryDelay: 1, ...options });
  onTestFinished(() => client.close());
  return client.for({ credential: Credential.fromKey(key) });
}

/** Creates a lookup that resolves every host name to the address that `getAddress` returns. */
export const createLookup =
  (getAddress: () => string): LookupFunction =>
  (_name, options, callback) => {
    const address = getAddress();
    if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
