import { expect, test } from 'vitest';
import { seedTool } from '../support/files.ts';
import { start } from '../support/start.ts';
import { expectIssue } from './expectations.ts';

const UPDATE = `mutation ($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) { tool { id name description type config disableInterruptions record } }
}`;

test('an update replaces the whole config, including its nulls', async () => {
  const { run } = await start();
  const config = { url: 'https://a.example', nested: { kept: null } };
  const { data } = await run(UPDATE, { id: seedTool, input: { config } });
  expect(data.updateTool.tool.config).toStrictEqual(config);
});

test('secrets of a config are redacted', async () => {
  const { run, upstream, keys } = await start();
  const url = 'https://tools.example/x';
  const headers = { Authorization: 'Bearer hunter2', 'X-Api-Key': 'hunter2', Accept: 'a/b' };
  const parameters = { properties: { password: { type: 'string' } } };
  const { data } = await run(UPDATE, {
    id: seedTool,
    input: { config: { url, headers, parameters } },
  });
  const { config, record } = data.updateTool.tool;
  const redacted = { Authorization: '[redacted]', 'X-Api-Key': '[redacted]', Accept: 'a/b' };
  expect(config).toStrictEqual({ url, headers: redacted, parameters });
  expect(record.config).toStrictEqual(config);
  const calls = upstream.calls.length;
  for (const input of [{ config }, { extra: { config: { headers: redacted } } }]) {
    const { errors } = await run(UPDATE, { id: seedTool, input });
    const path = 'config' in input ? ['input', 'config'] : ['input', 'extra', 'config'];
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [
        { path: [...path, 'headers', 'Authorization'], code: 'REDACTED' },
        { path: [...path, 'headers', 'X-Api-Key'], code: 'REDACTED' },
      ],
    });
  }
  expect(upstream.calls).toHaveLength(calls);
  await run(UPDATE, { id: seedTool, input: { description: 'Changed.' } });
  const headersOfKey = { authorization: `Bearer ${keys.pro}` };
  const stored = await fetch(`${upstream.url}/v1/tools/${seedTool}`, { headers: headersOfKey });
  expect((await stored.json()).config).toStrictEqual({ url, headers, parameters });
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
    const { run, upstream } = await start();
    const input = { name: 'x', description: 'x', type: 'CLIENT' };
    const { errors } = await run(CREATE_TOOL, { input: { ...input, extra } });
    expectIssue(errors, ['input', 'extra']);
    expect(upstream.calls).toStrictEqual([]);
    const config = { list: listOf(9_998) };
    expect((await run(CREATE_TOOL, { input: { ...input, config } })).errors).toBeUndefined();
  },
);

const TYPES = 'object, array, string, number, integer, boolean, null';

test.each<[parameters: object, place: string, message: string]>([
  [{ type: 'string' }, 'type', 'must be object.'],
  [{ properties: { a: { type: 'text' } } }, 'properties.a.type', `must be one of ${TYPES}.`],
  [{ properties: [] }, 'properties', 'must be an object of JSON Schemas.'],
  [{ properties: { a: 1 } }, 'properties.a', 'must be a JSON Schema.'],
  [{ anyOf: {} }, 'anyOf', 'must be a list of JSON Schemas.'],
  [{ $defs: { a: { items: [{ not: [] }] } } }, '$defs.a.items.0.not', 'must be a JSON Schema.'],
  [{ required: 'a' }, 'required', 'must be a list of names.'],
])('the parameters %j are rejected at %s: %s', async (parameters, place, message) => {
  const { run, upstream } = await start();
  const { errors } = await run(UPDATE, { id: seedTool, input: { config: { parameters } } });
  const path = place.split('.').map((key) => (key === '0' ? 0 : key));
  expectIssue(errors, ['input', 'config', 'parameters', ...path], {
    message: `${place} ${message}`,
  });
  expect(upstream.calls).toStrictEqual([]);
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
  const { run } = await start();
  const { data } = await run(UPDATE, { id: seedTool, input: { config: { parameters } } });
  expect(data.updateTool.tool.config).toStrictEqual({ parameters });
});
