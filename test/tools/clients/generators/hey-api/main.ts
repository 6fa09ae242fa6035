import { openAsBlob } from 'node:fs';
import { client } from './generated/client.gen.ts';
import { createAvatar, personas } from './generated/sdk.gen.ts';

const [, , baseUrl = '', key = '', imagePath = ''] = process.argv;

client.setConfig({ baseUrl, auth: key, throwOnError: true });
const { data: page } = await personas({ query: { perPage: 1 }, throwOnError: true });
const imageFile = await openAsBlob(imagePath, { type: 'image/png' });
const { data: avatar } = await createAvatar({
  body: { displayName: 'Ada', imageFile },
  throwOnError: true,
});

process.stdout.write(
  JSON.stringify({ personas: page.data.length, name: avatar.displayName, image: avatar.imageUrl }),
);
