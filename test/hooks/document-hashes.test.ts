import { parse } from 'graphql';
import { expect, test } from 'vitest';
import manifest from '../../schema/persisted-operations.json' with { type: 'json' };
import { createClient } from '../../src/hooks/client.ts';
import * as hooks from '../../src/hooks/document-strings.ts';
import { TypedDocumentString } from '../../src/hooks/typed-document.ts';
import { addTypenames, hashDocument } from '../../src/shared/document-text.ts';
import { seedImage, seedImageBytes } from '../support/files.ts';
import { start } from '../support/start.ts';

/** Starts the API, and creates a client that sends hashes. `sent` lists the bodies of its requests. */
async function startOwn(settings: Record<string, string> = {}) {
  const { url } = await start({ settings: settings });
  const sent: (string | FormData)[] = [];
  const client = createClient({
    url: `${url}/graphql`,
    documents: 'hash',
    fetch: (address, init) => {
      if (typeof init?.body === 'string' || init?.body instanceof FormData) sent.push(init.body);
      return fetch(address, init);
    },
  });
  return { client, sent };
}

const bodies = new Map(manifest.operations.map(({ id, body }) => [id, body]));

test('every document of the hooks has the hash of its text', () => {
  const operations = Object.values(hooks)
    .filter((value) => value instanceof TypedDocumentString)
    .filter((document) => document.__meta__.hash !== undefined);
  expect(operations).toHaveLength(manifest.operations.length);
  for (const document of operations) {
    const text = document.toString();
    expect(document.__meta__.hash).toBe(hashDocument(text));
    expect(bodies.get(hashDocument(addTypenames(parse(text))))).toBe(addTypenames(parse(text)));
  }
});

test('a client that sends hashes sends no document text', async () => {
  const { client, sent } = await startOwn();
  const { personas } = await client.request(hooks.PersonasDocument, { first: 1 });
  expect(personas?.nodes).toHaveLength(1);
  expect(sent.map((body) => JSON.parse(String(body)))).toStrictEqual([
    {
      extensions: {
        persistedQuery: { version: 1, sha256Hash: hooks.PersonasDocument.__meta__.hash },
      },
      variables: { first: 1 },
    },
  ]);
  const unknown = client.request('{ llms { totalCount } }');
  await expect(unknown).rejects.toThrow('The document has no hash.');
  expect(sent).toHaveLength(1);
});

test('an upload with a hash arrives unchanged', async () => {
  const { client, sent } = await startOwn({ PERSISTED_OPERATIONS: 'bundled' });
  const { createAvatar } = await client.request(hooks.CreateAvatarDocument, {
    input: { displayName: 'Ada', image: { file: seedImage('webp') } },
  });
  const image = await fetch(createAvatar?.avatar.imageUrl ?? '');
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('webp'));
  const [form] = sent;
  expect(form instanceof FormData && form.get('operations')).toMatch(
    /^\{"extensions":\{"persistedQuery":/,
  );
});
