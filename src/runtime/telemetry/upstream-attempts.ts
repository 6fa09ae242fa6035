import { ROOT_CONTEXT, type Span, SpanKind, type Tracer } from '@opentelemetry/api';
import { ATTEMPT_ENDS, ATTEMPTS, type Attempt } from '../../upstream/diagnostics.ts';
import { activeOperation } from './active-operation.ts';
import type { Metrics } from './metrics.ts';
import { subscribeTo, unsubscribeAll } from './subscribe.ts';
import { beginSpan, endSpan, injectContext } from './tracing.ts';

/**
 * Watches the calls to the service at `url`: counts and times each try, makes a span of it where there is a tracer, and
 * tells the service of which trace it is part.
 * @returns what ends the watching.
 */
export function watchUpstream(
  url: string,
  metrics: Metrics,
  tracer: Tracer | undefined,
): () => void {
  const { origin } = new URL(url);
  const spans = new WeakMap<Attempt, Span>();

  const onBegin = (attempt: Attempt) => {
    const operation = activeOperation.getStore();
    if (operation) operation.totals.upstreamCalls += 1;
    const { span, context } = beginSpan(tracer, operation?.context ?? ROOT_CONTEXT, () => {
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

  const onOver = (attempt: Attempt) => {
    const { call: endpoint, uploadBytes, begin } = attempt;
    const status = attempt.status === undefined ? 'error' : String(attempt.status);
    metrics.upstreamCalls.add(endpoint, status);
    metrics.upstreamSeconds.observe({ endpoint }, (performance.now() - begin) / 1000);
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

  return unsubscribeAll(
    subscribeTo<Attempt>(ATTEMPTS, (attempt) => {
      if (attempt.origin === origin) onBegin(attempt);
    }),
    subscribeTo<Attempt>(ATTEMPT_ENDS, (attempt) => {
      if (attempt.origin === origin) onOver(attempt);
    }),
  );
}
