import { openAsBlob } from 'node:fs';
import { CreateAvatarDocument, PersonasDocument } from 'avatar-graphql-hooks/documents';
import { ClientError, GraphQLClient } from 'graphql-request';
import { uploadFiles } from './upload.ts';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = new GraphQLClient(url, {
  headers: { authorization: `Bearer ${token}` },
  requestMiddleware: uploadFiles,
});

/** Lists the personas whose name contains a text. */
async function listPersonas(name: string) {
  const { personas } = await client.request(PersonasDocument, { search: name });
  return personas?.nodes.map((persona) => persona.name);
}

/** Creates an avatar from a file, and returns the URL of its image. */
async function uploadAvatar(displayName: string) {
  const file = await openAsBlob(imagePath, { type: 'image/png' });
  const input = { displayName, image: { file } };
  const { createAvatar } = await client.request(CreateAvatarDocument, { input });
  return createAvatar?.avatar.imageUrl;
}

const result = {
  personas: await listPersonas('museum'),
  uploaded: await uploadAvatar('Ada'),
  error: await uploadAvatar('A').catch((error: unknown) =>
    error instanceof ClientError ? error.response.errors?.[0]?.extensions.code : error,
  ),
};

// @ts-expect-error A page is a number.
export const wrong = () => client.request(PersonasDocument, { page: 'one' });

process.stdout.write(JSON.stringify(result));
