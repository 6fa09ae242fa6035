import { expect, test } from 'vitest';
import { IdParams } from '../../src/contract/record.ts';
import { UpdateTool } from '../../src/contract/tool.ts';
import { violations } from './violations.ts';

// @assumed throughout: "Request body: not shown", for PUT /v1/tools/{id}.
const TOOL = {
  name: 'show_product_card',
  description: 'Shows the card of a product.',
  config: { awaitResult: true, parameters: { type: 'object', default: null } },
  disableInterruptions: false,
};

test('a change of a tool may name any of its fields, or none', () => {
  expect(UpdateTool.parse(TOOL)).toStrictEqual(TOOL);
  expect(UpdateTool.parse({})).toStrictEqual({});
});

test('a change of a tool may have keys newer than these', () => {
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
])('a %s of %j is refused', (field, value) => {
  expect(violations(UpdateTool, { [field]: value })).toStrictEqual([field]);
});

// @assumed The specification calls ids identifiers and shows no form.
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

const NO_IDS = [
  ...['', '.', '..', 'x'.repeat(257), 'a\ud800', '\udfff\ud800', 7, null],
  ...['a/b', '../a', '..\\a', '%2e%2e', 'a%2fb', 'a?hard=true', 'a#b', 'a\0', 'a\r\nb', 'a\x85'],
];

test.each(NO_IDS)('%j is no id', (id) => {
  expect(violations(IdParams, { id })).toContain('id');
});
