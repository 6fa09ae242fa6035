import { expect, test } from 'vitest';
import { startAvatarService } from '../../support/avatar-service.ts';
import { startCollector } from '../../support/collector.ts';
import { forwardTo, sendJson } from '../../support/fake-service.ts';
import { listen } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${PARENT}-01`;

/** Starts the API with an avatar service, and records the headers that the service receives. */
async function startTraced(settings: Record<string, string>) {
  const service = await startAvatarService({ seeded: true });
  const forward = forwardTo(service.url);
  const received: Record<string, string | string[] | undefined>[] = [];
  const upstream = await listen((request, response) => {
    received.push(request.headers);
    forward(request, response);
  });
  const api = await start({ settings: { UPSTREAM_URL: upstream, ...settings } });
  const authorization = `Bearer ${service.keys.pro}`;
  return { ...api, received, authorization };
}

const DOCUMENT = 'query People { personas(first: 3) { nodes { avatar { id } } } }';

test('the span of an operation is a child of the client’s span and the parent of its upstream calls', async () => {
  const collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const { run, close, received, authorization } = await startTraced(settings);
  await run(DOCUMENT, {}, { authorization, traceparent, tracestate: 'vendor=1' });
  await close(0);

  const findSpans = (name: string) => collector.spans.filter((span) => span.name === name);
  const [operation] = findSpans('query People');
  const calls = [...findSpans('GET /v1/personas'), ...findSpans('GET /v1/avatars/{id}')];
  expect(collector.spans).toHaveLength(5);
  expect(calls).toHaveLength(4);
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toStrictEqual(new Set([TRACE]));
  expect(operation).toMatchObject({ parentSpanId: PARENT, kind: 2 });
  expect(operation?.attributes).toMatchObject({
    'graphql.operation.name': 'People',
    'graphql.operation.type': 'query',
    'avatar_graphql.code': 'OK',
    'avatar_graphql.upstream_calls': '4',
  });
  const ofCall = { 'http.request.method': 'GET', 'http.response.status_code': '200' };
  for (const { parentSpanId, kind, attributes } of calls) {
    expect({ parentSpanId, kind }).toStrictEqual({ parentSpanId: operation?.spanId, kind: 3 });
    expect(attributes).toMatchObject(ofCall);
  }
  for (const { startTimeUnixNano, endTimeUnixNano } of collector.spans) {
    expect(endTimeUnixNano).toBeGreaterThanOrEqual(startTimeUnixNano);
  }
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'avatar-graphql' });
  expect(received[0]).toMatchObject({ tracestate: 'vendor=1' });
  expect(new Set(received.map((headers) => headers.traceparent))).toStrictEqual(
    new Set(calls.map(({ spanId }) => `00-${TRACE}-${spanId}-01`)),
  );
});

test('the spans of a failed call and its operation have an error code and no input', async () => {
  const collector = await startCollector();
  const settings = {
    UPSTREAM_URL: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  const { run, close, url } = await start({ settings });
  const variables = { name: 'variable-secret' };
  const document = 'query Secret($name: String) { personas(search: $name) { totalCount } }';
  await run(document, variables, { authorization: 'Bearer callers-secret' });
  await fetch(`${url}/graphql?secret=query-secret`);
  await close(0);
  expect(collector.spans.map(({ name, status }) => ({ name, ...status }))).toStrictEqual([
    ...Array(3).fill({ name: 'GET /v1/personas', code: 2, message: 'error' }),
    { name: 'query Secret', code: 2, message: 'UPSTREAM_UNAVAILABLE' },
  ]);
  expect(collector.text()).not.toMatch(/-secret/);
});

test('each retry has a span of its own, the parent of what the upstream does', async () => {
  const collector = await startCollector();
  const received: unknown[] = [];
  const upstream = await listen((request, response) => {
    received.push(request.headers.traceparent);
    sendJson(response, received.length < 3 ? 503 : 200, { data: [], meta: { total: 0 } });
  });
  const settings = { UPSTREAM_URL: upstream, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const { run, close } = await start({ settings });
  await run('{ personas { totalCount } }', {}, { authorization: 'Bearer key', traceparent });
  await close(0);
  const calls = collector.spans.filter(({ name }) => name === 'GET /v1/personas');
  const statuses = calls.map(({ attributes }) => attributes['http.response.status_code']);
  expect(statuses).toStrictEqual(['503', '503', '200']);
  expect(received).toStrictEqual(calls.map(({ spanId }) => `00-${TRACE}-${spanId}-01`));
  expect(new Set(calls.map(({ parentSpanId }) => parentSpanId)).size).toBe(1);
});

const UNSAMPLED = `00-${TRACE}-${PARENT}-00`;

test.each<[string, string | undefined, string | undefined, number]>([
  ['no trace', undefined, undefined, 1],
  ['no trace, and a ratio that is not a number', undefined, 'endpoint=http://127.0.0.1', 1],
  ['no trace, and the ratio 0', undefined, '0', 0],
  ['a sampled trace, and the ratio 0', traceparent, '0', 1],
  ['a trace that is not sampled', UNSAMPLED, '1', 0],
])('with %s, the decision to sample is the client’s or follows the ratio', async (...row) => {
  const [, parent, ratio, recorded] = row;
  const collector = await startCollector();
  const { run, close, received, authorization } = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...(ratio !== undefined && { OTEL_TRACES_SAMPLER_ARG: ratio }),
  });
  const headers = { authorization, ...(parent !== undefined && { traceparent: parent }) };
  await run('query People { personas { totalCount } }', {}, headers);
  await close(0);
  const spans = collector.spans.filter(({ name }) => name === 'query People');
  expect(spans).toHaveLength(recorded);
  const traceId = parent === undefined ? '[0-9a-f]{32}' : TRACE;
  expect(received[0]?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-0${recorded}$`));
});

