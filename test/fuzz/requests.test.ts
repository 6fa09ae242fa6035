import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { OperationDefinitionNode } from 'graphql';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { schema } from '../../src/graphql/schema.ts';
import { bundledOperations } from '../../src/server/documents/persisted-operations.ts';
import { HEADERS, mcp } from '../support/agent.ts';
import { anyText, nearVariables, RUNS, TIME } from '../support/arbitraries.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { post } from '../support/raw-http.ts';
import { type StartOptions, start } from '../support/start.ts';

/** Any text, and names of properties that every object has. */
const anyName = fc.oneof(
  anyText,
  fc.constantFrom('__proto__', 'constructor', 'toString', 'then', 'toJSON', 'length', '__typename'),
);
const anyObject = fc.dictionary(anyName, fc.jsonValue(), { maxKeys: 3 });
const anyValue = fc.oneof(fc.jsonValue(), anyObject, anyName);

/** Formats JSON, in which `__proto__` is a key like any other. */
const stringify = (value: unknown) => JSON.stringify(value);

const KNOWN_CODES = new Set(
  Object.keys(ERROR_CODES).filter((code) => !/^(INTERNAL|UPSTREAM_|OVERLOADED)/.test(code)),
);

/** Lists the codes of all errors of a response or of a tool result. */
const listCodes = (body: unknown): unknown[] => {
  const { errors, result } = Object(body);
  return [errors, result?.structuredContent?.errors]
    .flatMap((list) => list ?? [])
    .map(({ extensions }) => extensions?.code);
};

/** Starts the API with the seeded service and all features that are off by default. */
async function startOwn(options: StartOptions = {}) {
  const service = await startAvatarService({ seeded: true });
  const reported: unknown[] = [];
  const api = await start({
    upstream: { url: service.url, key: service.keys.pro },
    mcp,
    federation: true,
    client: { cacheSeconds: 5 },
    extensions: 'all',
    onFault: (fault) => reported.push(fault),
    ...options,
  });
  /** Sends a body, and checks that its errors are client errors, and that none is reported to the operator. */
  const check = async (path: string, body: string, isChunked: boolean) => {
    const url = api.url.replace('/graphql', path);
    const headers = path === '/mcp' ? HEADERS : { 'content-type': 'application/json' };
    const response = await post(url, body, headers, isChunked);
    const parsed: unknown = response.body === '' ? undefined : JSON.parse(response.body);
    expect(response.status).toBeLessThan(500);
    expect(reported).toStrictEqual([]);
    for (const code of listCodes(parsed)) expect(KNOWN_CODES).toContain(code);
    const { code, message } = Object(Object(parsed).error);
    // The SDK reports invalid parameters of its own methods with the code of internal errors, and lists their issues.
    if (code === -32603) expect(message).toMatch(/^\[\s*{/);
  };
  return { ...api, check };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const DOCUMENT = 'query A { __typename } query B($id: ID = "x") { tool(id: $id) { id } }';

const persistedQuery = fc.oneof(
  anyValue,
  fc.record(
    {
      version: fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, anyValue),
      sha256Hash: fc.oneof(
        fc.constantFrom(hashOf(DOCUMENT), ...bundledOperations.keys()),
        anyValue,
      ),
    },
    { requiredKeys: [] },
  ),
);

const anyParams = fc.record(
  {
    query: fc.oneof({ arbitrary: fc.constant<unknown>(DOCUMENT), weight: 3 }, anyValue),
    operationName: fc.oneof(fc.constantFrom('A', 'B', null), anyValue),
    variables: fc.oneof(fc.record({ id: anyValue }), anyValue),
    extensions: fc.oneof(fc.record({ persistedQuery }), anyValue),
    documentId: fc.oneof(fc.constantFrom(...bundledOperations.keys()), anyValue),
  },
  { requiredKeys: [] },
);

const typeName = fc.constantFrom('Persona', 'Avatar', 'Tool', 'Voice', 'Llm', '_Any', 'Query');
const representation = fc.oneof(
  anyValue,
  fc.record({ __typename: fc.oneof(typeName, anyName), id: fc.oneof(anyName, anyValue) }),
);
const entities =
  'query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Persona { id record } ... on Llm { metadata } } }';
const anyReferences = fc
  .oneof(fc.array(representation, { maxLength: 4 }), anyValue)
  .map((r) => ({ query: entities, variables: { r } }));

const isOperation = (node: { kind: string }): node is OperationDefinitionNode =>
  node.kind === 'OperationDefinition';

/** Mostly valid arguments of each tool. */
const calls = Object.entries(mcp.operations).map(([name, { definitions }]) =>
  fc.record({
    name: fc.constant(name),
    arguments: fc.record(nearVariables(schema, definitions.find(isOperation)), {
      requiredKeys: [],
    }),
  }),
);

const METHODS = ['initialize', 'ping', 'tools/list', 'notifications/initialized', 'tasks/get'];

const anyCall = fc.record({
  method: fc.constant('tools/call'),
  params: fc.oneof(
    { arbitrary: fc.oneof(...calls), weight: 4 },
    fc.record({ name: anyName, arguments: anyValue, _meta: anyValue }, { requiredKeys: [] }),
  ),
});

const anyMessage = fc
  .tuple(
    fc.record(
      { jsonrpc: fc.oneof({ arbitrary: fc.constant('2.0'), weight: 9 }, anyValue), id: anyValue },
      { requiredKeys: ['jsonrpc'] },
    ),
    fc.oneof(
      { arbitrary: anyCall, weight: 4 },
      fc.record(
        { method: fc.oneof(fc.constantFrom(...METHODS), anyName), params: anyValue },
        { requiredKeys: [] },
      ),
    ),
  )
  .map(([envelope, message]) => ({ ...envelope, ...message }));

test.each<[string, string, fc.Arbitrary<unknown>, StartOptions, number]>([
  ['parameters of any document', '/graphql', anyParams, {}, 3],
  [
    'parameters of persisted operations only',
    '/graphql',
    anyParams,
    { persistedOperations: bundledOperations },
    3,
  ],
  ['representations of _entities', '/graphql', anyReferences, {}, 1],
  ['MCP messages', '/mcp', anyMessage, {}, 3],
])(
  'any %s cause only client errors',
  async (_, path, bodies, options, factor) => {
    const { check } = await startOwn(options);
    const body = fc.oneof({ arbitrary: bodies, weight: 9 }, anyValue).map(stringify);
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), (text, isChunked) => check(path, text, isChunked)),
      { numRuns: RUNS * factor },
    );
  },
  TIME * 2,
);
