import { openAsBlob } from 'node:fs';
import { CreateAvatarDocument, PersonasDocument } from 'avatar-graphql-hooks/documents';
import { Client, CombinedError, cacheExchange, fetchExchange } from 'urql';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = new Client({
  url,
  // A request with a file is a multipart request by itself.
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: () => ({ headers: { authorization: `Bearer ${token}` } }),
});

/** Lists the personas whose name contains a text. */
async function listPersonas(name: string) {
  const { data, error } = await client.query(PersonasDocument, { search: name });
  if (error) throw error;
  return data?.personas?.nodes.map((persona) => persona.name);
}

/** Creates an avatar from a file, and returns the URL of its image. */
async function uploadAvatar(displayName: string) {
  const file = await openAsBlob(imagePath, { type: 'image/png' });
  const input = { displayName, image: { file } };
  const { data, error } = await client.mutation(CreateAvatarDocument, { input });
  if (error) throw error;
  return data?.createAvatar?.avatar.imageUrl;
}

const result = {
  personas: await listPersonas('museum'),
  uploaded: await uploadAvatar('Ada'),
  error: await uploadAvatar('A').catch((error: unknown) =>
    error instanceof CombinedError ? error.graphQLErrors[0]?.extensions.code : error,
  ),
};

// @ts-expect-error A page is a number.
export const wrong = () => client.query(PersonasDocument, { page: 'one' });

process.stdout.write(JSON.stringify(result));
