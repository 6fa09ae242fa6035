import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';

test('the extensions of a client are all, none or some, and none by default', () => {
  const ENDPOINTS = ['personas', 'deletePersona', 'voices', 'createPersona'] as const;
  const listSupported = (extensions?: 'all' | 'none' | readonly ['voices']) => {
    const options = extensions && { extensions };
    const client = createRestClient({ url: 'http://127.0.0.1:1', ...options });
    onTestFinished(() => client.close());
    return ENDPOINTS.filter(client.supports);
  };
  expect(listSupported('all')).toStrictEqual(ENDPOINTS);
  expect(listSupported(['voices'])).toStrictEqual(['personas', 'voices', 'createPersona']);
  for (const none of ['none', undefined] as const)
    expect(listSupported(none)).toStrictEqual(['personas', 'createPersona']);
});

test('a client refuses the name of no extension, and says which is meant', () => {
  const url = 'http://127.0.0.1:1';
  // @ts-expect-error The type has only the names of extensions.
  expect(() => createRestClient({ url, extensions: ['voice'] })).toThrow('Did you mean voices?');
});

test.each(['', 'service.example.com', 'localhost:4600'])(
  'a client refuses the URL %o by name',
  (url) => {
    expect(() => createRestClient({ url })).toThrow('The option url of createRestClient must be');
  },
);