test('without a collector, the client’s trace context is propagated unchanged', async () => {
  const { run, received, authorization } = await startTraced({});
  await run('{ personas { totalCount } }', {}, { authorization, traceparent });
  await run('{ personas { totalCount } }', {}, { authorization });
  const passed = received.map((headers) => headers.traceparent);
  expect(passed).toStrictEqual([traceparent, undefined]);
});

const LATER = `01-${TRACE}-${PARENT}-01-more`;

test.each([
  ['a later version as the version 00', { traceparent: LATER }, { traceparent }],
  ['a trace state', { traceparent, tracestate: 'a=1,b=2' }, { traceparent, tracestate: 'a=1,b=2' }],
  ['nothing of several contexts', { traceparent: `${traceparent}, ${traceparent}` }, {}],
  ['no trace of zeros', { traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` }, {}],
])(
  'of a trace context, the upstream gets %s, with and without a collector',
  async (_, sent, passed) => {
    const collector = await startCollector();
    const withoutSpan = ({ traceparent: parent }: Record<string, unknown>) =>
      String(parent ?? '').replace(/-[\da-f]{16}-/, '-');
    for (const settings of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }]) {
      const { run, received, authorization } = await startTraced(settings);
      await run('{ personas { totalCount } }', {}, { authorization, ...sent });
      const [headers = {}] = received;
      expect(headers.tracestate || undefined).toBe(
        'tracestate' in passed ? passed.tracestate : undefined,
      );
      if ('traceparent' in passed) expect(withoutSpan(headers)).toBe(withoutSpan(passed));
      else expect(String(headers.traceparent)).not.toContain(TRACE);
    }
  },
);

test('an unavailable collector fails no request', { tags: ['slow'] }, async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const { run, close } = await start({ settings });
  expect((await run('{ personas { totalCount } }')).data.personas.totalCount).toBeGreaterThan(0);
  await close(0);
});
