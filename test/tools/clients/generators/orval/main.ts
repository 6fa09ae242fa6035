import { openAsBlob } from 'node:fs';
import { createAvatarWithFormData, personas } from './generated/client.ts';

const [, , baseUrl = '', key = '', imagePath = ''] = process.argv;

const send = globalThis.fetch;
globalThis.fetch = (url, init) => send(new URL(String(url), baseUrl), init);

const options = { headers: { authorization: `Bearer ${key}` } };
const page = await personas({ perPage: 1 }, options);
if (page.status !== 200) throw new Error(JSON.stringify(page.data));
const imageFile = await openAsBlob(imagePath, { type: 'image/png' });
const avatar = await createAvatarWithFormData({ displayName: 'Ada', imageFile }, options);
if (avatar.status !== 201) throw new Error(JSON.stringify(avatar.data));

process.stdout.write(
  JSON.stringify({
    personas: page.data.data.length,
    name: avatar.data.displayName,
    image: avatar.data.imageUrl,
  }),
);
