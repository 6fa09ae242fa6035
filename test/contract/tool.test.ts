import { expect, test } from 'vitest';
import { IdParams } from '../../src/contract/record.ts';
import { CreateTool, UpdateTool } from '../../src/contract/tool.ts';
import { findIssuePaths } from './find-issue-paths.ts';

// @assumed throughout: "Request body: not shown", for PUT /v1/tools/{id}.
const TOOL = {
  name: 'show_product_card',
  description: 'Shows the card of a product.',
  config: { awaitResult: true, parameters: { type: 'object', default: null } },
  disableInterruptions: false,
};

test('an update of a tool can have any of its fields, or none', () => {
  expect(UpdateTool.parse(TOOL)).toStrictEqual(TOOL);
  expect(UpdateTool.parse({})).toStrictEqual({});
});

test('an update of a tool can have unknown keys', () => {
  expect(UpdateTool.parse({ folder: null })).toStrictEqual({ folder: null });
});

test.each([
  ['name', ''],
  ['name', 'x'.repeat(65)],
  ['name', null],
  ['description', ''],
  ['description', 'x'.repeat(1025)],
  ['config', []],
  ['config', 'x'],
  ['disableInterruptions', 1],
])('the %s %j is rejected', (field, value) => {
  expect(findIssuePaths(UpdateTool, { [field]: value })).toStrictEqual([field]);
});

const PARAMETERS = {
  type: 'object',
  properties: {
    city: { type: ['string', 'null'], enum: [1], vendorKeyword: { type: 'own' } },
    type: { type: 'array', items: { $ref: '#/$defs/day' }, prefixItems: [true] },
  },
  required: ['city', 'missing'],
  additionalProperties: false,
  $defs: { day: { anyOf: [{ format: 'date' }, { not: {} }] } },
};

test.each([{}, { type: 'object' }, { type: ['object', 'null'] }, PARAMETERS])(
  'the parameters %j are accepted',
  (parameters) => {
    const config = { parameters };
    expect(UpdateTool.parse({ config })).toStrictEqual({ config });
    const tool = { name: 'a', description: 'b', type: 'CLIENT', config };
    expect(CreateTool.parse(tool)).toStrictEqual(tool);
  },
);

test.each<[object, string, string]>([
  [{ type: 'string' }, 'type', 'type must be object.'],
  [
    { properties: { a: { type: 'text' } } },
    'properties.a.type',
    'properties.a.type must be one of object, array, string, number, integer, boolean, null.',
  ],
  [{ properties: [] }, 'properties', 'properties must be an object of JSON Schemas.'],
  [{ properties: { a: 1 } }, 'properties.a', 'properties.a must be a JSON Schema.'],
  [{ anyOf: {} }, 'anyOf', 'anyOf must be a list of JSON Schemas.'],
  [
    { $defs: { a: { items: [{ allOf: [null] }] } } },
    '$defs.a.items.0.allOf.0',
    '$defs.a.items.0.allOf.0 must be a JSON Schema.',
  ],
  [{ required: 'a' }, 'required', 'required must be a list of names.'],
])('the parameters %j are rejected at %s: %s', (parameters, place, message) => {
  const config = { parameters };
  const path = `config.parameters.${place}`;
  const tool = { name: 'a', description: 'b', type: 'SERVER_WEBHOOK' };
  const webhook = { url: 'https://a.example', method: 'POST', ...config };
  for (const { error } of [
    UpdateTool.safeParse({ config }),
    CreateTool.safeParse({ ...tool, config: webhook }),
  ]) {
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toStrictEqual([
      [path, message],
    ]);
  }
});

// @assumed The specification calls ids identifiers and shows no format.
test.each([
  't',
  '...',
  'a..b',
  'CUSTOMER_CLIENT_V1',
  'V1StGXR8_Z5jdHi6B-myT',
  'gpt-4.1:mini',
  'Ada Lovelace',
  'a+b=c;d@e',
  'ä🙂',
  '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  'x'.repeat(256),
])('%j is an id', (id) => {
  expect(IdParams.parse({ id })).toStrictEqual({ id });
});

const INVALID_IDS = [
  ...['', '.', '..', 'x'.repeat(257), 'a\ud800', '\udfff\ud800', 7, null],
  ...['a/b', '../a', '..\\a', '%2e%2e', 'a%2fb', 'a?hard=true', 'a#b', 'a\0', 'a\r\nb', 'a\x85'],
];

test.each(INVALID_IDS)('%j is not an id', (id) => {
  expect(findIssuePaths(IdParams, { id })).toContain('id');
});
