import { openAsBlob } from 'node:fs';
import { createMutation, createQuery, QueryClient } from '@tanstack/svelte-query';
import { CreateAvatarDocument, PersonasDocument } from 'avatar-graphql/documents';
import { ClientError } from 'graphql-request';
import { createClient } from '../graphql-request/client.ts';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = createClient(url, token);
// Components take it from QueryClientProvider.
const queryClient = new QueryClient();

/** The personas whose name contains a text. */
const createPersonas = (name: () => string) =>
  createQuery(
    () => ({
      queryKey: ['personas', name()],
      queryFn: ({ signal }) =>
        client.request({ document: PersonasDocument, variables: { search: name() }, signal }),
    }),
    () => queryClient,
  );

/** Creates an avatar from a file. */
const createUpload = () =>
  createMutation(
    () => ({
      mutationFn: async (displayName: string) => {
        const file = await openAsBlob(imagePath, { type: 'image/png' });
        return client.request(CreateAvatarDocument, { input: { displayName, image: { file } } });
      },
    }),
    () => queryClient,
  );

// @ts-expect-error A page is a number.
export const wrong = () => client.request(PersonasDocument, { page: 'one' });

$effect.root(() => {
  let name = $state('nobody has this name');
  const personas = createPersonas(() => name);
  const upload = createUpload();
  const failed = createUpload();
  const names = $derived(personas.data?.personas?.items.map((persona) => persona.name));
  upload.mutate('Ada');
  failed.mutate('A');
  $effect(() => {
    if (names?.length === 0) name = 'museum';
    if (!names?.length || !upload.isSuccess || !failed.isError) return;
    const { error } = failed;
    const result = {
      personas: names,
      uploaded: upload.data.createAvatar?.avatar.imageUrl,
      error: error instanceof ClientError ? error.response.errors?.[0]?.extensions.code : error,
    };
    process.stdout.write(JSON.stringify(result));
  });
});
