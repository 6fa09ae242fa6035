import { expect } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { onFinished } from './on-finished.ts';
import { formatResponse, startRawUpstream } from './raw-upstream.ts';

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
