import { ROOT_CONTEXT, type Span, SpanKind, type Tracer } from '@opentelemetry/api';
import { type Attempt, attemptEnds, attempts } from '../../upstream/diagnostics.ts';
import { activeOperation } from './active-operation.ts';
import type { Metrics } from './metrics.ts';
import { endSpan, injectContext, startSpan } from './tracing.ts';

/**
 * Counts and times each attempt of a call to the upstream at `url`, and adds the trace context to its headers. With a
 * tracer, also creates a span for each attempt.
 * @returns functions that unsubscribe.
 */
export function observeAttempts(
  url: string,
  metrics: Metrics,
  tracer: Tracer | undefined,
): (() => void)[] {
  const { origin } = new URL(url);
  const spans = new WeakMap<Attempt, Span>();

  const onAttempt = (attempt: Attempt) => {
    const operation = activeOperation.getStore();
    if (operation) operation.totals.upstreamCalls += 1;
    const { span, context } = startSpan(tracer, operation?.context ?? ROOT_CONTEXT, () => {
      const [method, path] = attempt.call.split(' ');
      const attributes = {
        'http.request.method': method,
        'url.template': path,
        'server.address': origin,
      };
      return [attempt.call, { kind: SpanKind.CLIENT, attributes }];
    });
    injectContext(context, attempt.headers);
    if (span) spans.set(attempt, span);
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
    const span = spans.get(attempt);
    if (!span) return;
    if (attempt.status !== undefined) {
      span.setAttribute('http.response.status_code', attempt.status);
    }
    endSpan(span, attempt.status === undefined || attempt.status >= 500 ? status : undefined);
  };

  return [
    attempts.subscribe((attempt) => {
      if (attempt.origin === origin) onAttempt(attempt);
    }),
    attemptEnds.subscribe((attempt) => {
      if (attempt.origin === origin) onAttemptEnd(attempt);
    }),
  ];
}
