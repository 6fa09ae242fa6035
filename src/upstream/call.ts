import { CallAttempt } from './attempt.ts';
import type { CallOptions, Upstream } from './call-options.ts';
import { DeadlineTimer } from './deadline.ts';
import { queueWaits, retries } from './diagnostics.ts';
import { toUpstreamError, UpstreamError } from './errors.ts';
import type { CallResult } from './response.ts';
import { getRetryDelay } from './retry.ts';

async function waitForSlot({ target, slots, subject }: CallOptions, timer: DeadlineTimer) {
  const { limit, queueTimeout } = slots;
  queueWaits.publish({ isWaiting: true });
  try {
    await timer.wait<void>((resolve, reject) => {
      const queued = {
        subject,
        onAcquired: () => {
          clearTimeout(timeout);
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        limit.cancel(queued);
        reject(new UpstreamError('overload', target.name, { retryAfterSeconds: 1 }));
      }, queueTimeout);
      if (!limit.enqueue(queued)) {
        clearTimeout(timeout);
        reject(new UpstreamError('overload', target.name, { retryAfterSeconds: 1 }));
      }
      return () => {
        clearTimeout(timeout);
        limit.cancel(queued);
      };
    });
  } finally {
    queueWaits.publish({ isWaiting: false });
  }
}

/**
 * Makes a call to the upstream: acquires a slot, sends the request, judges the response, releases the slot, and waits before
 * a retry, until the deadline.
 * @throws UpstreamError of the last attempt, or why there was none.
 */
export async function performCall(upstream: Upstream, options: CallOptions): Promise<CallResult> {
  const { target, subject, slots, deadline } = options;
  const { limit } = slots;
  const timer = new DeadlineTimer(deadline);
  const failed: CallAttempt[] = [];
  let phase = options.timeoutPhase;
  let failure: unknown;
  try {
    timer.throwIfOver();
    for (;;) {
      if (!limit.tryAcquire(subject)) {
        phase = 'QUEUE';
        await waitForSlot(options, timer);
        phase = options.timeoutPhase;
      }
      const attempt = new CallAttempt(upstream, options);
      try {
        await attempt.send(timer);
        const result = attempt.complete();
        for (const earlier of failed) earlier.heal();
        return result;
      } catch (thrown) {
        const error = attempt.fail(thrown);
        // The error of the previous attempt has the cause.
        if (error.kind === 'circuit') throw failure ?? error;
        failure = error;
        failed.push(attempt);
      } finally {
        limit.release(subject);
      }
      const delay = getRetryDelay(target.endpoint, failure, failed.length - 1, upstream.retries);
      if (delay === undefined) throw failure;
      await timer.sleep(delay);
      retries.publish({ call: target.name });
    }
  } catch (error) {
    const { maxResponseBytes } = upstream;
    const { signal } = deadline;
    throw toUpstreamError(error, { call: target.name, signal, maxResponseBytes, phase });
  } finally {
    timer.stop();
  }
}
