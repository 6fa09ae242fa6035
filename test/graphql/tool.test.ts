import { expect, test } from 'vitest';
import { readBody, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

const UPDATE = `mutation ($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    tool {
      type subtype record
      config {
        client { parameters awaitResult toolTimeoutSeconds extra }
        knowledge { knowledgeGroupIds extra }
        system { action extra }
        webhook { url method headers parameters bodyTemplate extra }
      }
    }
  }
}`;

/** Starts the API with an upstream that saves the body of each write. */
async function startWithTool(saved: object = {}) {
  let tool: object = { id: 't1', ...saved };
  const { run, upstream } = await start({
    upstream: async (request, response) => {
      tool = { ...tool, ...Object(await readBody(request)) };
      sendJson(response, 200, tool);
    },
    extensions: 'all',
  });
  return { run, ...upstream };
}

const GROUP = '0b8a8b5e-3f0e-4a8e-9d52-0a5b7f6b3c11';
const NONE = { client: null, knowledge: null, system: null, webhook: null };
const URL = 'https://tools.example/x';

/** Kinds of tools: a configuration in the graph, the type of the REST API, the configuration there, and its words. */
const KINDS: [input: object, type: string, config: object, words: object][] = [
  [
    { client: { awaitResult: true, toolTimeoutSeconds: 5, parameters: {}, extra: { a: null } } },
    'CLIENT',
    { awaitResult: true, toolTimeoutSeconds: 5, parameters: {}, a: null },
    { type: 'CLIENT', subtype: null },
  ],
  [
    { knowledge: { knowledgeGroupIds: [GROUP], extra: null } },
    'SERVER_RAG',
    { documentFolderIds: [GROUP] },
    { type: 'SERVER', subtype: 'KNOWLEDGE' },
  ],
  [
    { system: { action: 'END_CALL', extra: null } },
    'SYSTEM',
    { action: 'end_call' },
    { type: 'SYSTEM', subtype: null },
  ],
  [
    {
      webhook: {
        url: URL,
        method: 'PATCH',
        headers: { Accept: 'a/b' },
        parameters: null,
        bodyTemplate: '{}',
        extra: { retries: { max: 3 } },
      },
    },
    'SERVER_WEBHOOK',
    {
      url: URL,
      method: 'PATCH',
      headers: { Accept: 'a/b' },
      bodyTemplate: '{}',
      retries: { max: 3 },
    },
    { type: 'SERVER', subtype: 'WEBHOOK' },
  ],
];

test.each(KINDS)('the configuration %j is that of a tool of the type %s', async (...kind) => {
  const [config, type, sent, words] = kind;
  const { run, bodies } = await startWithTool();
  const input = { name: 'x', description: 'x', config };
  await expectData(
    run('mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { id } } }', {
      input,
    }),
  );
  // What a query returns can be sent back.
  const { updateTool } = await expectData(run(UPDATE, { id: 't1', input: { config } }));
  const again = Object.fromEntries(
    Object.entries(updateTool.tool.config).filter(([, value]) => value !== null),
  );
  await expectData(run(UPDATE, { id: 't1', input: { config: again } }));
  expect(bodies).toStrictEqual([
    { name: 'x', description: 'x', type, config: sent },
    { config: sent },
    { config: sent },
  ]);
  expect(updateTool.tool).toMatchObject({ ...words, config: { ...NONE, ...config } });
});

test('a configuration of an unknown type is only in the record', async () => {
  const config = { steps: [{ url: URL }] };
  const { run } = await startWithTool({ type: 'SERVER_FLOW', config });
  const { updateTool } = await expectData(run(UPDATE, { id: 't1', input: {} }));
  expect(updateTool.tool).toStrictEqual({
    type: null,
    subtype: null,
    config: null,
    record: { id: 't1', type: 'SERVER_FLOW', config },
  });
});

test('secrets of a config are redacted', async () => {
  const headers = { Authorization: 'Bearer hunter2', 'X-Api-Key': 'hunter2', Accept: 'a/b' };
  const parameters = { properties: { password: { type: 'string' } } };
  const config = {
    url: 'https://u:hunter2@tools.example/x?key=hunter2',
    headers,
    apiKey: 'hunter2',
  };
  const { run, calls } = await startWithTool({
    type: 'SERVER_WEBHOOK',
    config: { ...config, method: 'GET', parameters },
  });
  const { updateTool } = await expectData(run(UPDATE, { id: 't1', input: {} }));
  const { record, config: shown } = updateTool.tool;
  const redacted = { Authorization: '[redacted]', 'X-Api-Key': '[redacted]', Accept: 'a/b' };
  expect(JSON.stringify(updateTool)).not.toContain('hunter2');
  expect(shown.webhook).toMatchObject({
    headers: redacted,
    parameters,
    extra: { apiKey: '[redacted]' },
  });
  expect(record.config.headers).toStrictEqual(redacted);
  const made = calls.length;
  const webhook = { url: URL, method: 'GET', headers: redacted };
  for (const input of [{ config: { webhook } }, { extra: { config: { headers: redacted } } }]) {
    const { errors } = await run(UPDATE, { id: 't1', input });
    const path = 'config' in input ? ['config', 'webhook'] : ['extra', 'config'];
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [
        { path: ['input', ...path, 'headers', 'Authorization'], code: 'REDACTED' },
        { path: ['input', ...path, 'headers', 'X-Api-Key'], code: 'REDACTED' },
      ],
    });
  }
  expect(calls).toHaveLength(made);
});

