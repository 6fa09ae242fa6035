import { assertValidSchema } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';

/** Returns whether a client with the option knows an endpoint of two extensions, and one of the specification. */
function listSupported(options: Pick<RestOptions, 'extensions'>) {
  const client = createRestClient({ url: 'http://127.0.0.1:1', ...options });
  onTestFinished(() => client.close());
  return (['personas', 'deletePersona', 'voices', 'createPersona'] as const).filter(
    client.supports,
  );
}

test.each([
  ['all', ['personas', 'deletePersona', 'voices', 'createPersona']],
  ['none', ['personas', 'createPersona']],
  [undefined, ['personas', 'createPersona']],
  [[], ['personas', 'createPersona']],
  [['voices'], ['personas', 'voices', 'createPersona']],
  [EXTENSIONS, ['personas', 'deletePersona', 'voices', 'createPersona']],
] as const)('a client with the extensions %o supports %o', (extensions, supported) => {
  expect(listSupported(extensions === undefined ? {} : { extensions })).toStrictEqual(supported);
});

test('a client refuses the name of no extension, and says which is meant', () => {
  // @ts-expect-error The type has only the names of extensions.
  expect(() => listSupported({ extensions: ['voice'] })).toThrow('Did you mean voices?');
});

test.each(['', 'service.example.com', 'localhost:4600'])(
  'a client refuses the URL %o by name',
  (url) => {
    expect(() => createRestClient({ url })).toThrow('The option url of createRestClient must be');
  },
);

test('the package exports the schema that it serves', () => {
  assertValidSchema(schema);
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toContain('personas');
});
