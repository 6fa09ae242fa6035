import fc from 'fast-check';
import {
  BODIES,
  FRAMINGS,
  HEADERS,
  HOSTS,
  METHODS,
  NEXT,
  TARGETS,
} from './malformed-request-parts.ts';

/** The parts of a request, any of which may be invalid. */
export interface MalformedRequest {
  readonly method: string;
  readonly target: string;
  /** The values of its Host headers. A valid request has one. */
  readonly hosts: readonly string[];
  readonly headers: readonly string[];
  /** How the length of the body is sent. */
  readonly framing: keyof typeof FRAMINGS;
  readonly body: string;
  /** Bytes that follow on the same connection. */
  readonly next: string;
}

/** A valid request, which the table changes. */
const VALID: MalformedRequest = {
  method: 'POST',
  target: '/graphql',
  hosts: ['127.0.0.1'],
  headers: ['content-type: application/json'],
  framing: 'content-length',
  body: '{"query":"{ llms { totalCount } }"}',
  next: '',
};

/** Generates the table: a valid request with one part, or two related ones, replaced by each alternative. */
export function* createMalformedRequests(): Generator<MalformedRequest> {
  for (const target of TARGETS) {
    for (const method of ['GET', 'POST', 'HEAD']) yield { ...VALID, method, target };
  }
  for (const method of METHODS) {
    for (const target of ['/graphql', '/mcp', '/v1/personas', '/%zz', '*'])
      yield { ...VALID, method, target };
  }
  for (const method of ['GET', 'POST']) {
    for (const target of ['/graphql', '/mcp', '/v1/personas', '/health']) {
      for (const hosts of HOSTS) yield { ...VALID, method, target, hosts };
      for (const header of HEADERS) yield { ...VALID, method, target, headers: [header] };
    }
  }
  for (const framing of Object.keys(FRAMINGS).filter(isFraming)) {
    for (const body of BODIES) {
      yield { ...VALID, framing, body };
      yield { ...VALID, target: '/mcp', framing, body };
    }
  }
}

const isFraming = (name: string): name is keyof typeof FRAMINGS => Object.hasOwn(FRAMINGS, name);

/** Random combinations of parts. */
export const malformedRequestArbitrary: fc.Arbitrary<MalformedRequest> = fc.record({
  method: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('GET', 'POST') },
    fc.constantFrom(...METHODS),
  ),
  target: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TARGETS) },
    fc.string().map((text) => `/${text}`),
  ),
  hosts: fc.oneof({ weight: 3, arbitrary: fc.constant(['127.0.0.1']) }, fc.constantFrom(...HOSTS)),
  headers: fc.uniqueArray(fc.oneof(fc.constantFrom(...HEADERS), fc.string()), { maxLength: 4 }),
  framing: fc.constantFrom(...Object.keys(FRAMINGS).filter(isFraming)),
  body: fc.oneof(fc.constantFrom(...BODIES), fc.string()),
  next: fc.constantFrom(...NEXT),
});

/** Formats a request as bytes, one for each character. */
export function formatRequest({
  method,
  target,
  hosts,
  headers,
  framing,
  body,
  next,
}: MalformedRequest): Buffer {
  const [lengthLines, bytes] = FRAMINGS[framing](body);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...hosts.map((host) => `host: ${host}`),
    ...headers,
    ...(lengthLines === '' ? [] : [lengthLines]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${bytes}${next}`, 'latin1');
}
