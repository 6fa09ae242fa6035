import type { TraceAttempt } from '../../upstream/call.ts';
import { type Attempt, attemptEnds, attempts } from '../../upstream/diagnostics.ts';
import { activeOperation } from './active-operation.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './trace.ts';

/**
 * Creates a function that continues the trace of the active operation in the upstream. If tracing is on, it also creates a
 * span for each attempt, the parent of what the upstream does.
 */
export const createAttemptTracing =
  ({ root }: Tracing): TraceAttempt =>
  (origin, call) => {
    const trace = activeOperation.getStore()?.trace ?? root;
    const span = trace.startSpan(() => {
      const [method, path] = call.split(' ');
      return {
        name: call,
        kind: 'CLIENT',
        attributes: {
          'http.request.method': method,
          'url.template': path,
          'server.address': origin,
        },
      };
    });
    const { headers } = span?.trace ?? trace;
    if (!headers) return undefined;
    return {
      headers,
      end: (status) => {
        if (status !== undefined) span?.setAttributes({ 'http.response.status_code': status });
        const failure = status === undefined ? 'error' : String(status);
        span?.end(status === undefined || status >= 500 ? failure : undefined);
      },
    };
  };

/**
 * Counts and times each attempt of a call to the upstream at `url`.
 * @returns functions that unsubscribe.
 */
export function observeAttempts(url: string, metrics: Metrics): (() => void)[] {
  const { origin } = new URL(url);

  const onAttempt = () => {
    const record = activeOperation.getStore()?.record;
    if (record) record.upstreamCalls += 1;
  };

  const onAttemptEnd = (attempt: Attempt) => {
    const { call: endpoint, uploadBytes, startedAt } = attempt;
    const status = attempt.status === undefined ? 'error' : String(attempt.status);
    metrics.upstreamCalls.inc({ endpoint, status });
    metrics.upstreamSeconds.observe({ endpoint }, (performance.now() - startedAt) / 1000);
    if (uploadBytes !== undefined) {
      metrics.uploads.inc({ status });
      metrics.uploadBytes.observe(uploadBytes);
    }
  };

  return [
    attempts.subscribe((attempt) => {
      if (attempt.origin === origin) onAttempt();
    }),
    attemptEnds.subscribe((attempt) => {
      if (attempt.origin === origin) onAttemptEnd(attempt);
    }),
  ];
}
