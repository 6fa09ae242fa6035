import { openAsBlob } from 'node:fs';
import { createMutation, createQuery, QueryClient } from '@tanstack/svelte-query';
import {
  createAvatarMutation,
  createClient,
  personasQuery,
  queryDefaults,
} from 'avatar-graphql-hooks/queries';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = createClient({ url, headers: { authorization: `Bearer ${token}` } });
// Components take it from QueryClientProvider.
const queryClient = new QueryClient({ defaultOptions: queryDefaults });

const createUpload = () =>
  createMutation(
    () => createAvatarMutation(client),
    () => queryClient,
  );

// @ts-expect-error A page is a number.
export const wrong = () => personasQuery({ page: 'one' });

const image = { file: await openAsBlob(imagePath, { type: 'image/png' }) };

$effect.root(() => {
  let search = $state('nobody has this name');
  const personas = createQuery(
    () => personasQuery({ search }, client),
    () => queryClient,
  );
  const upload = createUpload();
  const failed = createUpload();
  const names = $derived(personas.data?.personas?.nodes.map((persona) => persona.name));
  upload.mutate({ input: { displayName: 'Ada', image } });
  failed.mutate({ input: { displayName: 'A', image } });
  $effect(() => {
    if (names?.length === 0) search = 'museum';
    if (!names?.length || !upload.isSuccess || !failed.isError) return;
    const result = {
      personas: names,
      uploaded: upload.data.createAvatar?.avatar.imageUrl,
      error: personas.error?.code ?? failed.error.code,
    };
    process.stdout.write(JSON.stringify(result));
  });
});
