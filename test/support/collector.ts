import protobuf from 'protobufjs';
import { z } from 'zod';
import { listen } from './resources.ts';

/** The messages of OTLP traces that tests look at, from https://github.com/open-telemetry/opentelemetry-proto. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; }
  message InstrumentationScope { string name = 1; string version = 2; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; Status status = 15; fixed32 flags = 16;
  }
`);
const ExportRequest = root.lookupType('ExportTraceServiceRequest');

const hex = z.base64().transform((text) => Buffer.from(text, 'base64').toString('hex'));
const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])),
  );
const SpanShape = z.object({
  traceId: hex,
  spanId: hex,
  parentSpanId: hex.optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
});
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanShape) })),
    }),
  ),
});

/** A received span, with ids in hexadecimal. */
type CollectedSpan = z.output<typeof SpanShape>;

/** A fake OpenTelemetry collector, which accepts only OTLP over HTTP in protobuf. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Attributes of the resources that sent spans. */
  readonly resources: readonly Record<string, unknown>[];
  /** Returns all received headers and bytes as text, to search for secrets. */
  readonly text: () => string;
}

/** Starts a collector for the running test. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  let text = '';
  const url = await listen(async (request, response) => {
    const isOtlp =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/x-protobuf';
    const bytes = Buffer.concat(await request.toArray());
    if (!isOtlp) return void response.writeHead(400).end();
    text += `${request.rawHeaders.join('\n')}\n${bytes.toString('latin1')}`;
    const message = ExportRequest.toObject(ExportRequest.decode(bytes), {
      bytes: String,
      longs: String,
    });
    for (const { resource, scopeSpans } of Export.parse(message).resourceSpans) {
      resources.push(resource.attributes);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  return { url, spans, resources, text: () => text };
}
