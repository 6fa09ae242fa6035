import { expect, test } from 'vitest';
import { IdParams } from '../../src/contract/record.ts';
import { UpdateTool } from '../../src/contract/tool.ts';
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
