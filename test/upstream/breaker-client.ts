import { expect, onTestFinished, vi } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';

import { getError } from '../support/client.ts';
import { type Reply, startRawUpstream } from '../support/raw-upstream.ts';

/** Moves the clock, which must be a fake one. */
export const advanceClock = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

/** Starts a client without retries, whose calls are of a feature and a caller. */
export async function startBreaker(reply: Reply, options: Partial<RestOptions> = {}) {
  let received = Promise.withResolvers<void>();
  const upstream = await startRawUpstream((...request) => {
    received.resolve();
    return reply(...request);
  });
  /** Waits for the next request. A poll would move the clock. */
  const receive = () => {
    received = Promise.withResolvers<void>();
    return received.promise;
  };
  const client = createRestClient({
    url: upstream.url,
    retries: 0,
    extensions: EXTENSIONS,
    ...options,
  });
  onTestFinished(() => client.close());
  let calls = 0;
  const call = (
    feature: 'tools' | 'personas' | 'meetings' = 'tools',
    subject?: string,
    signal?: AbortSignal,
  ) => {
    const rest = client.for({ subject, signal });
    // Identical concurrent reads would share one call.
    calls += 1;
    const params = { id: `${subject}-${calls}` };
    if (feature === 'tools') return rest.tool({ params });
    return feature === 'personas' ? rest.persona({ params }) : rest.meetingInvite({ params });
  };
  /** Makes calls that fail, one every `interval` milliseconds. */
  const fail = async (times: number, make: () => Promise<unknown> = call, interval = 300) => {
    for (let count = 0; count < times; count += 1) {
      if (count > 0) advanceClock(interval);
      expect(await getError(make())).toMatchObject({ kind: 'status' });
    }
  };
  return { client, call, fail, receive, received: upstream.received };
}
