import { openAsBlob } from 'node:fs';
import { ApolloClient, CombinedGraphQLErrors, InMemoryCache } from '@apollo/client';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { CreateAvatarDocument, PersonasDocument } from 'avatar-graphql-hooks/documents';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = new ApolloClient({
  link: new UploadHttpLink({ uri: url, headers: { authorization: `Bearer ${token}` } }),
  cache: new InMemoryCache(),
});

/** Lists the personas whose name contains a text. */
async function listPersonas(name: string) {
  const { data } = await client.query({ query: PersonasDocument, variables: { search: name } });
  return data?.personas?.nodes.map((persona) => persona.name);
}

/** Creates an avatar from a file, and returns the URL of its image. */
async function uploadAvatar(displayName: string) {
  const file = await openAsBlob(imagePath, { type: 'image/png' });
  const variables = { input: { displayName, image: { file } } };
  const { data } = await client.mutate({ mutation: CreateAvatarDocument, variables });
  return data?.createAvatar?.avatar.imageUrl;
}

const result = {
  personas: await listPersonas('museum'),
  uploaded: await uploadAvatar('Ada'),
  error: await uploadAvatar('A').catch((error: unknown) =>
    CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.code : error,
  ),
};

// @ts-expect-error A page is a number.
export const wrong = () => client.query({ query: PersonasDocument, variables: { page: 'one' } });

process.stdout.write(JSON.stringify(result));
