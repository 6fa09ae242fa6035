import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, type Span, SpanKind, type Tracer } from '@opentelemetry/api';
import { api } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { active } from './active.ts';
import type { Metrics } from './metrics.ts';
import { beginSpan, endSpan, headersOf } from './tracing.ts';

/** What of undici's request is used here. Its `path` holds ids, which belong in no label. */
interface ObservedRequest {
  readonly origin: unknown;
  readonly method: string;
  readonly path: string;
  readonly contentType: unknown;
  addHeader(name: string, value: string): void;
}

const isRequest = (value: unknown): value is ObservedRequest =>
  typeof value === 'object' &&
  value !== null &&
  'addHeader' in value &&
  'path' in value &&
  typeof value.path === 'string';

const requestOf = (message: unknown) => {
  const request: unknown = Reflect.get(Object(message), 'request');
  return isRequest(request) ? request : undefined;
};

interface Call {
  readonly endpoint: string;
  readonly span: Span;
  readonly begin: number;
  readonly isUpload: boolean;
  status: string;
  bytes: number;
}

const routes = Object.values<Endpoint>(api).map(({ method, path, body }) => ({
  method,
  path,
  takesForms: body?.multipart !== undefined,
  pattern: new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function routeOf({ method, path }: ObservedRequest) {
  const [pathname = ''] = path.split('?', 1);
  return routes.find((known) => known.method === method && known.pattern.test(pathname));
}

/**
 * Watches the calls that undici makes to the service at `url`: counts and times each try, makes a span of it, and tells
 * the service of which trace it is part. https://undici.nodejs.org/#/docs/api/DiagnosticsChannel
 * @returns what ends the watching.
 */
export function watchUpstream(url: string, metrics: Metrics, tracer: Tracer): () => void {
  const { origin } = new URL(url);
  const calls = new WeakMap<object, Call>();

  const finish = (message: unknown, failure?: string) => {
    const request = requestOf(message);
    const call = request && calls.get(request);
    if (!request || !call) return;
    calls.delete(request);
    const status = failure ?? call.status;
    metrics.upstreamCalls.inc({ endpoint: call.endpoint, status });
    metrics.upstreamSeconds.observe(
      { endpoint: call.endpoint },
      (performance.now() - call.begin) / 1000,
    );
    if (call.isUpload) {
      metrics.uploads.inc({ status });
      metrics.uploadBytes.observe(call.bytes);
    }
    const isFailure = failure !== undefined || Number(status) >= 500;
    endSpan(call.span, isFailure ? status : undefined);
  };

  const onCreate = (message: unknown) => {
    const request = requestOf(message);
    if (!request || String(request.origin) !== origin) return;
    const route = routeOf(request);
    // As the specification writes it, whatever prefix the upstream has: a bounded set of names.
    const endpoint = route ? `${route.method} ${route.path}` : 'other';
    const operation = active.getStore();
    if (operation) operation.tally.upstreamCalls += 1;
    const { span, context } = beginSpan(
      tracer,
      endpoint,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': request.method,
          ...(route && { 'url.template': route.path }),
          'server.address': origin,
        },
      },
      operation?.context ?? ROOT_CONTEXT,
    );
    for (const [name, value] of Object.entries(headersOf(context))) request.addHeader(name, value);
    // Undici gives a form its type only when it writes it.
    const isUpload = route?.takesForms === true && request.contentType !== 'application/json';
    const begin = performance.now();
    calls.set(request, { endpoint, span, begin, isUpload, status: 'error', bytes: 0 });
  };

  const onHeaders = (message: unknown) => {
    const request = requestOf(message);
    const call = request && calls.get(request);
    const status: unknown = Reflect.get(
      Object(Reflect.get(Object(message), 'response')),
      'statusCode',
    );
    if (!call || typeof status !== 'number') return;
    call.status = String(status);
    call.span.setAttribute('http.response.status_code', status);
  };

  const onChunkSent = (message: unknown) => {
    const request = requestOf(message);
    const call = request && calls.get(request);
    if (!call?.isUpload) return;
    const chunk: unknown = Reflect.get(Object(message), 'chunk');
    call.bytes +=
      typeof chunk === 'string'
        ? Buffer.byteLength(chunk)
        : ArrayBuffer.isView(chunk)
          ? chunk.byteLength
          : 0;
  };

  const listeners = {
    'undici:request:create': onCreate,
    'undici:request:headers': onHeaders,
    'undici:request:bodyChunkSent': onChunkSent,
    'undici:request:trailers': (message: unknown) => finish(message),
    'undici:request:error': (message: unknown) => finish(message, 'error'),
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
  };
}
