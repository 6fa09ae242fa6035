import { isStorable, readEntityTag, readMaxAge } from './cache-freshness.ts';
import type { CallOptions, Upstream } from './call-options.ts';
import type { AdmittedAttempt } from './circuit-breaker.ts';
import { DeadlineTimer } from './deadline.ts';
import { attemptEnds, attempts, queueWaits, retries } from './diagnostics.ts';
import { CircuitOpenError, OverloadedError } from './errors.ts';
import { addTraceHeaders } from './request.ts';
import type { CallResult } from './response.ts';
import { readResponse } from './response.ts';
import { getRetryDelay } from './retry.ts';
import { SentRequest } from './sent-request.ts';
import { toRestError } from './undici-errors.ts';

async function waitForSlot({ name, concurrency }: CallOptions, timer: DeadlineTimer) {
  const { limit, subject, queueTimeout } = concurrency;
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
        reject(new OverloadedError(name));
      }, queueTimeout);
      if (!limit.enqueue(queued)) {
        clearTimeout(timeout);
        reject(new OverloadedError(name));
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
 * Sends the request once, and parses the response.
 * @throws RestError; CircuitOpenError if it is not sent.
 */
async function makeAttempt(
  { origin, connections, breaker, maxResponseBytes, traceAttempt }: Upstream,
  options: CallOptions,
  timer: DeadlineTimer,
  admitted: AdmittedAttempt[],
): Promise<CallResult> {
  const { endpoint, name, feature, request, credential, timeoutPhase: phase } = options;
  const { subject } = options.concurrency;
  const observation = breaker?.admit({
    call: name,
    feature,
    subject,
    isSlow: endpoint.slow === true,
  });
  if (observation) admitted.push(observation);
  const trace = traceAttempt?.(origin, name);
  const tracedRequest = trace ? addTraceHeaders(request, trace.headers) : request;
  const sent = new SentRequest(origin, name, tracedRequest);
  attempts.publish(sent);
  const connection = connections.acquire();
  try {
    await sent.send(connection.dispatcher, timer);
    const response = sent.readResponse(maxResponseBytes);
    const { status, headers, text } = response;
    const freshSeconds = readMaxAge(headers);
    const requestId = sent.getRequestId(credential);
    const { earlier } = request;
    if (status === 304 && earlier) {
      observation?.record(undefined);
      return { ...earlier, freshSeconds: freshSeconds ?? earlier.freshSeconds, requestId };
    }
    const value = readResponse(endpoint, name, response, { secret: request.secret, credential });
    observation?.record(undefined);
    return {
      value,
      freshSeconds,
      requestId,
      etag: readEntityTag(headers),
      isStorable: isStorable(headers),
      size: text.length,
      receivedAt: performance.now(),
    };
  } catch (thrown) {
    const { signal } = options.deadline;
    const error = toRestError(thrown, { call: name, signal, maxResponseBytes, phase });
    error.requestId = sent.getRequestId(credential);
    observation?.record(error);
    throw error;
  } finally {
    connections.release(connection);
    attemptEnds.publish(sent);
    trace?.end(sent.status);
  }
}

/**
 * Makes a call to the upstream: acquires a slot, sends the request, judges the response, releases the slot, and waits before
 * a retry, until the deadline.
 * @throws RestError of the last attempt; OverloadedError or CircuitOpenError if there was no attempt.
 */
export async function performCall(upstream: Upstream, options: CallOptions): Promise<CallResult> {
  const { endpoint, name, concurrency, deadline } = options;
  const { limit, subject } = concurrency;
  const timer = new DeadlineTimer(deadline);
  const admitted: AdmittedAttempt[] = [];
  let phase = options.timeoutPhase;
  let failure: unknown;
  try {
    timer.throwIfOver();
    for (let attempt = 0; ; attempt += 1) {
      if (!limit.tryAcquire(subject)) {
        phase = 'queue';
        await waitForSlot(options, timer);
        phase = options.timeoutPhase;
      }
      try {
        const result = await makeAttempt(upstream, options, timer, admitted);
        for (const failed of admitted.slice(0, -1)) failed.heal();
        return result;
      } catch (error) {
        // The error of the previous attempt has the cause.
        if (error instanceof CircuitOpenError) throw failure ?? error;
        failure = error;
      } finally {
        limit.release(subject);
      }
      const delay = getRetryDelay(endpoint, failure, attempt, upstream.retries);
      if (delay === undefined) throw failure;
      await timer.sleep(delay);
      retries.publish({ call: name });
    }
  } catch (error) {
    const { maxResponseBytes } = upstream;
    throw toRestError(error, { call: name, signal: deadline.signal, maxResponseBytes, phase });
  } finally {
    timer.stop();
  }
}
