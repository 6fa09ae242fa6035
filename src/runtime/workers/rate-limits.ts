import type { RateLimiter } from '../../server/limits/rate-limits.ts';
import { FromPrimary, sendToPrimary } from './ipc-messages.ts';

/** How long a worker waits for the primary, in milliseconds. Then it counts alone. */
const TIMEOUT = 1_000;

type Consumed = Parameters<RateLimiter['consume']>;

/**
 * Creates the rate limits of a worker: the primary counts for all. If it does not respond in time, the worker counts in its
 * own.
 */
export function createSharedLimits(own: RateLimiter): RateLimiter {
  const waiting = new Map<number, (wait: number | undefined) => void>();
  let lastId = 0;
  process.on('message', (received: unknown) => {
    const message = FromPrimary.safeParse(received).data;
    if (message?.type === 'counted') waiting.get(message.id)?.(message.wait);
  });

  const askPrimary = (...[subject, charges]: Consumed) =>
    new Promise<number | undefined>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const finish = (wait: number | undefined) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(wait);
      };
      const timer = setTimeout(() => {
        waiting.delete(id);
        own.consume(subject, charges).then(resolve, reject);
      }, TIMEOUT);
      waiting.set(id, finish);
      sendToPrimary({ type: 'count', id, subject, charges });
    });

  return { consume: askPrimary };
}
