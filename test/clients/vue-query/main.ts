import { openAsBlob } from 'node:fs';
import { useMutation, useQuery, VueQueryPlugin } from '@tanstack/vue-query';
import { CreateAvatarDocument, PersonasDocument } from 'avatar-graphql/documents';
import { ClientError } from 'graphql-request';
import { createSSRApp, defineComponent, h, onServerPrefetch } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { createClient } from '../graphql-request/client.ts';

const [, , url = '', token = '', imagePath = ''] = process.argv;

const client = createClient(url, token);

/** The personas whose name contains a text. */
const usePersonas = (name: string) =>
  useQuery({
    queryKey: ['personas', name],
    queryFn: ({ signal }) =>
      client.request({ document: PersonasDocument, variables: { search: name }, signal }),
  });

/** Creates an avatar from a file. */
const useUpload = () =>
  useMutation({
    mutationFn: async (displayName: string) => {
      const file = await openAsBlob(imagePath, { type: 'image/png' });
      return client.request(CreateAvatarDocument, { input: { displayName, image: { file } } });
    },
  });

const App = defineComponent(() => {
  const { data, suspense } = usePersonas('museum');
  const upload = useUpload();
  const failed = useUpload();
  onServerPrefetch(async () => {
    await suspense();
    await upload.mutateAsync('Ada');
    await failed.mutateAsync('A').catch(() => {});
  });
  return () => {
    const { error } = failed;
    const code =
      error.value instanceof ClientError
        ? error.value.response.errors?.[0]?.extensions.code
        : error.value;
    const result = {
      personas: data.value?.personas?.items.map((persona) => persona.name),
      uploaded: upload.data.value?.createAvatar?.avatar.imageUrl,
      error: code,
    };
    return h('script', { type: 'application/json', innerHTML: JSON.stringify(result) });
  };
});

// @ts-expect-error A page is a number.
export const wrong = () => client.request(PersonasDocument, { page: 'one' });

const html = await renderToString(createSSRApp(App).use(VueQueryPlugin));
process.stdout.write(html.replace(/<[^>]+>/g, ''));
