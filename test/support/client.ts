import type { LookupFunction } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';
import type { RestMethods } from '../../src/upstream/rest-methods.ts';
import { formatResponse, startRawUpstream } from './raw-upstream.ts';
import { onFinished } from './resources.ts';

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

export const succeed = (): string => formatResponse('200 OK', { id: 't1', sessionToken: 'x' });
export const unavailable = (): string => formatResponse('503 Service Unavailable', {});

/** Starts a client of an upstream that gives these replies in order, and then repeats the last. */
export async function startClientWithReplies(
  replies: readonly (() => string | undefined)[],
  options: Partial<RestOptions> = {},
) {
  const upstream = await startRawUpstream(() =>
    replies[Math.min(upstream.received.length, replies.length) - 1]?.(),
  );
  const client = createRestClient({ url: upstream.url, retryDelay: 1, ...options });
  onFinished(() => client.close());
  let calls = 0;
  // Identical concurrent reads would share one call.
  const tool = (signal?: AbortSignal) => {
    calls += 1;
    return client.for({ signal }).tool({ params: { id: `t${calls}` } });
  };
  return { client, tool, received: upstream.received };
}

/** Returns the error of a call, which must fail. */
export const getError = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );
