import {
  type Context,
  defaultTextMapSetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { TraceAttempt } from '../../upstream/call.ts';
import { activeOperation, type OperationRecord } from './active-operation.ts';

const w3c = new W3CTraceContextPropagator();

const headersGetter: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

/** Reads the trace context of a client's request. https://www.w3.org/TR/trace-context/ */
export const readTraceContext = (headers: Headers): Context =>
  headers.has('traceparent') ? w3c.extract(ROOT_CONTEXT, headers, headersGetter) : ROOT_CONTEXT;

/** Returns the id of a span's trace; undefined if there is no trace. */
export function getTraceId(span: Span): string | undefined {
  const context = span.spanContext();
  return isSpanContextValid(context) ? context.traceId : undefined;
}

/** Ends a span. `failure` is a code or a status, never a message, which may contain input. */
export function endSpan(span: Span, failure: string | undefined): void {
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end();
}

/** Starts the span of an operation, below which its calls are. */
export function startOperationSpan(tracer: Tracer, record: OperationRecord): Span {
  const { name, type, context } = record;
  const attributes = { 'graphql.operation.name': name, 'graphql.operation.type': type };
  const span = tracer.startSpan(`${type} ${name}`, { kind: SpanKind.SERVER, attributes }, context);
  if (getTraceId(span) !== undefined) record.context = trace.setSpan(context, span);
  return span;
}

/**
 * Creates a function that starts the span of an attempt of a call, below that of its operation, the parent of what the
 * upstream does. Without an exporter, the trace of the client continues in the upstream.
 */
export const createCallTracing =
  (tracer: Tracer): TraceAttempt =>
  (origin, call) => {
    const parent = activeOperation.getStore()?.context ?? ROOT_CONTEXT;
    const [method, path] = call.split(' ');
    const attributes = {
      'http.request.method': method,
      'url.template': path,
      'server.address': origin,
    };
    const span = tracer.startSpan(call, { kind: SpanKind.CLIENT, attributes }, parent);
    if (getTraceId(span) === undefined) return undefined;
    const headers = {};
    w3c.inject(trace.setSpan(parent, span), headers, defaultTextMapSetter);
    return {
      headers,
      end: (status) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        const failure = status === undefined ? 'error' : String(status);
        endSpan(span, status === undefined || status >= 500 ? failure : undefined);
      },
    };
  };
