import { openAsBlob } from 'node:fs';
import createClient from 'openapi-fetch';
import type { paths } from './generated.ts';

const [, , baseUrl = '', key = '', imagePath = ''] = process.argv;

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

/** Writes a body as a form, of which `fetch` sets the content type. */
function toForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value);
  return form;
}

const { data: page } = await client.GET('/v1/personas', { params: { query: { perPage: 1 } } });
const imageFile = await openAsBlob(imagePath, { type: 'image/png' });
const { data: avatar, error } = await client.POST('/v1/avatars', {
  body: { displayName: 'Ada', imageFile },
  bodySerializer: toForm,
});
if (error) throw new Error(error.message ?? 'The avatar was not created.');

process.stdout.write(
  JSON.stringify({
    personas: page?.data.length,
    name: avatar.displayName,
    image: avatar.imageUrl,
  }),
);
