import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/record.ts';
import { mergeExtra } from '../../src/graphql/extra.ts';
import { omitNulls, withLlmId } from '../../src/graphql/input.ts';

test('omitNulls drops arguments that are null, and keeps false, 0 and empty strings', () => {
  expect(omitNulls({ a: false, b: 0, c: '', d: null })).toStrictEqual({ a: false, b: 0, c: '' });
});

test('withLlmId renames brainType to llmId', () => {
  expect(withLlmId({ brainType: 'OLD', name: 'x' })).toStrictEqual({ llmId: 'OLD', name: 'x' });
  expect(withLlmId({ llmId: 'NEW' })).toStrictEqual({ llmId: 'NEW' });
});

const body = { clientLabel: 'a', personaConfig: { voiceId: 'v', options: { speed: 1 } } };

test('mergeExtra never replaces a value', () => {
  const extra = {
    region: null,
    clientLabel: 'b',
    personaConfig: { toolIds: [1], options: { style: 2 } },
  };
  expect(mergeExtra(body, extra)).toStrictEqual({
    clientLabel: 'a',
    region: null,
    personaConfig: { voiceId: 'v', toolIds: [1], options: { speed: 1, style: 2 } },
  });
});

test('mergeExtra never replaces typed fields or changes prototypes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }), (dictionary) => {
      const extra: JsonObject = JSON.parse(
        JSON.stringify({ ...dictionary, ['__proto__']: { polluted: true } }),
      );
      const merged = mergeExtra(body, extra);
      expect(merged.clientLabel).toBe('a');
      expect(merged.personaConfig.voiceId).toBe('v');
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    }),
  );
});