const CREATE_TOOL =
  'mutation ($input: CreateToolInput!) { createTool(input: $input) { tool { id } } }';

const listOf = (count: number) => Array.from({ length: count }, () => 0);

test.each([
  ['items', { list: listOf(9_999) }],
  ['keys', Object.fromEntries(listOf(10_000).map((value, index) => [`key${index}`, value]))],
  ['levels', { a: listOf(100).map(() => ({ b: listOf(98) })) }],
])(
  'JSON with more than 10,000 values in %s is reported at its path, and with 10,000 accepted',
  async (_, extra) => {
    const { run, calls } = await startWithTool();
    const input = { name: 'x', description: 'x', config: { client: {} } };
    const { errors } = await run(CREATE_TOOL, { input: { ...input, extra } });
    expectIssue(errors, ['input', 'extra']);
    expect(calls).toStrictEqual([]);
    const config = { client: { extra: { list: listOf(9_998) } } };
    expect((await run(CREATE_TOOL, { input: { ...input, config } })).errors).toBeUndefined();
  },
);

const TYPES = 'object, array, string, number, integer, boolean, null';

test.each<[parameters: object, place: string, message: string]>([
  [{ type: 'string' }, 'type', 'must be object.'],
  [{ properties: { a: { type: 'text' } } }, 'properties.a.type', `must be one of ${TYPES}.`],
  [{ properties: [] }, 'properties', 'must be an object of JSON Schemas.'],
  [{ properties: { a: 1 } }, 'properties.a', 'must be a JSON Schema.'],
  [{ items: { items: 1 } }, 'items.items', 'must be a JSON Schema.'],
  [{ required: 'a' }, 'required', 'must be a list of names.'],
])('the parameters %j are rejected at %s: %s', async (parameters, place, message) => {
  const { run, calls } = await startWithTool();
  const { errors } = await run(UPDATE, { id: 't1', input: { config: { client: { parameters } } } });
  const path = ['input', 'config', 'client', 'parameters', ...place.split('.')];
  expectIssue(errors, path, {
    message: `${place} ${message}`,
  });
  expect(calls).toStrictEqual([]);
});

test('parameters may have every keyword of JSON Schema, and those of a vendor', async () => {
  const parameters = {
    type: ['object', 'null'],
    properties: {
      city: { type: ['string', 'null'], enum: [1], vendorKeyword: { type: 'own' } },
      type: { type: 'array', items: { $ref: '#/$defs/day' }, prefixItems: [true] },
    },
    required: ['city', 'missing'],
    additionalProperties: false,
    $defs: { day: { anyOf: [{ format: 'date' }, { not: {} }] } },
  };
  const { run } = await startWithTool({ type: 'CLIENT' });
  const { data } = await run(UPDATE, { id: 't1', input: { config: { client: { parameters } } } });
  expect(data.updateTool.tool.config.client.parameters).toStrictEqual(parameters);
});
